"""What a hand of 卡五星 is worth (KWX-4), and the options of the game."""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Any

from tests.oracle.mahjong import beside, deals, end_of_wall, next_dealer, table_rules
from tests.oracle.mahjong.shapes import HONOURS, Set, after, readings, without

Meld = tuple[str, str]
"""``peng``, ``direct``, ``concealed`` or ``added``, and its tile."""
Fan = tuple[str, int]
"""Its code and multiplier."""

DEFAULTS: dict[str, Any] = {
    **beside.DEFAULTS,
    **beside.KANS_AND_HORSES,
    "suits": "ps",
    "players": 3,
    "ranks": "1-9",
    "honours": "on",
    "hand": 13,
    "rotation": "none",
    "rob_concealed": True,
    "five_star": 4,
    "cap": None,
    "cap_double_dragon": 16,
    "si_gui": "pure",
    "haidilao": True,
    "pengpenghu": 2,
    "gang_win": 2,
    "plain_win": "any",
    "drawn_dealer": "same",
    "multi_win": "all",
    "peng_lock": "off",
    **next_dealer.DEFAULTS,
    "dice_double": "off",
    "double_next": "off",
    "show_from": 0,
    "shown_safe": "off",
    "shown_pays": None,
    "shown_discard": "all",
    **end_of_wall.DEFAULTS,
    "ready_check": "off",
    "kong_chain": "on",
}
PRESETS: dict[str, dict[str, Any]] = {
    "suizhou": {},
    "xiaogan": {"five_star": 2},
    "xiangyang": {"cap": 8, "cap_double_dragon": 16},
    "zaoyang": {"cap": 8, "cap_double_dragon": 16},
    "shiyan": {"cap": 8, "cap_double_dragon": 8},
}
PAIRS = [("qidui", 4), ("longqidui", 8), ("shuanglongqidui", 16), ("sanlongqidui", 32)]
"""Seven pairs by the fours of a kind among them (KWX-4.4 to KWX-4.6)."""
HOWS = [frozenset(flags) for flags in (["draw"], ["discard"], ["draw", "tianhu"])]
SHAPES = ("pengpenghu", *(code for code, _ in PAIRS))
FLAGS = ("gangshanghua", "gangshangpao", "qiangganghu", "liangdao", "haidilao")


def options_of(rules: str) -> dict[str, Any]:
    """The options that the words of a ``Rules`` tag set."""
    words = rules.split() or ["suizhou"]
    values: dict[str, Any] = {"true": True, "false": False, "none": None}
    given = dict(word.split("=", 1) for word in words if "=" in word)
    read = {name: int(value) if value.isdigit() else values.get(value, value) for name, value in given.items()}
    if "rotation" in given:
        read["rotation"] = given["rotation"]
    return DEFAULTS | next((PRESETS[word] for word in words if word in PRESETS), {}) | read


def suits_of(options: dict[str, Any]) -> str:
    """The suits in play (KWX-1.1, KWX-1.2)."""
    return "mps" if options["players"] == 4 else str(options["suits"])


def kinds_of(options: dict[str, Any]) -> list[str]:
    """The kinds of tiles in play."""
    return deals.kinds_of(options, suits_of(options)) + (HONOURS if options["honours"] == "on" else [])


def best(hand: list[str], melds: list[Meld], tile: str, options: dict[str, Any], flags: frozenset[str]) -> tuple[int, list[Fan]]:
    """The final multiplier of a hand that holds its winning tile, and the fans that make it; 0 where it does not win.

    ``tile`` is empty where the dealt hand wins.
    """
    found = [(value, fans) for value, fans, _, _ in by_readings(hand, melds, tile, options, flags)]
    return max([(0, []), *found], key=lambda one: (one[0], prod(times for _, times in one[1])))


def kans(hand: list[str], melds: list[Meld], tile: str, options: dict[str, Any], flags: frozenset[str], by: str) -> int:
    """The units beside the value: by the dearest reading, of equal ones by that with most (TBL-11)."""
    found = by_readings(hand, melds, tile, options, flags)
    dearest = max(value for value, _, _, _ in found)
    return max(beside.kans(options, hand, melds, sets, pair, by) for value, _, pair, sets in found if value == dearest)


def by_readings(
    hand: list[str], melds: list[Meld], tile: str, options: dict[str, Any], flags: frozenset[str]
) -> list[tuple[int, list[Fan], str | None, tuple[Set, ...]]]:
    """The multiplier and fans by each reading, with its pair and concealed sets."""
    found: list[tuple[int, list[Fan], str | None, tuple[Set, ...]]] = []
    if (len(hand) + 3 * len(melds)) % 3 != 2:
        return found
    for pair, sets in readings(tuple(sorted(hand))):
        if pair is None and melds:
            continue
        if pair is None:
            fans = of_pairs(hand)
        else:
            fans = [*of_sets(pair, sets, melds, hand, tile, options), *returned(hand, melds, tile, options)]
        if pure(hand, melds):
            fans.append(("qingyise", 4))
        fans += of_moment(flags, options)
        for counted in by_the_table(fans, pair, sets, hand, melds, tile, options, flags):
            named = counted or [("pihu", int(options.get("fan.pihu", 1)))]  # KWX-4.0
            found.append((capped(named, options), named, pair, sets))
    return found


def by_the_table(
    fans: list[Fan],
    pair: str | None,
    sets: tuple[Set, ...],
    hand: list[str],
    melds: list[Meld],
    tile: str,
    options: dict[str, Any],
    flags: frozenset[str],
) -> list[list[Fan]]:
    """The ways to count a reading: as the game has it, with the table's values (TBL-1), or with a shape of the table's own in
    place of the game's shapes (TBL-2); all that a table adds is a factor here. None where seven pairs are no win."""
    values, own, _ = table_rules.of_options(options)
    if not values and not own:
        return [fans]
    asked = table_rules.Hand(
        tuple(hand),
        tuple((table_rules.KONGS.get(kind, kind), meld) for kind, meld in melds),
        tile,
        "rob" if "qiangganghu" in flags else "draw" if "draw" in flags else "discard",
        flags | {"haidi" for flag in flags if flag == "haidilao"},
        pair,
        sets,
        lambda kind: kind in kinds_of(options) and shaped([*without(hand, tile), kind], melds, options),
    )
    mine = table_rules.house(own, asked)
    out = {code for _, _, excluded in mine for code in excluded}
    kept = [(code, int(values.get(code, times))) for code, times in fans if values.get(code) != "off" and code not in out]
    beside = [(f"{sign}{value}", value) for sign, value, _ in mine if sign != "="]
    rest = [fan for fan in kept if fan[0] not in SHAPES]
    ways = [[("=", value), *rest, *beside] for sign, value, _ in mine if sign == "="]
    if pair is not None:
        return [[*kept, *beside], *ways]
    fours = sum(number == 4 for number in Counter(hand).values())
    left = [fan for fan in PAIRS[: fours + 1] if values.get(fan[0]) != "off"]
    counted = [(code, int(values.get(code, times))) for code, times in left if code not in out][-1:]
    return [*([[*counted, *rest, *beside]] if left else []), *ways]


def of_moment(flags: frozenset[str], options: dict[str, Any]) -> list[Fan]:
    """What the moment of the win adds (KWX-4.9 to KWX-4.11, 4.14, 4.16, 4.21)."""
    return [
        (flag, int(options["gang_win"]) if flag == "gangshanghua" else 2)
        for flag in FLAGS
        if flag in flags and (flag != "haidilao" or options["haidilao"])
    ]


def too_small(fans: list[Fan], options: dict[str, Any]) -> bool:
    """Whether these fans do not win on a discard: they are a plain hand's (KWX-4.22)."""
    return options["plain_win"] == "draw_or_shown" and [code for code, _ in fans] == ["pihu"]


def capped(fans: list[Fan], options: dict[str, Any]) -> int:
    """The product of the fans, or the cap (KWX-4.20)."""
    value = prod(times for _, times in fans)
    if options["cap"] is None:
        return value
    dragons = any(code in ("shuanglongqidui", "sanlongqidui") for code, _ in fans)
    return min(value, int(options["cap_double_dragon"] if dragons else options["cap"]))


def pure(hand: list[str], melds: list[Meld]) -> bool:
    """One suit and no honours (KWX-4.12)."""
    suits = {tile[1] for tile in hand} | {tile[1] for _, tile in melds}
    return len(suits) == 1 and "z" not in suits


def of_pairs(hand: list[str]) -> list[Fan]:
    """Seven pairs, with as many dragons as there are fours of a kind (KWX-4.4 to KWX-4.6)."""
    dragons = sum(number == 4 for number in Counter(hand).values())
    return [PAIRS[dragons]]


def of_sets(
    pair: str, sets: tuple[Set, ...], melds: list[Meld], hand: list[str], tile: str, options: dict[str, Any]
) -> list[Fan]:
    """What one reading as four sets and a pair has (KWX-4.1, 4.7, 4.8, 4.13, 4.15)."""
    triplets = [first for kind, first in sets if kind == "triplet"] + [meld for _, meld in melds]
    dragons = sum(first in HONOURS for first in triplets)
    exposed = sum(kind != "concealed" for kind, _ in melds)
    holds = {
        ("pengpenghu", int(options["pengpenghu"])): len(triplets) == len(sets) + len(melds),
        ("dasanyuan", 8): dragons == 3,
        ("xiaosanyuan", 4): dragons == 2 and pair in HONOURS,
        ("shouzhuayi", 4): exposed == len(melds) and len(hand) == 2,
        ("kawuxing", int(options["five_star"])): tile[:1] == "5" and tile[1] != "z" and ("run", f"4{tile[1]}") in sets,
    }
    return [fan for fan, fits in holds.items() if fits]


def returned(hand: list[str], melds: list[Meld], tile: str, options: dict[str, Any]) -> list[Fan]:
    """四歸一: the winning tile's, in a pure hand or the full channel every one that is no kong (KWX-4.2, 4.3, 4.18)."""
    looked_at = sorted(set(hand)) if options["si_gui"] == "all" or pure(hand, melds) else [tile]
    fans = [("ansigui", 4) for kind in looked_at if hand.count(kind) == 4]
    return fans + [("mingsigui", 2) for kind in looked_at if kind in hand and ("peng", kind) in melds]


def waits(hand: list[str], melds: list[Meld], options: dict[str, Any]) -> list[str]:
    """The kinds that complete a hand; one of which it holds every copy is none (MJ-4.3)."""
    held = Counter(hand)
    for kind, tile in melds:
        held[tile] += 3 if kind == "peng" else 4
    pairs = sum(number // 2 for number in Counter(hand).values())
    lengths = sorted(len([tile for tile in hand if tile[1] == suit]) % 3 for suit in "mpsz")
    if lengths not in ([0, 0, 0, 1], [0, 0, 2, 2]) and pairs < 6:
        return []  # one more tile leaves a suit that neither sets nor sets and a pair fill
    near = {after(tile, step) for tile in hand for step in range(-2, 3)}
    tiles = [tile for tile in kinds_of(options) if tile in near and held[tile] < 4]
    return [tile for tile in tiles if completes([*hand, tile], melds, options)]


def completes(hand: list[str], melds: list[Meld], options: dict[str, Any]) -> bool:
    """Whether a hand has a winning shape (MJ-4.1), some way of winning with which the table has it (TBL-1, TBL-2)."""
    if (len(hand) + 3 * len(melds)) % 3 != 2:
        return False
    if shaped(hand, melds, options):
        return True
    if melds or not readings(tuple(sorted(hand))):
        return False
    return any(by_readings(hand, melds, tile, options, how) for how in HOWS for tile in set(hand))


def shaped(hand: list[str], melds: list[Meld], options: dict[str, Any]) -> bool:
    """Whether a hand is sets and a pair, or seven pairs that the table has (TBL-1), fans of its own apart."""
    found = readings(tuple(sorted(hand)))
    if any(pair is not None for pair, _ in found):
        return True
    fours = sum(number == 4 for number in Counter(hand).values())
    return bool(found) and not melds and any(options.get(f"fan.{code}") != "off" for code, _ in PAIRS[: fours + 1])
