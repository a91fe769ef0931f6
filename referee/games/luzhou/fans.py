"""The value of a win in 顆: its shape, doublings, minimums, the cap, and half for a discard (LZG-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Final, NamedTuple

from referee.core.verdict import FanEntry
from referee.games.luzhou.rulebook import GHOSTS, LZG, Options
from referee.games.luzhou.shapes import GHOST, SETS, SEVEN_PAIRS, TRIPLETS, InPlay, Shape, has_run, held_ghosts, reading, shapes
from referee.mahjong.fan_options import ADDED, FACTOR, SHAPE, lines_of, revalued
from referee.mahjong.hand import hand_flags
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.conditions import Holds
from referee.mahjong.hand.fans import Fan, FanTable, WinValue, added, fan
from referee.mahjong.hand.readings import STANDARD, Group, Reading
from referee.mahjong.hand.tiles import SUITS
from referee.mahjong.hand.valuation import Excluding, Ladder, too_little
from referee.rulebook import Rules
from referee.rulebook.fan_lines import FanLine

WORDS: Final = LZG.words
PLAIN_FLOOR: Final = LZG["LZG-4.3"]
RICH_FLOOR: Final = LZG["LZG-4.4"]
REPORT_FLOOR: Final = LZG["LZG-4.6"]
TOO_SMALL: Final = LZG["LZG-3.3"].raises("win-too-small")

PINGHU, GUI, FLOOR = "pinghu", "gui", "floor"
RICHNESS: Final = (PINGHU, GUI, "qingyise", "daduizi", "qidui", "qingdui", "qingqidui")
"""The shapes from plain to rich: of equal values the richer name counts (LZG-4.9)."""
NAMES: Final = {
    (SETS, False): PINGHU,
    (SETS, True): "qingyise",
    (TRIPLETS, False): "daduizi",
    (TRIPLETS, True): "qingdui",
    (SEVEN_PAIRS, False): "qidui",
    (SEVEN_PAIRS, True): "qingqidui",
}
ALSO: Final = {
    (SETS, False): (PINGHU, GUI),
    (SETS, True): (PINGHU, GUI, "qingyise"),
    (TRIPLETS, False): (PINGHU, GUI, "daduizi"),
    (TRIPLETS, True): (PINGHU, GUI, "qingyise", "daduizi", "qingdui"),
    (SEVEN_PAIRS, False): ("qidui",),
    (SEVEN_PAIRS, True): ("qidui", "qingqidui"),
}
"""All that a hand of such a shape is, where a table has other values: one that does not count leaves the others (TBL-1)."""
FLAGS: Final = {
    SETS: hand_flags.SHAPED | hand_flags.FOUR_SETS,
    TRIPLETS: hand_flags.SHAPED | hand_flags.FOUR_SETS | hand_flags.TRIPLETS,
    SEVEN_PAIRS: hand_flags.SHAPED | hand_flags.SEVEN_PAIRS,
}
"""The hand flags of a reading by each kind of shape."""

PLAIN: Final = (PINGHU, GUI)
WITH_KONG_FLOOR: Final = ("daduizi", "qingyise", "qingdui", "qingqidui")
"""What counts at least 40 on a replacement, ghosts or not (LZG-4.4)."""
GROWING: Final = ("gangshangpao", "qianggang")
"""The doublings by which a win grows after another was passed (LZG-2.7)."""
SINGLE: Final = "shoubayi"
"""The doubling that raises no plain hand's floor (LZG-4.3)."""


def ghosts_of(candidate: CandidateHand) -> int:
    """The number of ghosts in melds, hand and winning tile."""
    return held_ghosts(candidate.keys) + sum([meld.tiles.count(GHOST) for meld in candidate.melds])


def wugui(reading: Reading) -> bool:
    """無鬼: no ghost in melds, hand or winning tile."""
    candidate = reading.candidate
    return not (candidate.tile == GHOST or ghosts_of(candidate))


def exactly(number: int) -> Holds:
    """So many ghosts in melds, hand and winning tile."""
    return lambda reading: ghosts_of(reading.candidate) == number


OWN: Final[Mapping[str, Holds]] = {"no_ghost": wugui, **{f"ghosts:{number}": exactly(number) for number in GHOSTS}}


class Worth(NamedTuple):
    """The value of a win by one kind of shape."""

    value: int
    """The value of a self-draw."""
    rich: int
    """The rank of the shape's name."""
    growth: int
    """The value before the cap, in which a discard after a kong and robbing one double the minimums too (LZG-2.7)."""
    fans: tuple[FanEntry, ...]
    shape: Shape


class Values:
    """What hands are worth by one set of rules."""

    def __init__(self, rules: Rules, without: frozenset[str] = frozenset()) -> None:
        self.options = Options.of(rules)
        self.in_play = in_play(rules)
        self.table = lines_of(LZG, rules)
        self.lines = {code: line for code, line in self.table.items() if code not in without}
        self.revalued = revalued(rules)
        self.doublings = FanTable([fan(line, OWN) for line in self.lines.values() if line.kind == "doubling"])
        self.house_shapes = added(rules, SHAPE, OWN, without)
        self.beside = FanTable(added(rules, ADDED, OWN, without))
        self.factors = FanTable(added(rules, FACTOR, OWN, without))
        self.has_house = bool(self.house_shapes or self.beside.fans or self.factors.fans)
        self.steps = Ladder(rules, lambda number: number, self.lines[PINGHU].draw, None)
        self._uncapped = lru_cache(maxsize=4096)(self._uncapped_value)

    def worths(self, candidate: CandidateHand, by_shapes: Sequence[Shape]) -> list[Worth]:
        """The value of a win by each of these shapes that wins at this table."""
        doublings = self.doublings.entries(Reading(candidate, STANDARD))
        growing = prod([fan.value for fan in doublings if fan.code in GROWING])
        steady = doublings if growing == 1 else tuple([fan for fan in doublings if fan.code not in GROWING])
        cap, flags = self.options.cap, candidate.flags
        named = self.options.report_extras == "named" and "bao" in flags
        found = []
        for shape in by_shapes:
            for name, more, factors in self._named(candidate, shape):
                value, rich, fans = self._uncapped(name, shape.quads, more, doublings + factors, flags, named)
                growth = value
                if growing > 1:
                    before, _, _ = self._uncapped(name, shape.quads, more, steady + factors, flags, named)
                    growth = max(value, before * growing)
                found.append(Worth(value if cap is None else min(value, cap), rich, growth, fans, shape))
        return found

    def _named(
        self, candidate: CandidateHand, shape: Shape
    ) -> list[tuple[str | Fan, tuple[FanEntry, ...], tuple[FanEntry, ...]]]:
        """The names by which a shape counts, with what a table has added beside it and its factors."""
        names: list[str | Fan] = [*self._names(shape)]
        if not self.has_house:
            return [(one, (), ()) for one in names]
        one = _reading(candidate, shape, self.in_play)
        names += [house for house in self.house_shapes if house.of(one)]
        return [(name, self.beside.entries(one), self.factors.entries(one)) for name in names]

    def _names(self, shape: Shape) -> list[str]:
        """The shapes of the game as which a shape counts; a hand whose shape does not count beside a fan of the table's own wins
        as a plain one (TBL-2)."""
        if not self.revalued:
            name = NAMES[shape.kind, shape.pure]
            return [GUI if name == PINGHU and shape.quads else name]
        fitting = [name for name in ALSO[shape.kind, shape.pure] if name in self.table and (name != GUI or shape.quads)]
        return [name for name in fitting if name in self.lines] or [PINGHU][: len(fitting)]

    def _uncapped_value(
        self,
        name: str | Fan,
        quads: int,
        more: tuple[FanEntry, ...],
        doublings: tuple[FanEntry, ...],
        flags: frozenset[str],
        named: bool,
    ) -> tuple[int, int, tuple[FanEntry, ...]]:
        """The value before the cap: doublings first, then the highest minimum, which becomes a fan entry if it raised the
        value."""
        if isinstance(name, Fan):
            shape, rich, code = name.entry(), len(RICHNESS), ""
        else:
            shape, rich, code = _shape_entry(self.lines[name], quads), RICHNESS.index(name), name
        total = self.steps.uncapped(shape.value + sum([fan.value for fan in more]))
        self_draw_value = total * prod([fan.value for fan in doublings])
        fans = (shape, *more, *doublings)
        least = max(self._floors(code, doublings, flags, named), default=None) if FLOOR in self.lines else None
        if least is None or least[0] <= self_draw_value:
            return self_draw_value, rich, fans
        value, cause, clause = least
        return value, rich, (*fans, FanEntry(FLOOR, WORDS.sentence("floor", cause=cause)["zh"], value, clause))

    def _floors(
        self, name: str, doublings: Sequence[FanEntry], flags: frozenset[str], named: bool
    ) -> Iterator[tuple[int, str, str]]:
        """The minimum values that apply to a hand, each with its reason and clause; ``name`` is empty for a shape of the table's
        own. ``named``: a plain hand that was reported
        counts as more where it has one of the doublings (LZG-4.6)."""
        raising = [fan.code for fan in doublings if fan.code != SINGLE and fan.code in self.lines]
        if name in PLAIN and raising:
            yield 10 << len(raising) - 1, WORDS.sentence("floor-of-named")["zh"], PLAIN_FLOOR.id
        if "wugui" in raising and name and name not in PLAIN:
            yield 40, WORDS.sentence("floor-of-no-ghost", fan=self.lines[name].text)["zh"], RICH_FLOOR.id
        if "gangshanghua" in raising and ("wugui" in raising or name in WITH_KONG_FLOOR):
            yield 40, WORDS.name("gangshanghua", "zh", "fans"), RICH_FLOOR.id
        if "tianhu" in flags:
            yield 40, WORDS.name("tianhu", "zh", "flags"), RICH_FLOOR.id
        if "dihu" in flags:
            yield 40, WORDS.name("dihu", "zh", "flags"), RICH_FLOOR.id
        if "bao" in flags:
            yield 10 if name == PINGHU and not (named and raising) else 40, WORDS.name("bao", "zh", "marks"), REPORT_FLOOR.id


def _reading(candidate: CandidateHand, shape: Shape, tiles: InPlay) -> Reading:
    """The hand as conditions are asked of it, by this shape. Sets of which none can be a run are triplets (TBL-2)."""
    only_triplets = shape.kind == SETS and not has_run(candidate, shape, tiles)
    return Reading(candidate, STANDARD, own=FLAGS[TRIPLETS if only_triplets else shape.kind])


def _shape_entry(line: FanLine, quads: int) -> FanEntry:
    """The entry of a shape with this many 閨: of all but a plain hand the first doubles it, and each further one."""
    doubled = max(quads - (line.code in PLAIN), 0)
    return FanEntry(line.code, line.text["zh"], line.draw << doubled if line.code != PINGHU else line.draw, line.clause.id)


@lru_cache
def in_play(rules: Rules) -> InPlay:
    """The tiles that the table plays with (TBL-4)."""
    options = Options.of(rules)
    first, last = options.span()
    return InPlay(first - 1, last - first + 1, tuple([SUITS.index(suit) for suit in options.suits_in_play()]))


@lru_cache
def scoring(rules: Rules) -> Excluding[Values]:
    """What hands are worth by these rules."""
    return Excluding(rules, lambda without: Values(rules, without), OWN)


def worths(candidate: CandidateHand, rules: Rules) -> list[Worth]:
    """The value of a win by each kind of shape that wins at this table."""
    values, by_shapes = scoring(rules), shapes(candidate, in_play(rules))
    if not values.excludes():
        return values.plain.worths(candidate, by_shapes)
    return [
        worth for shape in by_shapes for worth in values.of(_reading(candidate, shape, in_play(rules))).worths(candidate, [shape])
    ]


def best(candidate: CandidateHand, rules: Rules) -> WinValue | None:
    """The value of a win by its most valuable shape; of equal ones, by the one with the richer name (LZG-4.9). Its reading has
    no groups."""
    found = worths(candidate, rules)
    if not found:
        return None
    return _win_value(Reading(candidate, STANDARD), max(found, key=lambda worth: worth[:2]), found, rules)


def valued(candidate: CandidateHand, rules: Rules) -> list[WinValue]:
    """The value of a win by every shape, the highest first, with the groups of each reading.

    The same groups are told once, by their dearest shape: those of a full flush make a plain hand too, and triplets are sets.
    """
    found = sorted(worths(candidate, rules), key=lambda worth: worth[:2], reverse=True)
    told: dict[tuple[str, tuple[Group, ...], int | None], WinValue] = {}
    for worth in found:
        one = reading(candidate, worth.shape, in_play(rules))
        told.setdefault((one.shape, tuple(sorted(one.groups)), one.pair), _win_value(one, worth, found, rules))
    return list(told.values())


def _win_value(reading: Reading, worth: Worth, every: list[Worth], rules: Rules) -> WinValue:
    """The value that is paid: half on another player's tile, where it may be too small to win (LZG-3.3, LZG-5.1). A missed win
    counts by the dearest shape before the cap (LZG-2.7)."""
    options = Options.of(rules)
    another = reading.candidate.by != "draw"
    value = worth.value // 2 if another else worth.value
    too_small = TOO_SMALL if another and value < 2 and not options.one_ke_win else too_little(rules, reading.candidate.by, value)
    return WinValue(value, worth.fans, worth.value, reading, too_small, max([one.growth for one in every]))
