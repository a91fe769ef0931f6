"""The value of a win in 顆: its shape, doublings, minimums, the cap, and half for a discard (LZG-4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from referee.games.luzhou.clauses import LZG
from referee.games.luzhou.options import Options
from referee.games.luzhou.shapes import GHOST, SETS, SEVEN_PAIRS, TRIPLETS, Shape, held_ghosts, reading, shapes
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import Fan, FanTable, WinValue, fan_entry
from referee.mahjong.hand.hand_flags import AFTER_KONG, FOUR_MELDS, ON_REPLACEMENT, ROBBING
from referee.mahjong.hand.readings import STANDARD, Group, Reading
from referee.verdict import FanEntry

SHAPE: Final = LZG["LZG-4.1"]
DOUBLED: Final = LZG["LZG-4.2"]
PLAIN_FLOOR: Final = LZG["LZG-4.3"]
RICH_FLOOR: Final = LZG["LZG-4.4"]
REPORT_FLOOR: Final = LZG["LZG-4.6"]
TOO_SMALL: Final = LZG["LZG-3.3"].raises("win-too-small")


class Name(NamedTuple):
    """A line of the table of shapes: code, 顆 without and with one 閨; each further 閨 doubles it."""

    code: str
    plain: int
    first: int

    def value(self, quads: int) -> int:
        """The value on a self-draw with this many 閨."""
        return self.first << quads - 1 if quads else self.plain

    def entry(self, quads: int) -> FanEntry:
        """The fan entry of this name in a verdict."""
        return fan_entry(self.code, self.value(quads), SHAPE)


PINGHU: Final = Name("pinghu", 2, 2)
GUI: Final = Name("gui", 5, 5)
QINGYISE: Final = Name("qingyise", 10, 20)
DADUIZI: Final = Name("daduizi", 10, 20)
QIDUI: Final = Name("qidui", 10, 20)
QINGDUI: Final = Name("qingdui", 40, 80)
QINGQIDUI: Final = Name("qingqidui", 40, 80)

RICHNESS: Final = (PINGHU, GUI, QINGYISE, DADUIZI, QIDUI, QINGDUI, QINGQIDUI)
"""The shapes from plain to rich: of equal values the richer name counts (LZG-4.9)."""
NAMES: Final = {
    (SETS, False): PINGHU,
    (SETS, True): QINGYISE,
    (TRIPLETS, False): DADUIZI,
    (TRIPLETS, True): QINGDUI,
    (SEVEN_PAIRS, False): QIDUI,
    (SEVEN_PAIRS, True): QINGQIDUI,
}

PLAIN: Final = (PINGHU, GUI)
WITH_KONG_FLOOR: Final = (DADUIZI, QINGYISE, QINGDUI, QINGQIDUI)
"""What counts at least 40 on a replacement, ghosts or not (LZG-4.4)."""


def wugui(reading: Reading) -> bool:
    """無鬼: no ghost in melds, hand or winning tile."""
    candidate = reading.candidate
    return not (candidate.tile == GHOST or held_ghosts(candidate.keys) or any(GHOST in meld.tiles for meld in candidate.melds))


DOUBLINGS: Final = FanTable(
    (
        Fan("gangshanghua", 2, DOUBLED, ON_REPLACEMENT),
        Fan("gangshangpao", 2, DOUBLED, AFTER_KONG),
        Fan("qianggang", 2, DOUBLED, ROBBING),
        Fan("wugui", 2, DOUBLED, 0, wugui),
        Fan("shoubayi", 2, DOUBLED, FOUR_MELDS),
    )
)
GROWING: Final = ("gangshangpao", "qianggang")
"""The doublings by which a win grows after another was passed (LZG-2.7)."""
SINGLE: Final = "shoubayi"
"""The doubling that raises no plain hand's floor (LZG-4.3)."""


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


def best(candidate: CandidateHand, options: Options) -> WinValue | None:
    """The value of a win by its most valuable shape; of equal ones, by the one with the richer name (LZG-4.9). Its reading has
    no groups."""
    found = _valued(candidate, options)
    if not found:
        return None
    return _win_value(Reading(candidate, STANDARD), max(found, key=lambda worth: worth[:2]), found, options)


def valued(candidate: CandidateHand, options: Options) -> list[WinValue]:
    """The value of a win by every shape, the highest first, with the groups of each reading.

    The same groups are told once, by their dearest shape: those of a full flush make a plain hand too, and triplets are sets.
    """
    found = sorted(_valued(candidate, options), key=lambda worth: worth[:2], reverse=True)
    told: dict[tuple[str, tuple[Group, ...], int | None], WinValue] = {}
    for worth in found:
        one = reading(candidate, worth.shape)
        told.setdefault((one.shape, tuple(sorted(one.groups)), one.pair), _win_value(one, worth, found, options))
    return list(told.values())


def _win_value(reading: Reading, worth: Worth, every: list[Worth], options: Options) -> WinValue:
    """The value that is paid: half on another player's tile, where it may be too small to win (LZG-3.3, LZG-5.1). A missed win
    counts by the dearest shape before the cap (LZG-2.7)."""
    another = reading.candidate.by != "draw"
    value = worth.value // 2 if another else worth.value
    too_small = TOO_SMALL if another and value < 2 and not options.one_ke_win else None
    return WinValue(value, worth.fans, worth.value, reading, too_small, max([one.growth for one in every]))


def _valued(candidate: CandidateHand, options: Options) -> list[Worth]:
    """The value of a win by each kind of shape."""
    doublings = DOUBLINGS.entries(Reading(candidate, STANDARD))
    steady = tuple([fan for fan in doublings if fan.code not in GROWING])
    cap, flags = options.cap, candidate.flags
    named = options.report_extras == "named" and "bao" in flags
    found = []
    for shape in shapes(candidate):
        value, rich, fans = _uncapped_value(shape.kind, shape.pure, shape.quads, doublings, flags, named)
        growth = value
        if len(steady) < len(doublings):
            before, _, _ = _uncapped_value(shape.kind, shape.pure, shape.quads, steady, flags, named)
            growth = max(value, before << len(doublings) - len(steady))
        found.append(Worth(value if cap is None else min(value, cap), rich, growth, fans, shape))
    return found


@lru_cache(maxsize=4096)
def _uncapped_value(
    kind: str, pure: bool, quads: int, doublings: tuple[FanEntry, ...], flags: frozenset[str], named: bool
) -> tuple[int, int, tuple[FanEntry, ...]]:
    """The value before the cap: doublings first, then the highest minimum, which becomes a fan entry if it raised the value."""
    name = NAMES[kind, pure]
    if name is PINGHU and quads:
        name = GUI
    self_draw_value, rich = name.value(quads) << len(doublings), RICHNESS.index(name)
    fans = (name.entry(quads), *doublings)
    floor = max(_floors(name, [fan.code for fan in doublings], flags, named), default=None)
    if floor is None or floor[0] <= self_draw_value:
        return self_draw_value, rich, fans
    least, cause, clause = floor
    return least, rich, (*fans, FanEntry("floor", f"保底（{cause}）", least, clause))


def _floors(name: Name, doublings: list[str], flags: frozenset[str], named: bool) -> Iterator[tuple[int, str, str]]:
    """The minimum values that apply to a hand, each with its reason and clause. ``named``: a plain hand that was reported counts
    as more where it has one of the doublings (LZG-4.6)."""
    raising = [code for code in doublings if code != SINGLE]
    if name in PLAIN and raising:
        yield 10 << len(raising) - 1, "名堂", PLAIN_FLOOR.id
    if "wugui" in raising and name not in PLAIN:
        shape = name.entry(0).name
        yield 40, f"無鬼{shape}", RICH_FLOOR.id
    if "gangshanghua" in raising and ("wugui" in raising or name in WITH_KONG_FLOOR):
        yield 40, "槓上花", RICH_FLOOR.id
    if "tianhu" in flags:
        yield 40, "天胡", RICH_FLOOR.id
    if "dihu" in flags:
        yield 40, "地胡", RICH_FLOOR.id
    if "bao" in flags:
        yield 10 if name is PINGHU and not (named and raising) else 40, "報牌", REPORT_FLOOR.id
