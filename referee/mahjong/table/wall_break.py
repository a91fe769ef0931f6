"""Where the wall is broken: what the dice say, and what the record says."""

from __future__ import annotations

from referee.mahjong.table.moves import SEATS
from referee.record import Round
from referee.rulebook import Raise
from referee.verdict import Finding


def dice_of(round_: Round) -> tuple[int, int] | None:
    """The two dice that the record names, None where it names none that two dice can show."""
    faces = [int(face) for face in round_.dice or "" if face in "123456"]
    return (faces[0], faces[1]) if len(faces) == 2 == len(round_.dice or "") else None


def side(round_: Round, steps: int) -> str | None:
    """The seat so many places after the dealer; None where the record names no dealer."""
    dealer = SEATS.find(round_.dealer or "?")
    return None if dealer < 0 else SEATS[(dealer + steps) % len(SEATS)]


def compare(raises: Raise, round_: Round, expected: str | None) -> list[Finding]:
    """The break as the record has it, where it has one, must be what the dice say, where they are known; what either leaves
    out is not compared."""
    written = " ".join((round_.break_ or "").split())
    if expected is None or all(said == due for said, due in zip(written.split(), expected.split(), strict=False)):
        return []
    message = raises.message(expected=expected, actual=written)
    return [raises.finding(message, expected=expected, actual=written)]
