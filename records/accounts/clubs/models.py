"""A club, its short name and its rules; memberships are in ``accounts.access``, beside the rights that they give."""

from __future__ import annotations

import secrets
import uuid

from django.db import models
from django.urls import register_converter
from django.urls.converters import StringConverter
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import LINE
from records.core.ops.erasure import Erasable
from records.core.rules_line import RULES

SLUG = 50
"""Characters of a short name, by which a club's addresses are read."""


class ShortNameConverter(StringConverter):
    """The part of an address that is a club's short name. It says what other dialects of expressions can say too: the description
    of the API has it."""

    regex = r"[^\x00-\x20/]+"


register_converter(ShortNameConverter, "club")


def short_names_for(name: str) -> list[str]:
    """The short names to try for a club of this name: its letters of any script; where that is taken, with a random end."""
    short = slugify(name, allow_unicode=True)
    return [*([short[:SLUG]] if short else []), f"{short[: SLUG - 9] or 'club'}-{secrets.token_hex(4)}"]


def is_short_name(text: str) -> bool:
    """Whether a text may be a club's short name."""
    return len(text) <= SLUG and text == slugify(text, allow_unicode=True)


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
