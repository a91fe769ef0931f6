"""The models of a club and of its rules; memberships are in ``accounts.access``, beside the rights that they give."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import LINE
from records.core.ops.erasure import Erasable
from records.core.rules_line import RULES


class Club(Erasable):
    """A club: it owns its matches, its members see them."""

    observed = True
    """Receivers of signals write audit entries about its rows, wherever they are changed."""
    tombstone_of = "slug"

    name = models.CharField(_("name"), max_length=LINE)
    slug = models.SlugField(_("slug"), unique=True, allow_unicode=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class ClubRules(models.Model):
    """Rules by which tables of a club play, under a name. A record has the line itself, never the name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="rules")
    name = models.CharField(max_length=LINE)
    game = models.CharField(max_length=LINE)
    rules = models.CharField(max_length=RULES)

    class Meta:
        ordering = ["name", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="club_rules_name_once")]

    def __str__(self) -> str:
        return self.name
