"""The value of a winning hand: a game's ordered table of fans, applied to one reading of the hand (MJ-4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from referee.core.verdict import FanEntry
from referee.mahjong.fan_options import house_fans
from referee.mahjong.hand.conditions import SINGLE_WAIT, Holds, parsed, single_wait
from referee.mahjong.hand.readings import Reading
from referee.mahjong.rulebook import Options
from referee.rulebook import FindingTemplate, Rules
from referee.rulebook.fan_lines import FanLine


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


HOUSE_FAN: Final = "TBL-2"
NO_OWN: Final[Mapping[str, Holds]] = {}
UNLIMITED: Final = 60
"""The limit of a table that has none: more fan than a hand can have."""


def kongs(reading: Reading) -> int:
    """槓: the number of kongs, concealed and open."""
    return sum(len(meld.tiles) == 4 for meld in reading.candidate.melds)


class Fan(NamedTuple):
    """A fan as hands are held to it: code, Chinese name, value in the game's unit, clause, and the hand flags that a reading with
    it has; where they do not say all of it, ``holds`` does (a number: how many times). ``excludes`` are the fans that do not
    count beside it."""

    code: str
    name: str
    value: int
    clause: str
    hand_flags: int
    holds: Holds | None = None
    excludes: tuple[str, ...] = ()

    def entry(self) -> FanEntry:
        """The fan as an entry of a verdict."""
        return FanEntry(self.code, self.name, self.value, self.clause)

    def of(self, reading: Reading) -> bool:
        """Whether a reading has it."""
        return not self.hand_flags & ~reading.hand_flags and (self.holds is None or bool(self.holds(reading)))


def fan(line: FanLine, own: Mapping[str, Holds] = NO_OWN, by: str = "draw") -> Fan:
    """The fan of a line of the game's table, with its value on a ``draw`` or otherwise; ``own`` are conditions of the game's
    own."""
    flags, holds = parsed(line.when, own)
    value = line.draw if by == "draw" else line.discard
    return Fan(line.code, line.text["zh"], value, line.clause.id, flags, holds)


def entry(line: FanLine) -> FanEntry:
    """A line of the game's table as an entry of a verdict."""
    return FanEntry(line.code, line.text["zh"], line.draw, line.clause.id)


def added(rules: Rules, sign: str, own: Mapping[str, Holds] = NO_OWN, without: frozenset[str] = frozenset()) -> list[Fan]:
    """The fans that the table has added and that count so: beside the shape, as a shape of their own, as a factor (TBL-2);
    ``without`` are codes that are left out."""
    called, found = dict(rules.called), []
    own = {SINGLE_WAIT: single_wait(*Options.of(rules).span()), **own}
    for house in house_fans(rules):
        if house.sign == sign and house.code not in without:
            flags, holds = parsed(house.when, own)
            found.append(
                Fan(house.code, called.get(house.code, house.code), house.value, HOUSE_FAN, flags, holds, house.excludes)
            )
    return found


def excluded(fans: Sequence[Fan], reading: Reading) -> frozenset[str]:
    """The fans that do not count for a reading, because it has another that excludes them (TBL-2)."""
    return frozenset([code for fan in fans if fan.of(reading) for code in fan.excludes])


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
