"""The value of hands where fan are added up: the dearest shape, what is beside it, on a ladder, times factors, up to a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Generic, Protocol, TypeVar

from referee.core.verdict import FanEntry
from referee.mahjong.fan_options import ADDED, FACTOR, GAME, SHAPE, SUM, house_fans, ladder_steps
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.conditions import Holds
from referee.mahjong.hand.fans import NO_OWN, UNLIMITED, Fan, FanTable, WinValue, added, entry, excluded, fan
from referee.mahjong.hand.hand_flags import SEVEN_PAIRS
from referee.mahjong.hand.readings import Reading
from referee.mahjong.payment_options import MIN_VALUE, least_value
from referee.mahjong.rulebook import MJ
from referee.rulebook import FindingTemplate, Rules
from referee.rulebook.fan_lines import FanLine

TOO_LITTLE: Final[FindingTemplate] = MJ["TBL-5"].raises("win-too-small")
REASON: Final = "too-little"
"""Why such a hand does not win, as the words of a rulebook name it."""


def has_least_value(rules: Rules) -> bool:
    """Whether the table has a least value."""
    return bool(rules.family(MIN_VALUE))


def too_little(rules: Rules, by: str, value: int) -> FindingTemplate | None:
    """The finding on a win by ``draw``, ``discard`` or ``rob`` of this value, None where it is enough."""
    return TOO_LITTLE if rules.own and value < least_value(rules, by) else None


SHAPES, EXTRAS, KONG, ROOT, BONUS = "shape", "extra", "gang", "gen", "bonus"
"""The kinds of lines: shapes, what is beside them, a fan for each kong and for each four of a kind that is none, and points
beside the value that no limit holds."""
NOTHING: Final[Mapping[str, int]] = {}
Worths = TypeVar("Worths")


class Ladder:
    """What fan are worth by the rules of a table (TBL-14), and up to a limit of fan."""

    __slots__ = ("_factors", "_least", "_steps", "_sum", "_worth", "limit")

    def __init__(self, rules: Rules, worth: Callable[[int], int], least: int, limit: int | None) -> None:
        written = ladder_steps(rules)
        self._steps = () if isinstance(written, str) else written
        self._sum = written == SUM
        self._worth = (lambda fan: fan) if self._sum else worth
        self._factors = [fan.value for fan in house_fans(rules) if fan.sign == FACTOR]
        self._least = least
        self.limit = limit if limit is not None or written != GAME else UNLIMITED

    def uncapped(self, fan: int) -> int:
        """The value of so many fan without the limit."""
        if self._steps:
            return self._steps[min(max(fan - self._least, 0), len(self._steps) - 1)]
        return self._worth(fan)

    def value(self, fan: int, factor: int = 1) -> int:
        """The value of so many fan times a factor, no more than that of the limit."""
        if factor == 1:
            return self.uncapped(fan if self.limit is None else min(fan, self.limit))
        value = self.uncapped(fan if self.limit is None else min(fan, UNLIMITED)) * factor
        return value if self.limit is None else min(value, self.uncapped(self.limit))

    def most(self) -> int | None:
        """The value of the limit; None where there is none."""
        return None if self.limit is None else self.uncapped(self.limit)

    def possible(self, value: int) -> bool:
        """Whether a win may have this value: that of the limit, or less, and what some fan are worth times factors."""
        most = self.most()
        if value <= 0 or most is not None and value >= most:
            return value == most or value == 0 and self._gives(0)
        products = {1}
        for factor in self._factors:
            products |= {one * factor for one in products if value % (one * factor) == 0}
        return any(self._gives(value // one) for one in products)

    def _gives(self, worth: int) -> bool:
        """Whether some fan are worth so much."""
        if self._steps:
            return worth in self._steps
        return self._sum or any(self._worth(fan) == worth for fan in range(UNLIMITED + 1))


class Valued(Protocol):
    """What hands are worth by one set of rules, without some fans."""

    def valued(self, candidate: CandidateHand, by_readings: Sequence[Reading]) -> list[WinValue]:
        """The value of a hand by each of these readings, the best first."""


class Valuation:
    """What hands are worth where the dearest shape counts.

    ``own_roots`` and ``own_kongs`` are shapes that fours of a kind and kongs make, with how many of them, which are not counted
    again beside the shape. ``own`` are conditions of the game's own; fans ``without`` which hands are valued do not count.
    """

    def __init__(
        self,
        lines: Mapping[str, FanLine],
        rules: Rules,
        steps: Ladder,
        own_roots: Mapping[str, int] = NOTHING,
        own_kongs: Mapping[str, int] = NOTHING,
        own: Mapping[str, Holds] = NO_OWN,
        without: frozenset[str] = frozenset(),
    ) -> None:
        kept = [line for code, line in lines.items() if code not in without]
        of_kind = {kind: [line for line in kept if line.kind == kind] for kind in (SHAPES, EXTRAS, KONG, ROOT, BONUS)}
        self.steps = steps
        self.shapes = FanTable([fan(line) for line in of_kind[SHAPES]])
        self.house_shapes = added(rules, SHAPE, own, without)
        self.extras = FanTable([*[fan(line, own) for line in of_kind[EXTRAS]], *added(rules, ADDED, own, without)])
        self.factors = FanTable(added(rules, FACTOR, own, without))
        self.kong, self.root, self.bonus = [tuple(map(entry, of_kind[kind])) for kind in (KONG, ROOT, BONUS)]
        self.own_roots = own_roots if self.root else NOTHING
        self.own_kongs = own_kongs if self.kong else NOTHING
        self._root = self.root[0].value if self.root else 0
        self._kong = self.kong[0].value if self.kong else 0
        of_pairs = [fan(line) for line in lines.values() if line.kind == SHAPES]
        self._of_pairs = FanTable([shape for shape in of_pairs if shape.hand_flags & SEVEN_PAIRS])
        self._plain = next(fan(line) for line in kept if line.plain)
        self._shaped: dict[int, tuple[int, Fan | None]] = {}

    def valued(self, candidate: CandidateHand, by_readings: Sequence[Reading]) -> list[WinValue]:
        """The value of a hand by each of these readings, the best first (MJ-4.4); fan beyond the limit count in the order, not
        in the value. A reading of which no shape counts is none."""
        found, roots = [], candidate.quads()
        kongs = sum([len(meld.tiles) == 4 for meld in candidate.melds])
        for reading in by_readings:
            order, shape = self._shaped.get(reading.hand_flags) or self._shape(reading.hand_flags)
            if self.house_shapes:
                order, shape = self._dearer(reading, order, shape)
            if shape is None:
                continue
            of_kongs = self.kong * (kongs - self.own_kongs.get(shape.code, 0))
            of_roots = self.root * (roots - self.own_roots.get(shape.code, 0))
            fans = (shape.entry(), *self.extras.entries(reading), *of_kongs, *of_roots)
            total, factor = sum([one.value for one in fans]), 1
            strength = total
            if self.factors.fans:
                factors = self.factors.entries(reading)
                fans += factors
                for one in factors:
                    factor *= one.value
                strength = self.steps.uncapped(total) * factor
            found.append((strength, total, order, factor, fans, reading))
        if len(found) > 1:
            found.sort(key=lambda value: value[:3], reverse=True)
        more = self.bonus if candidate.by == "draw" else ()
        return [
            WinValue(value := self.steps.value(total, factor), fans + more, value, reading)
            for _, total, _, factor, fans, reading in found
        ]

    def _shape(self, hand_flags: int) -> tuple[int, Fan | None]:
        """The dearest shape of the game that fits, what it leaves out of 根 and kongs counted against it, with its place in the
        table: of two that come to the same the one further down. Seven pairs win by a shape of theirs alone; one that does not
        count beside another fan leaves a plain hand (TBL-2)."""
        pairs, order, shape = hand_flags & SEVEN_PAIRS, -1, None
        if not pairs or self._of_pairs.possible(hand_flags):
            fitting = [(self._net(one), self.shapes.fans.index(one), one) for one in self.shapes.possible(hand_flags)]
            _, order, shape = max(fitting, key=lambda one: one[:2], default=(0, -1, self._plain if pairs else None))
        self._shaped[hand_flags] = found = order, shape
        return found

    def _dearer(self, reading: Reading, order: int, shape: Fan | None) -> tuple[int, Fan | None]:
        """The dearest of this shape and those that the table has added, where they hold."""
        for place, house in enumerate(self.house_shapes, len(self.shapes.fans)):
            if house.of(reading) and (shape is None or house.value >= self._net(shape)):
                order, shape = place, house
        return order, shape

    def _net(self, shape: Fan) -> int:
        roots, kongs = self.own_roots.get(shape.code, 0), self.own_kongs.get(shape.code, 0)
        return shape.value - self._root * roots - self._kong * kongs


class Together:
    """The fans of a game that counts all that a hand has, by one set of rules. A shape that the table has added stands in place
    of all lines of the kind ``shape`` (TBL-2). What it has added ``beside`` shapes is left to the caller where that is False."""

    def __init__(
        self,
        lines: Iterable[FanLine],
        rules: Rules,
        by: str = "draw",
        own: Mapping[str, Holds] = NO_OWN,
        without: frozenset[str] = frozenset(),
        beside: bool = True,
    ) -> None:
        kept = [
            line
            for line in lines
            if line.code not in without and not line.plain and (line.draw if by == "draw" else line.discard)
        ]
        more = added(rules, ADDED, own, without) if beside else []
        self.every = FanTable([*[fan(line, own, by) for line in kept], *more])
        self.shapeless = FanTable([*[fan(line, own, by) for line in kept if line.kind != SHAPES], *more])
        self.house_shapes = added(rules, SHAPE, own, without)
        self.factors = FanTable(added(rules, FACTOR, own, without))

    def entries(self, reading: Reading) -> list[tuple[FanEntry, ...]]:
        """The fans of a reading, first with the game's shapes and then with each shape of the table's own that it has."""
        found = [self.every.entries(reading)]
        if self.house_shapes:
            shapes = [house.entry() for house in self.house_shapes if house.of(reading)]
            found += [(shape, *self.shapeless.entries(reading)) for shape in shapes]
        return found


class Excluding(Generic[Worths]):
    """What hands are worth by one set of rules. A hand with a fan of the table's own that excludes others is valued as if those
    had never been there (TBL-2)."""

    def __init__(self, rules: Rules, without: Callable[[frozenset[str]], Worths], own: Mapping[str, Holds] = NO_OWN) -> None:
        self._without = without
        self._excluding = [one for sign in (ADDED, SHAPE, FACTOR) for one in added(rules, sign, own) if one.excludes]
        self.plain = without(frozenset())
        self._kept = {frozenset[str](): self.plain}

    def excludes(self) -> bool:
        """Whether any fan excludes another."""
        return bool(self._excluding)

    def of(self, reading: Reading) -> Worths:
        """What this reading is worth by."""
        out = excluded(self._excluding, reading) if self._excluding else frozenset[str]()
        if out not in self._kept:
            self._kept[out] = self._without(out)
        return self._kept[out]


class Scoring:
    """The value of hands by each of their readings, by one set of rules."""

    def __init__(self, rules: Rules, without: Callable[[frozenset[str]], Valued], own: Mapping[str, Holds] = NO_OWN) -> None:
        self._rules = rules
        self._valued = Excluding(rules, without, own)
        self._has_least = has_least_value(rules)

    def valued(self, candidate: CandidateHand, by_readings: Sequence[Reading]) -> list[WinValue]:
        """The value of a hand by each of these readings, the best first; what is too little is marked so (TBL-5)."""
        if not self._valued.excludes():
            found = self._valued.plain.valued(candidate, by_readings)
        else:
            every = [value for reading in by_readings for value in self._valued.of(reading).valued(candidate, [reading])]
            found = sorted(every, key=lambda one: one.value, reverse=True)
        if self._has_least:
            for win_value in found:
                win_value.violates = win_value.violates or too_little(self._rules, candidate.by, win_value.value)
        return found
