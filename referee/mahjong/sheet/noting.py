"""Notes what shows only at the end of a score sheet at the move or the tag that it is about."""

from __future__ import annotations

from referee.core.record import NO_MOVE
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation


def at_move(state: RoundState, number: int, violation: Violation, seat: int | None) -> None:
    """Note a violation at a move; 0 is before the first one."""
    now = state.number, state.made
    state.number, state.made = number, state.header.moves[number - 1] if number else NO_MOVE
    state.note(violation._replace(halts=False), seat)
    state.number, state.made = now


def at_tag(state: RoundState, violation: Violation, seat: int | None) -> None:
    """Note what is wrong with a tag."""
    at_move(state, 0, violation, seat)
