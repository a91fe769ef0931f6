"""Who played: a person of a club, under one spelling of the name or several, and what a verdict gave to each seat.

A seat points to the spelling that stands in the record, a spelling to the person: saying that two are one moves spellings
and no seat.
"""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.clubs.models import Club
from records.db.fields import LINE, DocumentField


class Player(models.Model):
    """A person of a club. One whose spellings were all given to others is kept, and shown as gone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, verbose_name=_("club"), related_name="players")
    name = models.CharField(_("name"), max_length=LINE)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["club", "name", "id"], name="player_by_name")]

    def __str__(self) -> str:
        return self.name


class Spelling(models.Model):
    """A way to write a name in a club's records; ``key`` is what counts of it (``records.spelling``).

    ``born`` is the person that it came with, ``player`` whose it is now: what ``born`` becomes by the regroupings that stand.
    """

    club = models.ForeignKey(Club, models.CASCADE, verbose_name=_("club"), related_name="spellings")
    name = models.CharField(_("name"), max_length=LINE)
    key = models.CharField(_("key"), max_length=LINE)
    player = models.ForeignKey(Player, models.RESTRICT, verbose_name=_("player"), related_name="spellings")
    born = models.ForeignKey(Player, models.RESTRICT, verbose_name=_("first player"), related_name="+")

    class Meta:
        verbose_name = _("spelling")
        verbose_name_plural = _("spellings")
        ordering = ["name", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "key"], name="spelling_once_per_club")]

    def __str__(self) -> str:
        return self.name


class Regrouping(models.Model):
    """Somebody's word on who is who: all of one player's spellings are another's (a merge), or one spelling is (a split).

    Rows are never changed but to say that they were undone, and never deleted. ``moved`` is what moved at the time.
    """

    club = models.ForeignKey(Club, models.CASCADE, verbose_name=_("club"), related_name="regroupings")
    player = models.ForeignKey(Player, models.RESTRICT, verbose_name=_("from"), related_name="left")
    into = models.ForeignKey(Player, models.RESTRICT, verbose_name=_("to"), related_name="joined")
    spelling = models.ForeignKey(Spelling, models.RESTRICT, verbose_name=_("spelling"), related_name="+", null=True, blank=True)
    moved = DocumentField(_("what moved"))
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True)
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    class Meta:
        verbose_name = _("regrouping of players")
        verbose_name_plural = _("regroupings of players")
        ordering = ["-created_at", "-id"]
        constraints = [models.CheckConstraint(condition=~Q(player=models.F("into")), name="regrouped_to_another")]

    def __str__(self) -> str:
        return f"{self.player} → {self.into}"
