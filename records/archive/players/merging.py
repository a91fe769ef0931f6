"""Merging players that are one person, splitting an alias off, undoing either, renaming a player.

The owner of an alias follows from all merges and splits that are not undone, applied in the order in which they were made: a
merge gives all aliases that one player has by then to the other, a split gives one alias to another player. Undoing applies all
but the undone one again, so that aliases that were moved on since are right too, and the order of undoing does not matter.

The club's row is locked while its players change: of two people at once one waits for the other.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, may, require
from records.accounts.clubs.models import Club
from records.archive.players.models import Player, PlayerAlias, PlayerMerge
from records.core.db.search_keys import search_key
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.people import Actor, person

PAGE = 500


@transaction.atomic
def merge(actor: Actor, into: Player, others: Sequence[Player]) -> list[PlayerMerge]:
    """Merge other players into this one, which gets all their aliases and so their matches.

    Raises Refusal: 403; 422 where that is no other player of the same club; 409 where one's names are all another's already.
    """
    _lock(actor, into.club)
    done = [_merge(actor, into, other) for other in {other.pk: other for other in others}.values()]
    if not done:
        raise Refusal("nobody", _("Choose at least two players."), 422)
    for one in done:
        details = {"into": str(into.pk), "club": into.club_id, "aliases": [alias["name"] for alias in one.moved]}
        audit.record("player.merge", f"player:{one.player_id}", by=actor, merge=one.pk, **details)
    return done


def _merge(actor: Actor, into: Player, other: Player) -> PlayerMerge:
    if other.pk == into.pk or other.club_id != into.club_id:
        raise Refusal("same-player", _("It takes another player of the same club."), 422)
    moved = list(other.aliases.order_by("pk"))
    for player, has in ((other, moved), (into, into.aliases.exists())):
        if not has:
            raise Refusal("player-gone", _("The names of {player} are all somebody else's by now."), 409, player=player)
    made = PlayerMerge.objects.create(
        club_id=into.club_id, player=other, into=into, created_by=person(actor), moved=_alias_rows(moved)
    )
    other.aliases.update(player=into)
    return made


@transaction.atomic
def split(actor: Actor, alias: PlayerAlias) -> PlayerMerge:
    """Give an alias to its original player again, or to a new one. Raises Refusal: 403; 409 where it is the only alias."""
    _lock(actor, alias.club)
    alias = PlayerAlias.objects.select_related("player", "original_player", "club").get(pk=alias.pk)
    if alias.player.aliases.count() < 2:
        raise Refusal("only-alias", _("{alias} is the only name of this player."), 409, alias=alias)
    into = alias.original_player
    if into.aliases.exists():
        into = Player.objects.create(club=alias.club, name=alias.name)
    made = PlayerMerge.objects.create(
        club=alias.club, player=alias.player, into=into, alias=alias, created_by=person(actor), moved=_alias_rows([alias])
    )
    PlayerAlias.objects.filter(pk=alias.pk).update(player=into)
    details = {"into": str(into.pk), "club": alias.club_id, "alias": alias.name, "merge": made.pk}
    audit.record("player.split", f"player:{made.player_id}", by=actor, **details)
    return made


@transaction.atomic
def undo(actor: Actor, player_merge: PlayerMerge) -> PlayerMerge:
    """Undo a merge or a split as if it had never been made. Raises Refusal: 403; 409 where it is undone already."""
    _lock(actor, player_merge.club)
    stands = PlayerMerge.objects.filter(pk=player_merge.pk, undone_at__isnull=True)
    if not stands.update(undone_at=timezone.now(), undone_by=actor):
        raise Refusal("undone", _("This was undone already."), 409)
    moved = _reassign(player_merge.club)
    details = {"merge": player_merge.pk, "club": player_merge.club_id, "aliases": moved}
    audit.record("player.undo", f"player:{player_merge.player_id}", by=actor, **details)
    return PlayerMerge.objects.get(pk=player_merge.pk)


@transaction.atomic
def rename(actor: Actor, player: Player, name: str) -> Player:
    """Change the name that a player is shown with; records keep their names. Raises Refusal (403, 422)."""
    _lock(actor, player.club)
    name = " ".join(one_line(name).split())
    if not name:
        raise Refusal("empty-name", _("A player needs a name."), 422)
    was = Player.objects.values_list("name", flat=True).get(pk=player.pk)
    Player.objects.filter(pk=player.pk).update(name=name, search_name=search_key(name))
    audit.record("player.rename", f"player:{player.pk}", by=actor, club=player.club_id, name=name, was=was)
    player.name = name
    return player


def _lock(actor: Actor, club: Club) -> None:
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    require(may(actor, Right.IDENTIFY, club))


def _alias_rows(aliases: Iterable[PlayerAlias]) -> list[dict[str, Any]]:
    return [{"id": alias.pk, "name": alias.name} for alias in aliases]


def _reassign(club: Club) -> list[str]:
    """Give every alias to the player who owns it by the merges and splits that are not undone; returns the names of those that
    moved."""
    rows = list(PlayerAlias.objects.filter(club=club).order_by("pk"))
    standing = PlayerMerge.objects.filter(club=club, undone_at__isnull=True).order_by("pk")
    whose = assigned({row.pk: row.original_player_id for row in rows}, standing)
    wrong = [row for row in rows if row.player_id != whose[row.pk]]
    for row in wrong:
        row.player_id = whose[row.pk]
    PlayerAlias.objects.bulk_update(wrong, ["player"], batch_size=PAGE)
    return [row.name for row in wrong]


def assigned(original: Mapping[int, uuid.UUID], merges: Iterable[PlayerMerge]) -> dict[int, uuid.UUID]:
    """The owner of every alias after these merges and splits, applied in their order."""
    whose = dict(original)
    has: dict[uuid.UUID, set[int]] = {}
    for alias, player in whose.items():
        has.setdefault(player, set()).add(alias)
    for one in merges:
        if one.alias_id is None:
            moved = has.pop(one.player_id, set())
        else:
            moved = {one.alias_id}
            has[whose[one.alias_id]].discard(one.alias_id)
        has.setdefault(one.into_id, set()).update(moved)
        whose.update(dict.fromkeys(moved, one.into_id))
    return whose
