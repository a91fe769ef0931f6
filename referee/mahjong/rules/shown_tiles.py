"""Counts tiles that become visible during play, and notes copies that do not exist (MJ-1.2) or do not match the wall (MJ-1.4)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.mahjong.hand.tiles import UNSEEN, listed
from referee.mahjong.rules.checks import deal_checks
from referee.mahjong.rules.round_state import RoundState


def came_out(state: RoundState, tiles: Iterable[int], seat: int) -> None:
    """Count tiles drawn from a wall whose tiles are not known."""
    for kind in tiles:
        if kind != UNSEEN:
            _seen(state, kind, seat)


def drew_otherwise(state: RoundState, kind: int, expected: int | None, seat: int) -> None:
    """Count a drawn tile that the known wall did not predict: it is unseen, new, or another one than lay there (MJ-1.4)."""
    if kind == UNSEEN:
        state.deal.out_of_sight(() if expected is None else (expected,))
    elif expected is None:
        _seen(state, kind, seat)
    else:
        state.note(deal_checks.other_tiles((expected,), (kind,)), seat)  # MJ-1.4
        state.deal.instead(kind, expected)


def leave_hand(state: RoundState, seat: int, tiles: Iterable[int]) -> None:
    """Take tiles out of a hand. If unseen tiles leave it, its seen tiles may be anywhere from now on."""
    for kind in tiles:
        if kind == UNSEEN:
            state.deal.out_of_sight(listed(state.table.keys[seat]))
        if state.table.take(seat, kind):
            _seen(state, kind, seat)


def _seen(state: RoundState, kind: int, seat: int) -> None:
    """Count one more visible copy of a kind (MJ-1.2)."""
    if state.deal.one_more(kind):
        state.note(deal_checks.one_too_many(state.deal, kind), seat)  # MJ-1.2
