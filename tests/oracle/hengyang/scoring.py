"""衡陽麻將: what a hand is worth and who pays, read from its rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from tests.oracle.mahjong import beside, end_of_wall, next_dealer, table_rules
from tests.oracle.mahjong.deals import kinds_of, suits_of
from tests.oracle.mahjong.shapes import Set, readings
from tests.oracle.mahjong.table_rules import SHAPELESS

Meld = tuple[str, str]
"""``chi`` and its lowest tile; ``peng``, ``direct``, ``concealed`` or ``added`` and its tile."""

BIG = {
    "jiangyise": (6, 3),
    "pengpenghu": (6, 3),
    "quanqiuren": (6, 3),
    "qingyise": (6, 3),
    "qixiaodui": (6, 3),
    "longqidui": (7, 4),
    "gangshangkaihua": (0, 3),
    "haidilaoyue": (0, 3),
    "tianhu": (0, 3),
    "dihu": (3, 0),
}
"""The 番 of each big win on a discard and on a self-draw (HYM-4.3 to HYM-4.12)."""
WINNING = ("jiangyise", "pengpenghu", "qingyise", "qixiaodui", "longqidui")
"""Those that win with any pair, or with none (HYM-4.13)."""
AROUND = {"gangshangkaihua": "gangshanghua", "haidilaoyue": "haidi"}
"""What happened around a win, as every game calls it."""
BANS = ("queyimen", "sixi", "liuliushun")
DEFAULTS: dict[str, Any] = {
    "birds": 2,
    "birds_pay": "double",
    "ban_pay": "each",
    "menqianqing": "add",
    "self_draw_bonus": 0,
    "multi_dealer": "first",
    "dealer_per_type": True,
    "players": 4,
    "suits": "mps",
    "ranks": "1-9",
    "hand": 13,
    "birds_seats": "sides",
    "multi_win": "all",
    "rob_kong": "off",
    "chi": "on",
    "peng_lock": "off",
    **next_dealer.DEFAULTS,
    "dice_double": "off",
    "double_next": "off",
    **end_of_wall.DEFAULTS,
    "ready_check": "off",
    **beside.FALSE_WINS,
}
KONG_FEES = {"direct": 3, "concealed": 2, "added": 1}
"""What each payer of a kong pays (HYM-5.4)."""


@dataclass(frozen=True)
class Hand:
    """A hand with its winning tile among the tiles, and how it was won."""

    tiles: tuple[str, ...]
    melds: tuple[Meld, ...]
    tile: str
    drawn: bool
    around: tuple[str, ...] = ()
    """The situational wins that hold (HYM-4.9 to HYM-4.12)."""
    flags: frozenset[str] = frozenset()
    """What else fans of the table's own may ask for."""


def is_jiang(tile: str) -> bool:
    """將 (HYM-1.1)."""
    return tile[0] in "258"


def meld_tiles(meld: Meld) -> list[str]:
    """The tiles of a meld."""
    kind, tile = meld
    if kind == "chi":
        return [f"{int(tile[0]) + step}{tile[1]}" for step in range(3)]
    return [tile] * (3 if kind == "peng" else 4)


def by_readings(hand: Hand) -> list[tuple[str | None, tuple[Set, ...], list[str]]]:
    """The readings of a hand, each with its pair, its concealed sets and its big wins; of nothing but 將 also without a shape."""
    if (len(hand.tiles) + 3 * len(hand.melds)) % 3 != 2:
        return []
    every = [*hand.tiles, *(tile for meld in hand.melds for tile in meld_tiles(meld))]
    exposed = sum(kind != "concealed" for kind, _ in hand.melds)
    suit = ["qingyise"] if len({tile[1] for tile in every}) == 1 else []
    jiang = ["jiangyise"] if all(is_jiang(tile) for tile in every) else []
    found: list[tuple[str | None, tuple[Set, ...], list[str]]] = [(SHAPELESS, (), jiang)] if jiang else []
    for pair, sets in readings(tuple(sorted(hand.tiles))):
        if pair is None:
            found += [] if hand.melds else [(None, (), ["longqidui" if dragon(hand) else "qixiaodui", *suit, *jiang])]
            continue
        triplets = all(kind == "triplet" for kind, _ in sets) and all(kind != "chi" for kind, _ in hand.melds)
        alone = hand.melds and exposed == len(hand.melds) and len(hand.tiles) == 2 and is_jiang(pair)
        found.append((pair, sets, [*["pengpenghu"] * triplets, *["quanqiuren"] * bool(alone), *suit, *jiang]))
    return found


def wins(hand: Hand, options: dict[str, Any]) -> bool:
    """Whether a hand wins."""
    return best(hand, options) is not None


def dragon(hand: Hand) -> bool:
    """Whether seven pairs are 龍七對 (HYM-4.8)."""
    before = Counter(hand.tiles) - Counter([hand.tile])
    return before[hand.tile] == 3 or (hand.drawn and 4 in before.values())


def worth(name: str, drawn: bool, values: dict[str, str]) -> int:
    """The 番 of a big win as this table has it (HYM-4.2, TBL-1)."""
    usual, told = BIG[name][drawn], str(values.get(name, ""))
    if told == "off":
        return 0
    if "/" in told:
        return int(told.split("/")[0 if drawn else 1])
    return int(told) if told and usual else usual


def best(hand: Hand, options: dict[str, Any], bans: Sequence[str] = ()) -> tuple[int, list[str]] | None:
    """The 番 and the names of the dearest reading (MJ-4.4), a big one before a small one; None: no win."""
    found = [way for reading in by_readings(hand) for way in ways(hand, *reading, options, bans)]
    return max(found, key=lambda way: (way[1][0] != "pinghe", way[0]), default=None)


def ways(
    hand: Hand, pair: str | None, sets: tuple[Set, ...], names: list[str], options: dict[str, Any], bans: Sequence[str]
) -> list[tuple[int, list[str]]]:
    """How a reading counts: as the game has it, if it wins so (HYM-4.1, HYM-4.13), and by each shape of the table's own."""
    values, own, _ = table_rules.of_options(options)
    mine = table_rules.house(own, asked(hand, pair, sets, options)) if own else []
    out = {code for _, _, excluded in mine for code in excluded}
    allowed = [name for name in longest(names, values, set()) if values.get(name) != "off"]
    counted = [name for name in longest(allowed, values, out) if name not in out]
    around = [name for name in hand.around if name not in out]
    beside = sum(value for sign, value, _ in mine if sign == "+")
    factor = prod(value for sign, value, _ in mine if sign == "x")
    found: list[tuple[int, list[str]]] = []
    if (pair and is_jiang(pair)) or set(allowed) & set(WINNING):
        types = [name for name in [*counted, *around] if worth(name, hand.drawn, values)]
        if types:
            found.append((sum(worth(name, hand.drawn, values) for name in types), types))
        else:
            small = {name: value for name, value in small_win(hand, options, bans).items() if name not in out}
            found.append((sum(small.values()), ["pinghe", *(name for name in small if name == "menqianqing")]))
    types = [name for name in around if worth(name, hand.drawn, values)]
    shapes = [value for sign, value, _ in mine if sign == "="]
    found += [(value + sum(worth(name, hand.drawn, values) for name in types), ["own shape", *types]) for value in shapes]
    return [((value + beside) * factor, called) for value, called in found]


def longest(names: list[str], values: dict[str, str], out: set[str]) -> list[str]:
    """The big wins, 龍七對 as 七小對 where the table does not count it."""
    plain = values.get("longqidui") == "off" or "longqidui" in out
    return ["qixiaodui" if name == "longqidui" and plain else name for name in names]


def small_win(hand: Hand, options: dict[str, Any], bans: Sequence[str]) -> dict[str, int]:
    """What a small win is made of (HYM-4.1, HYM-5.1, HYM-3.2), with the values of the table."""
    closed = all(kind == "concealed" for kind, _ in hand.melds)
    has = {
        "pinghe": True,
        "menqianqing": closed and (options["menqianqing"] == "add" or "fan.menqianqing" in options),
        "zimo": hand.drawn and (options["self_draw_bonus"] > 0 or "fan.zimo" in options),
        **{name: name in bans and options["ban_pay"] == "on_win" for name in BANS},
    }
    told = {name: options.get(f"fan.{name}", options["self_draw_bonus"] if name == "zimo" else 1) for name in has}
    return {name: int(told[name]) for name, fits in has.items() if fits and told[name] != "off"}


def asked(hand: Hand, pair: str | None, sets: tuple[Set, ...], options: dict[str, Any]) -> table_rules.Hand:
    """A reading of a hand as fans of the table's own ask about it."""
    rest = list((Counter(hand.tiles) - Counter([hand.tile])).elements())
    plain = {name: value for name, value in options.items() if not name.startswith("house.")}
    return table_rules.Hand(
        hand.tiles,
        tuple((table_rules.KONGS.get(kind, kind), tile) for kind, tile in hand.melds),
        hand.tile,
        "draw" if hand.drawn else "discard",
        frozenset([*hand.flags, *(AROUND.get(name, name) for name in hand.around)]),
        pair,
        sets,
        lambda kind: kind in kinds_of(options) and wins(replace(hand, tiles=(*rest, kind), tile=kind), plain),
    )


def payment(
    seat: int, payer: int, won: tuple[int, list[str]], drawn: bool, dealer: int, birds: list[int], options: dict[str, Any]
) -> int:
    """What a payer pays for a win, in 番 (HYM-5.1 to HYM-5.3, HYM-5.6)."""
    value, names = won
    types = sum(name in BIG for name in names)
    extra = max(types, 1) if names[0] != "pinghe" and not drawn and options["dealer_per_type"] else 1
    hit = birds.count(seat) + birds.count(payer)
    due = value + (extra if dealer in (seat, payer) else 0)
    return due + hit if options["birds_pay"] == "add" else due * 2**hit


def bird_seat(tile: str, dealer: int, options: dict[str, Any]) -> int:
    """Whom a bird falls on (HYM-5.5), perhaps on nobody: a side without a player is told as a seat that nobody has (TBL-3)."""
    if options["birds_seats"] == "players":
        return (dealer + int(tile[0]) - 1) % int(options["players"])
    return (dealer + (int(tile[0]) - 1) % 4) % 4


def is_ready(tiles: list[str], melds: list[Meld], options: dict[str, Any]) -> bool:
    """Whether some tile completes a hand; a kind of which it holds all four is none (MJ-4.3)."""
    held = Counter([*tiles, *(tile for meld in melds for tile in meld_tiles(meld))])
    hands = [Hand((*tiles, tile), tuple(melds), tile, drawn) for tile in kinds_of(options) for drawn in (True, False)]
    return any(held[hand.tile] < 4 and wins(hand, options) for hand in hands)


def may_declare(dealt: list[str], options: dict[str, Any]) -> list[str]:
    """What a hand as dealt allows to declare (HYM-3.1)."""
    counts = Counter(dealt).values()
    missing = len({tile[1] for tile in dealt}) < len(suits_of(options)) or not any(is_jiang(tile) for tile in dealt)
    holds = (missing, 4 in counts, sum(number >= 3 for number in counts) >= 2)
    return [name for name, fits in zip(BANS, holds, strict=True) if fits]
