"""Who is who among a club's players: two that are one, a spelling that is somebody else's, and taking either back.

A spelling belongs to whom the regroupings that stand make it, one after another in the order in which they were made: a merge
gives all that the one player has by then to the other, a split gives one spelling to somebody. Undoing one is to make all the
others, and never this one: the names that it moved go back to whom they would be without it, also where they were moved on
since, and what other regroupings said stays said. So the order in which regroupings are undone does not matter.

A club's row is locked while its players change: of two people at once one waits for the other.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from records import audit
from records.access.roles import Right, may
from records.clubs.models import Club
from records.db.fields import LINE, storable
from records.errors import Refusal
from records.players.models import Player, PlayerAlias, PlayerMerge
from records.players.name_key import key_of

PAGE = 500


@transaction.atomic
def merge(actor: Any, into: Player, others: Sequence[Player]) -> list[PlayerMerge]:
    """Say that others are the same person: all their spellings, and with them their matches, are this one's from now on.

    Raises Refusal: 403; 422 where that is no other player of the same club; 409 where one's names are all another's already.
    """
    _lock(actor, into.club)
    done = [_merge(actor, into, other) for other in {other.pk: other for other in others}.values()]
    if not done:
        raise Refusal("nobody", "請至少選兩位。", "Choose at least two players.", 422)
    for one in done:
        details = {"into": str(into.pk), "club": into.club_id, "spellings": [alias["name"] for alias in one.moved]}
        audit.record("player.merge", f"player:{one.player_id}", by=actor, regrouping=one.pk, **details)
    return done


def _merge(actor: Any, into: Player, other: Player) -> PlayerMerge:
    if other.pk == into.pk or other.club_id != into.club_id:
        raise Refusal("same-player", "要合併的必須是同一社團的另一位選手。", "It takes another player of the same club.", 422)
    moved = list(other.aliases.order_by("pk"))
    for player, has in ((other, moved), (into, into.aliases.exists())):
        if not has:
            raise Refusal(
                "player-gone", f"{player} 的名字都已歸在別人名下。", f"The names of {player} are all somebody else's by now.", 409
            )
    regrouping = PlayerMerge.objects.create(club_id=into.club_id, player=other, into=into, created_by=actor, moved=_said(moved))
    other.aliases.update(player=into)
    return regrouping


@transaction.atomic
def split(actor: Any, alias: PlayerAlias) -> PlayerMerge:
    """Say that a spelling is somebody else: its own player again, or a new one. Raises Refusal: 403, 409 for an only one."""
    _lock(actor, alias.club)
    alias = PlayerAlias.objects.select_related("player", "original_player", "club").get(pk=alias.pk)
    if alias.player.aliases.count() < 2:
        raise Refusal("only-spelling", f"{alias} 是這位選手唯一的名字。", f"{alias} is the only name of this player.", 409)
    into = alias.original_player
    if into.aliases.exists():
        into = Player.objects.create(club=alias.club, name=alias.name)
    regrouping = PlayerMerge.objects.create(
        club=alias.club, player=alias.player, into=into, alias=alias, created_by=actor, moved=_said([alias])
    )
    PlayerAlias.objects.filter(pk=alias.pk).update(player=into)
    details = {"into": str(into.pk), "club": alias.club_id, "spelling": alias.name, "regrouping": regrouping.pk}
    audit.record("player.split", f"player:{regrouping.player_id}", by=actor, **details)
    return regrouping


@transaction.atomic
def undo(actor: Any, regrouping: PlayerMerge) -> PlayerMerge:
    """Take a merge or a split back, as if it had never been said. Raises Refusal: 403, 409 where it was taken back before."""
    _lock(actor, regrouping.club)
    stands = PlayerMerge.objects.filter(pk=regrouping.pk, undone_at__isnull=True)
    if not stands.update(undone_at=timezone.now(), undone_by=actor):
        raise Refusal("undone", "這項變更已經復原過了。", "This was undone already.", 409)
    moved = _put_right(regrouping.club)
    details = {"regrouping": regrouping.pk, "club": regrouping.club_id, "spellings": moved}
    audit.record("player.undo", f"player:{regrouping.player_id}", by=actor, **details)
    return PlayerMerge.objects.get(pk=regrouping.pk)


@transaction.atomic
def rename_player(actor: Any, player: Player, name: str) -> Player:
    """What a player is called; the spellings in the records stay. Raises Refusal (403, 422)."""
    _lock(actor, player.club)
    name = storable(" ".join(name.split()), LINE)
    if not name:
        raise Refusal("empty-name", "選手要有名稱。", "A player needs a name.", 422)
    was = Player.objects.values_list("name", flat=True).get(pk=player.pk)
    Player.objects.filter(pk=player.pk).update(name=name)
    audit.record("player.rename", f"player:{player.pk}", by=actor, club=player.club_id, name=name, was=was)
    player.name = name
    return player


def _lock(actor: Any, club: Club) -> None:
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if not may(actor, Right.IDENTIFY, club):
        raise Refusal("permission-denied", "你在這個社團的身分不能這樣做。", "Your role in this club does not allow this.", 403)


def _said(aliases: Iterable[PlayerAlias]) -> list[dict[str, Any]]:
    return [{"id": alias.pk, "name": alias.name} for alias in aliases]


def _put_right(club: Club) -> list[str]:
    """Give every spelling to whom the regroupings that stand make it; the names of those that moved."""
    rows = list(PlayerAlias.objects.filter(club=club).order_by("pk"))
    standing = PlayerMerge.objects.filter(club=club, undone_at__isnull=True).order_by("pk")
    whose = assigned({row.pk: row.original_player_id for row in rows}, standing)
    wrong = [row for row in rows if row.player_id != whose[row.pk]]
    for row in wrong:
        row.player_id = whose[row.pk]
    PlayerAlias.objects.bulk_update(wrong, ["player"], batch_size=PAGE)
    return [row.name for row in wrong]


def assigned(original: Mapping[int, uuid.UUID], regroupings: Iterable[PlayerMerge]) -> dict[int, uuid.UUID]:
    """Whose every spelling is, once these regroupings are made in their order."""
    whose = dict(original)
    has: dict[uuid.UUID, set[int]] = {}
    for alias, player in whose.items():
        has.setdefault(player, set()).add(alias)
    for one in regroupings:
        if one.alias_id is None:
            moved = has.pop(one.player_id, set())
        else:
            moved = {one.alias_id}
            has[whose[one.alias_id]].discard(one.alias_id)
        has.setdefault(one.into_id, set()).update(moved)
        whose.update(dict.fromkeys(moved, one.into_id))
    return whose


def players_of(club: Club) -> QuerySet[Player]:
    """A club's people at the tables, by name; for its members. Those whose names are all another's now are not among them."""
    return club.players.filter(aliases__isnull=False).distinct().order_by("name", "pk")


def regroupings_of(club: Club) -> QuerySet[PlayerMerge]:
    """Who was said to be one person with whom, the newest first; what was undone too."""
    said = club.player_merges.select_related("player__club", "into__club", "alias", "created_by", "undone_by")
    return said.order_by("-created_at", "-id")


def find_players(club: Club, q: str = "") -> QuerySet[Player]:
    """A club's players, by name; those that are called so or stand somewhere so."""
    players = players_of(club)
    if key := key_of(storable(q)):
        players = players.filter(Q(name__icontains=storable(q).strip()) | Q(aliases__key__contains=key))
    return players


def player_for(club: Club, player_id: uuid.UUID) -> Player | None:
    """One of a club's players, gone ones too."""
    return club.players.select_related("club").filter(pk=player_id).first()


def regrouping_for(club: Club, number: int) -> PlayerMerge | None:
    """One of a club's regroupings of players."""
    return regroupings_of(club).select_related("club").filter(pk=number).first()
