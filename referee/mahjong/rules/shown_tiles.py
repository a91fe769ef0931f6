"""Tiles that come to light in the play: out of the wall, out of a hand; and what is wrong with them (MJ-1.2, MJ-1.4)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.mahjong.hand.tiles import UNSEEN, listed
from referee.mahjong.rules import deal_checks
from referee.mahjong.rules.round_state import RoundState


def came_out(state: RoundState, tiles: Iterable[int], seat: int) -> None:
    """Tiles came out of a wall that nobody had seen."""
    for kind in tiles:
        if kind != UNSEEN:
            _seen(state, kind, seat)


def drew_otherwise(state: RoundState, kind: int, expected: int | None, seat: int) -> None:
    """A drawn tile that the wall did not foretell: it is unseen, it is new, or it is not the one that lay there (MJ-1.4)."""
    if kind == UNSEEN:
        state.deal.out_of_sight(() if expected is None else (expected,))
    elif expected is None:
        _seen(state, kind, seat)
    else:
        state.note(deal_checks.other_tiles((expected,), (kind,)), seat)  # MJ-1.4
        state.deal.instead(kind, expected)


def leave_hand(state: RoundState, seat: int, tiles: Iterable[int]) -> None:
    """Tiles leave a hand. Where nobody saw which, it may be any of those seen: nobody can tell where these are now."""
    for kind in tiles:
        if kind == UNSEEN:
            state.deal.out_of_sight(listed(state.table.keys[seat]))
        if state.table.take(seat, kind):
            _seen(state, kind, seat)


def _seen(state: RoundState, kind: int, seat: int) -> None:
    """One more copy has come to light (MJ-1.2)."""
    if state.deal.one_more(kind):
        state.note(deal_checks.one_too_many(state.deal, kind), seat)  # MJ-1.2
