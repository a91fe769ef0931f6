"""Listing and finding the players of a club and their merges."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Q, QuerySet

from records.accounts.clubs.models import Club
from records.archive.players.models import Player, PlayerAlias, PlayerMerge
from records.core.db.names.search import words_of


def of_club(club: Club) -> QuerySet[Player]:
    """The players of a club by name, without those whose aliases all belong to another player now."""
    return club.players.filter(aliases__isnull=False).distinct().order_by("name", "pk")


def search(club: Club, q: str = "") -> QuerySet[Player]:
    """A club's players in whose name or aliases every word of this text is found, by name."""
    players = of_club(club)
    for word in words_of(q):
        players = players.filter(Q(search_name__contains=word) | Q(pk__in=_with_alias(club, word)))
    return players


def _with_alias(club: Club, word: str) -> QuerySet[PlayerAlias, Any]:
    """The ids of the players of a club who have an alias with this word."""
    return club.aliases.order_by().filter(search_name__contains=word).values("player")


def find(club: Club, player_id: uuid.UUID) -> Player | None:
    """A player of a club by its id, also one that was merged into another."""
    return club.players.select_related("club").filter(pk=player_id).first()


def merges_of(club: Club) -> QuerySet[PlayerMerge]:
    """The merges and splits of a club's players, the newest first, undone ones included."""
    merges = club.player_merges.select_related("player__club", "into__club", "alias", "created_by", "undone_by")
    return merges.order_by("-created_at", "-id")


def merge_for(club: Club, number: int) -> PlayerMerge | None:
    """A merge or split of a club by its number."""
    return merges_of(club).select_related("club").filter(pk=number).first()
