"""瀘州鬼麻將 read from its rulebook: what a hand is worth, what it waits for, what is settled at the round's end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod
from typing import Any

from tests.oracle.mahjong import next_dealer, table_rules
from tests.oracle.mahjong.deals import kinds_of
from tests.oracle.mahjong.ghost_shapes import GHOST, Meld, Reading, whole

NAMES = ("qingqidui", "qingdui", "qidui", "daduizi", "qingyise", "gui", "pinghu")
"""The shapes, the richest first (LZG-4.9)."""
DOUBLES = ("gangshanghua", "gangshangpao", "qianggang", "wugui", "shoubayi")
GROWING = {"gangshangpao", "qianggang"}

PRESETS: dict[str, dict[str, Any]] = {
    "luzhou": {"ghosts": 4, "cap": 40},
    "eight": {"ghosts": 8, "cap": 40, "gift": "mode1"},
    "cap100": {"ghosts": 4, "cap": 100},
}
DEFAULTS: dict[str, Any] = {
    "one_ke_win": False,
    "report_extras": "off",
    "ready_check": "full",
    "players": 4,
    "multi_win": "all",
    "peng_lock": "off",
    **next_dealer.DEFAULTS,
    "dice_double": "off",
    "reported_pays": 1,
    "dead_wait": "ready",
    "ready_payees": "ready",
    "pig": 0,
    "pig_payees": "playing",
    "suits": "mps",
    "ranks": "1-9",
    "hand": 13,
}


def options_of(preset: str, **given: Any) -> dict[str, Any]:
    """The options of a preset with some given; the gift follows the number of ghosts (LZG-5.4)."""
    options = DEFAULTS | PRESETS[preset] | given
    return {"gift": "mode1" if options["ghosts"] > 4 else "off"} | options


@dataclass(frozen=True)
class Worth:
    """The value V of a win in 顆, capped, and what made it."""

    value: int
    shape: str
    extras: frozenset[str]
    """The doublings and what else was counted."""
    floored: bool
    """Whether a floor raised the value."""
    grown: int
    """The dearest reading before the cap, doubled by 杠上炮 and 搶杠 floors and all: what passed wins are held to (LZG-2.7)."""


def shape_of(reading: Reading) -> tuple[str, int]:
    """The name and the base value of a reading (LZG-4.1)."""
    one, fours = reading.suits == 1, 2**reading.fours
    if reading.pairs:
        return ("qingqidui", 40 * fours) if one else ("qidui", 10 * fours)
    if reading.triplets:
        return ("qingdui", 40 * fours) if one else ("daduizi", 10 * fours)
    if one:
        return "qingyise", 10 * fours
    return ("gui", 5 * fours // 2) if reading.fours else ("pinghu", 2)


def floor_of(shape: str, extras: frozenset[str], report_extras: str) -> int:
    """The least that such a win is worth (LZG-4.3, LZG-4.4, LZG-4.6)."""
    least = [0]
    plain, rich = shape in ("pinghu", "gui"), shape in NAMES[:-2]
    number = len(extras & {"gangshanghua", "gangshangpao", "qianggang", "wugui"})
    if plain and number:
        least.append(10 * 2 ** (number - 1))
    if "wugui" in extras and (rich or "gangshanghua" in extras):
        least.append(40)
    if "gangshanghua" in extras and shape in ("daduizi", "qingyise", "qingdui"):
        least.append(40)
    if extras & {"tianhu", "dihu"}:
        least.append(40)
    if "bao" in extras:
        least.append(10 if shape == "pinghu" and not (number and report_extras == "named") else 40)
    return max(least)


def worth(hand: list[str], melds: list[Meld], options: dict[str, Any], flags: frozenset[str] = frozenset()) -> Worth | None:
    """The best reading of a hand with its winning tile as a self-drawn win (LZG-4); None where it does not win."""
    extras = set(flags)
    if GHOST not in hand and not any(meld.ghosts for meld in melds):
        extras.add("wugui")
    if len(hand) == 2:
        extras.add("shoubayi")
    found = []
    if table_rules.changes_values(options):
        found = [win for one in whole(hand, melds, options) for win in by_the_table(one, hand, melds, options, frozenset(extras))]
        best = max(found, key=lambda win: win.value, default=None)
        return best and replace(best, grown=max(win.grown for win in found))
    for reading in whole(hand, melds, options):
        shape, base = shape_of(reading)
        doubled = base * 2 ** len(extras & set(DOUBLES))
        least = floor_of(shape, frozenset(extras), options["report_extras"])
        value = max(doubled, least)
        steady = extras - GROWING
        before = max(base * 2 ** len(steady & set(DOUBLES)), floor_of(shape, frozenset(steady), options["report_extras"]))
        grown = max(value, before * 2 ** len(extras & GROWING))
        found.append(Worth(min(value, options["cap"] or value), shape, frozenset(extras), least > doubled, grown))
    best = max(found, key=lambda win: (win.value, -NAMES.index(win.shape), not win.floored), default=None)
    return best and replace(best, grown=max(win.grown for win in found))


def by_the_table(
    reading: Reading, hand: list[str], melds: list[Meld], options: dict[str, Any], extras: frozenset[str]
) -> list[Worth]:
    """The ways to count a reading by a table with values and fans of its own: by each shape that it is (TBL-1), by each shape of
    the table's own (TBL-2); on its ladder (TBL-14)."""
    values, own, ladder = table_rules.of_options(options)
    mine = [fan for fan in table_rules.own_fans(own) if all(holds(one, reading, hand, melds, extras) for one in fan.asked)]
    out = {code for fan in mine for code in fan.excluded}
    mine = [fan for fan in mine if fan.code not in out]
    shapes = shapes_of(reading, values)
    ways = [(name, base) for name, base in shapes.items() if name not in out]
    if shapes and not ways:
        ways = [("pinghu", int(values.get("pinghu", 2)))]  # it wins all the same
    ways += [("own shape", fan.value) for fan in mine if fan.sign == "="]
    beside = sum(fan.value for fan in mine if fan.sign == "+")
    counted = {code: int(values.get(code, 2)) for code in extras & set(DOUBLES) if values.get(code) != "off" and code not in out}
    left = frozenset(counted) | extras - set(DOUBLES)
    times = prod(fan.value for fan in mine if fan.sign == "x")
    found = []
    for name, base in ways:
        before = climbed(base + beside, ladder, int(values.get("pinghu", 2))) * times
        floored = values.get("floor") != "off" and "floor" not in out
        value = max(before * prod(counted.values()), floor_of(name, left, options["report_extras"]) if floored else 0)
        steady = before * prod(number for code, number in counted.items() if code not in GROWING)
        steady = max(steady, floor_of(name, left - GROWING, options["report_extras"]) if floored else 0)
        grown = max(value, steady * prod(number for code, number in counted.items() if code in GROWING))
        raised = value > before * prod(counted.values())
        found.append(Worth(min(value, options["cap"] or value), name, frozenset(left), raised, grown))
    return found


def shapes_of(reading: Reading, values: dict[str, str]) -> dict[str, int]:
    """Every shape of the game that a reading is, with its base value (LZG-4.1)."""
    one, fours = reading.suits == 1, reading.fours
    fits = {
        "pinghu": not reading.pairs,
        "gui": not reading.pairs and fours > 0,
        "daduizi": reading.triplets,
        "qidui": reading.pairs,
        "qingyise": one and not reading.pairs,
        "qingdui": one and reading.triplets,
        "qingqidui": one and reading.pairs,
    }
    usual = {"pinghu": 2, "gui": 5, "qingdui": 40, "qingqidui": 40}
    doubled = {"pinghu": 0, "gui": fours - 1}
    found = {name: str(values.get(name, usual.get(name, 10))) for name, fit in fits.items() if fit}
    return {name: int(told) * 2 ** doubled.get(name, fours) for name, told in found.items() if told != "off"}


def climbed(figure: int, ladder: str, least: int) -> int:
    """What so much is worth on the ladder."""
    if ladder in ("game", "sum"):
        return figure
    steps = [int(step) for step in ladder.split(",")]
    return steps[min(max(figure - least, 0), len(steps) - 1)]


def holds(condition: str, reading: Reading, hand: list[str], melds: list[Meld], extras: frozenset[str]) -> bool:
    """Whether a hand has what a fan of the table's own asks for, ghosts as what they stand for."""
    ghosts = hand.count(GHOST) + sum(meld.ghosts for meld in melds)
    name, _, figure = condition.partition(":")
    kinds = [meld.kind for meld in melds]
    alone = bool(melds) and len(hand) == 2
    known = {
        "after_kong": "gangshangpao" in extras,
        "concealed": set(kinds) <= {"concealed"},
        "earth": "dihu" in extras,
        "four_kongs": alone and "peng" not in kinds,
        "four_melds": alone,
        "four_open_melds": alone and "concealed" not in kinds,
        "four_sets": not reading.pairs,
        "ghosts": str(ghosts) == figure,
        "heaven": "tianhu" in extras,
        "kongs": figure in kinds,
        "no_ghost": not ghosts,
        "on_discard": "discard" in extras,
        "on_replacement": "gangshanghua" in extras,
        "one_suit": reading.suits == 1,
        "robbing": "qianggang" in extras,
        "self_drawn": "draw" in extras,
        "seven_pairs": reading.pairs,
        "triplets": reading.triplets,
    }
    return known[name]


def ready(hand: list[str], melds: list[Meld], options: dict[str, Any]) -> bool:
    """Whether some tile completes the hand: then a ghost does, standing for it (MJ-4.3, LZG-3.2)."""
    if not whole([*hand, GHOST], melds, options):
        return False
    if not any(name.startswith(("fan.", "house.")) for name in options):
        return True
    hows = [frozenset([how]) for how in ("draw", "discard")]
    return any(worth([*hand, tile], melds, options, how) for tile in kinds_of(options) for how in hows)


def waits(hand: list[str], melds: list[Meld], options: dict[str, Any]) -> frozenset[str]:
    """The kinds that complete the hand."""
    if not ready(hand, melds, options):
        return frozenset()
    return frozenset(tile for tile in kinds_of(options) if whole([*hand, tile], melds, options))


def largest(hand: list[str], melds: list[Meld], options: dict[str, Any], reported: bool) -> int:
    """The largest V that the hand could have won by drawing (LZG-5.2, LZG-5.3); 0 where it is not ready."""
    if not ready(hand, melds, options):
        return 0
    flags = frozenset({"bao", "draw"} if reported else {"draw"})
    found = [worth([*hand, tile], melds, options, flags) for tile in kinds_of(options)]
    return max((win.value for win in found if win), default=0)


def gifts(ghosts: list[int], won: list[int], mode: str) -> list[tuple[int, int, int]]:
    """喜錢 (LZG-5.4): payer, payee and points; ``ghosts``: how many everybody held in the round."""
    found = []
    for seat, number in enumerate(ghosts):
        for other in range(len(ghosts)):
            if other != seat and number >= 5 and mode != "off":
                takes = mode == "mode1" or seat in won
                found.append((other, seat, 10 * (number - 4)) if takes else (seat, other, 10 * (number - 4)))
    return found
