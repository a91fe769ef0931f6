"""The six seats, as indices and as bits of a small mask (GJ-1.1): teams, opposites, order of play."""

from __future__ import annotations

from typing import Final

SEATS: Final = "ABCDEF"
TEAMS: Final = ("ACE", "BDF")
ALL: Final = 0b111111

BIT: Final = tuple(1 << seat for seat in range(6))
OPPOSITE: Final = tuple((seat + 3) % 6 for seat in range(6))
TEAM: Final = tuple(0b010101 << seat % 2 for seat in range(6))
"""Each seat's team as a mask, the seat itself included."""

COUNT: Final = tuple(mask.bit_count() for mask in range(64))
"""How many seats a mask holds."""

NEXT: Final = tuple(
    tuple(next((((seat + step) % 6) for step in range(1, 7) if mask >> (seat + step) % 6 & 1), -1) for mask in range(64))
    for seat in range(6)
)
"""``NEXT[seat][mask]``: the first seat of the mask after this one, itself coming last; -1 for the empty mask."""


def listed(mask: int) -> list[int]:
    """The seats of a mask, starting with A."""
    return [seat for seat in range(6) if mask >> seat & 1]


def partners(seat: int, other: int) -> bool:
    """Whether two seats are of one team."""
    return seat % 2 == other % 2
