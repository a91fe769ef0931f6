"""What differs in kind between mahjong games, as one frozen object. A field stands here only where two games differ."""

from __future__ import annotations

from dataclasses import dataclass

from referee.mahjong.tiles import KINDS


class UnsupportedRules(ValueError):
    """A combination that the core cannot honour; raised when the ruleset is built."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The kind of table that is played at.

    ``copies``: how many of each kind are in play. ``chi``: whether runs may be claimed. ``blood``: a winner leaves the
    play and the others go on until ``winners`` have won. ``robbed``: the kinds of kong that can be robbed.
    """

    seats: int
    copies: tuple[int, ...]
    chi: bool = False
    blood: bool = False
    winners: int = 1
    robbed: frozenset[str] = frozenset({"added"})

    def __post_init__(self) -> None:
        if self.seats not in (3, 4):
            raise UnsupportedRules(f"a table of {self.seats} seats")
        if len(self.copies) != KINDS:
            raise UnsupportedRules(f"copies of {len(self.copies)} kinds, expected {KINDS}")
        if self.blood and not 1 <= self.winners < self.seats:
            raise UnsupportedRules(f"{self.winners} winners at a table of {self.seats}")

    @property
    def wall(self) -> int:
        """The tiles left after the deal: 13 each and one more for the dealer (MJ-1.3)."""
        return sum(self.copies) - 13 * self.seats - 1


def suited(honours: tuple[int, ...] = (0,) * 7) -> tuple[int, ...]:
    """Four of every suit tile, and these honours."""
    return (4,) * 27 + honours
