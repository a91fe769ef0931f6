"""The models of a club's players, their aliases, and the merges and splits of players.

A seat points to the name that stands in the record, a name to the player: merging two players moves names and no seat.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from records.accounts.clubs.models import Club
from records.core.db.fields import LINE, DocumentField, SearchKeyField


class Player(models.Model):
    """A person of a club. A player whose aliases were all given to others stays stored and is shown as merged."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="players")
    name = models.CharField(max_length=LINE)
    search_name = SearchKeyField("name")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["club", "name", "id"], name="player_by_name")]

    def __str__(self) -> str:
        return self.name


class PlayerAlias(models.Model):
    """A name of a player as a club's records write it. ``key`` is its name key (``records.archive.players.aliases``).

    ``original_player`` is the player that the name came with, ``player`` whose it is now: the original one, after every merge and
    split that stands.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=LINE)
    search_name = SearchKeyField("name")
    key = models.CharField(max_length=LINE)
    player = models.ForeignKey(Player, models.RESTRICT, related_name="aliases")
    original_player = models.ForeignKey(Player, models.RESTRICT, related_name="+")

    class Meta:
        ordering = ["name", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "key"], name="alias_once_per_club")]

    def __str__(self) -> str:
        return self.name


class PlayerMerge(models.Model):
    """A merge, which gives all aliases of a player to another, or a split, which gives one alias (``alias``).

    Rows are only ever changed to mark them as undone, and never deleted. ``moved`` are the names that moved at the time.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="player_merges")
    player = models.ForeignKey(Player, models.RESTRICT, related_name="left")
    into = models.ForeignKey(Player, models.RESTRICT, related_name="joined")
    alias = models.ForeignKey(
        PlayerAlias,
        models.RESTRICT,
        related_name="+",
        null=True,
    )
    moved: DocumentField[list[dict[str, Any]], list[dict[str, Any]]] = DocumentField()
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    created_at = models.DateTimeField(default=timezone.now)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [models.CheckConstraint(condition=~Q(player=models.F("into")), name="merged_into_another")]

    def __str__(self) -> str:
        return f"{self.player} → {self.into}"
