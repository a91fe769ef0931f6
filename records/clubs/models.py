"""The model of a club; its memberships are in ``records.access.models``, beside the rights that they give."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from records.db.fields import LINE
from records.ops.erasure import Erasable


class Club(Erasable):
    """A club: it owns its matches, its members see them."""

    tombstone_of = "slug"

    name = models.CharField(_("name"), max_length=LINE)
    slug = models.SlugField(_("slug"), unique=True, allow_unicode=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
