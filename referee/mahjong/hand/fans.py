"""The value of a winning hand: a game's ordered table of fans, applied to one reading of the hand (MJ-4.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from referee.mahjong.hand.hand_flags import OPEN_MELD
from referee.mahjong.hand.readings import Reading
from referee.rulebook import Clause, FindingTemplate
from referee.verdict import FanEntry


class WinValue:
    """The value of a winning hand by one reading.

    ``value`` is the win value in the game's unit, ``fans`` what makes it. ``rank`` orders the wins of a hand. ``violates`` is
    raised by a win that stands all the same (a minimum). ``growth`` is what the lock on a missed win compares: the rank, or the
    value before the cap where a game says so.
    """

    __slots__ = ("fans", "growth", "rank", "reading", "value", "violates")

    def __init__(
        self,
        value: int,
        fans: tuple[FanEntry, ...],
        rank: int,
        reading: Reading,
        violates: FindingTemplate | None = None,
        growth: int | None = None,
    ) -> None:
        self.value = value
        self.fans = fans
        self.rank = rank
        self.reading = reading
        self.violates = violates
        self.growth = rank if growth is None else growth


Holds = Callable[[Reading], bool | int]
UNLIMITED: Final = 60
"""The limit of a table that has none: more fan than a hand can have."""


def kongs(reading: Reading) -> int:
    """槓: the number of kongs, concealed and open."""
    return sum(len(meld.tiles) == 4 for meld in reading.candidate.melds)


def closed(reading: Reading) -> bool:
    """門清: no meld lies open; concealed kongs may."""
    return not reading.hand_flags & OPEN_MELD


def no_ends(reading: Reading) -> bool:
    """中張: no 1 and no 9 in hand and melds."""
    return reading.candidate.simples()


def fan_entry(code: str, value: int, clause: Clause) -> FanEntry:
    """A fan as an entry of a verdict, with its Chinese name from the words of its rulebook. Raises KeyError where it has none."""
    return FanEntry(code, clause.words.of("fans")[code]["zh"], value, clause.id)


class Fan(NamedTuple):
    """One line of a game's table: code, value in the game's unit, clause, and the hand flags that a reading with it has; where
    they do not say all of it, ``holds`` does (a number: how many times)."""

    code: str
    value: int
    clause: Clause
    hand_flags: int
    holds: Holds | None = None

    def entry(self) -> FanEntry:
        """The fan as an entry of a verdict."""
        return fan_entry(self.code, self.value, self.clause)


class FanTable:
    """A game's fans in order. The hand flags of a reading decide most of them; these decisions are cached."""

    __slots__ = ("_kept", "_named", "fans")

    def __init__(self, fans: Sequence[Fan]) -> None:
        self.fans = tuple(fans)
        self._named = 0
        for fan in fans:
            self._named |= fan.hand_flags
        self._kept: dict[int, tuple[tuple[FanEntry, ...], tuple[tuple[FanEntry, Holds | None], ...]]] = {}

    def possible(self, having: int) -> list[Fan]:
        """The fans that need no other hand flags than these."""
        return [fan for fan in self.fans if not fan.hand_flags & ~having]

    def entries(self, reading: Reading) -> tuple[FanEntry, ...]:
        """The entries of the fans that a reading has, in the order of the table."""
        having = reading.hand_flags & self._named
        kept = self._kept.get(having)
        if kept is None:
            kept = self._kept[having] = self._settle(having)
        settled, asked = kept
        if not asked:
            return settled
        found: list[FanEntry] = []
        for entry, holds in asked:
            times = 1 if holds is None else int(holds(reading))
            if times:
                found += [entry] * times
        return tuple(found)

    def _settle(self, having: int) -> tuple[tuple[FanEntry, ...], tuple[tuple[FanEntry, Holds | None], ...]]:
        """The entries that these flags decide; if some fan also needs its predicate, all possible entries with the predicates
        to call."""
        possible = [(fan.entry(), fan.holds) for fan in self.possible(having)]
        if any(holds for _, holds in possible):
            return (), tuple(possible)
        return tuple(entry for entry, _ in possible), ()
