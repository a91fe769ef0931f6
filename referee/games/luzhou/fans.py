"""The value of a win in 顆: its shape, what doubles it, what it counts at least, the cap and the half (LZG-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.games.luzhou.clauses import LZG
from referee.games.luzhou.shapes import GHOST, Shape, held_ghosts, shapes
from referee.mahjong.fans import Fan, Holding, Judged, Reading, entries
from referee.rulebook import Raise
from referee.verdict import FanEntry

SHAPE = LZG["LZG-4.1"]
DOUBLED = LZG["LZG-4.2"]
PLAIN_FLOOR = LZG["LZG-4.3"]
RICH_FLOOR = LZG["LZG-4.4"]
REPORT_FLOOR = LZG["LZG-4.6"]
TOO_SMALL = LZG["LZG-3.3"].raises("win-too-small")


class Name(NamedTuple):
    """A line of the table of shapes: its code and name, and its 顆 without and with one 閨; each further one doubles."""

    code: str
    name: str
    plain: int
    first: int

    def value(self, quads: int) -> int:
        """The self-draw value with so many 閨."""
        return self.first << quads - 1 if quads else self.plain

    def entry(self, quads: int) -> FanEntry:
        """The line as a verdict tells it."""
        return FanEntry(self.code, self.name, self.value(quads), SHAPE.id)


PINGHU = Name("pinghu", "平胡", 2, 2)
GUI = Name("gui", "閨", 5, 5)
QINGYISE = Name("qingyise", "清一色", 10, 20)
DADUIZI = Name("daduizi", "大對子", 10, 20)
QIDUI = Name("qidui", "七對", 10, 20)
QINGDUI = Name("qingdui", "清對", 40, 80)
QINGQIDUI = Name("qingqidui", "清七對", 40, 80)

RICHNESS = (PINGHU, GUI, QINGYISE, DADUIZI, QIDUI, QINGDUI, QINGQIDUI)
"""The shapes from plain to rich: of equal values the richer name counts (LZG-4.9)."""
NAMES = {
    ("sets", False): PINGHU, ("sets", True): QINGYISE, ("triplets", False): DADUIZI, ("triplets", True): QINGDUI,
    ("pairs", False): QIDUI, ("pairs", True): QINGQIDUI,
}  # fmt: skip

PLAIN = (PINGHU, GUI)
TRIPLETS = (DADUIZI, QINGDUI)
ONE_SUIT = (QINGYISE, QINGDUI, QINGQIDUI)


def gangshanghua(reading: Reading) -> bool:
    """杠上花: drawn as the replacement after an own kong."""
    return "gangshanghua" in reading.holding.flags


def gangshangpao(reading: Reading) -> bool:
    """杠上炮: on the discard that directly follows the discarder's kong."""
    return "gangshangpao" in reading.holding.flags


def qianggang(reading: Reading) -> bool:
    """搶杠: robbing an added kong."""
    return reading.holding.by == "rob"


def wugui(reading: Reading) -> bool:
    """無鬼: no ghost in melds, hand and winning tile."""
    holding = reading.holding
    return not (holding.tile == GHOST or held_ghosts(holding.keys) or any(GHOST in meld.tiles for meld in holding.melds))


def shoubayi(reading: Reading) -> bool:
    """手把一: a single tile left in the hand."""
    return len(reading.holding.melds) == 4


DOUBLINGS = (
    Fan("gangshanghua", "杠上花", 2, DOUBLED, gangshanghua),
    Fan("gangshangpao", "杠上炮", 2, DOUBLED, gangshangpao),
    Fan("qianggang", "搶杠", 2, DOUBLED, qianggang),
    Fan("wugui", "無鬼", 2, DOUBLED, wugui),
    Fan("shoubayi", "手把一", 2, DOUBLED, shoubayi),
)
SINGLE = "shoubayi"
"""The doubling that raises no plain hand's floor (LZG-4.3)."""


def valued(holding: Holding, cap: int | None, small_wins: bool) -> list[Judged]:
    """The hand by each kind of shape that it can be read as, the dearest first, of equals the richer name (LZG-4.9)."""
    found = []
    for shape in shapes(holding):
        name = NAMES[shape.kind, shape.pure]
        if name is PINGHU and shape.quads:
            name = GUI
        worth, fans = _worth(name, shape)
        worth = worth if cap is None else min(worth, cap)
        value = worth if holding.by == "draw" else worth // 2
        breaks: Raise | None = TOO_SMALL if value < 2 and holding.by != "draw" and not small_wins else None
        found.append((worth, RICHNESS.index(name), Judged(value, fans, worth, shape.reading, breaks)))
    found.sort(key=lambda judged: judged[:2], reverse=True)
    return [judged for _, _, judged in found]


def _worth(name: Name, shape: Shape) -> tuple[int, tuple[FanEntry, ...]]:
    """The self-draw value before the cap: doublings first, then the highest floor, which is an entry where it raised it."""
    doublings = entries(DOUBLINGS, shape.reading)
    worth = name.value(shape.quads) << len(doublings)
    fans = (name.entry(shape.quads), *doublings)
    floor = max(_floors(name, shape.quads, [fan.code for fan in doublings], shape.reading.holding.flags), default=None)
    if floor is None or floor[0] <= worth:
        return worth, fans
    least, cause, clause = floor
    return least, (*fans, FanEntry("floor", f"保底（{cause}）", least, clause))


def _floors(name: Name, quads: int, doublings: list[str], flags: frozenset[str]) -> Iterator[tuple[int, str, str]]:
    """What the hand counts at least, with what for and by which clause."""
    raising = [code for code in doublings if code != SINGLE]
    if name in PLAIN and raising:
        yield 10 << len(raising) - 1, "名堂", PLAIN_FLOOR.id
    if "wugui" in raising and name not in PLAIN:
        yield 40, f"無鬼{name.name}", RICH_FLOOR.id
    if "gangshanghua" in raising and ("wugui" in raising or name in TRIPLETS or name in ONE_SUIT):
        yield 40, "杠上花", RICH_FLOOR.id
    if "tianhu" in flags:
        yield 40, "天胡", RICH_FLOOR.id
    if "dihu" in flags:
        yield 40, "地胡", RICH_FLOOR.id
    if "bao" in flags:
        yield 10 if name is PINGHU else 40, "報牌", REPORT_FLOOR.id

