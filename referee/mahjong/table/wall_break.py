"""Where the wall is broken, by the dice."""

from __future__ import annotations

from referee.core.record import Round
from referee.mahjong.table.moves import SEATS


def dice_of(round_: Round) -> tuple[int, int] | None:
    """The two dice that the record names; None if it names none, or faces that two dice cannot show."""
    faces = [int(face) for face in round_.dice or "" if face in "123456"]
    return (faces[0], faces[1]) if len(faces) == 2 == len(round_.dice or "") else None


def side(round_: Round, steps: int) -> str | None:
    """The seat this many places after the dealer; None if the record names no dealer."""
    dealer = SEATS.find(round_.dealer or "?")
    return None if dealer < 0 else SEATS[(dealer + steps) % len(SEATS)]
