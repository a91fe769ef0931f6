"""衡陽麻將: what a hand is worth and who pays, read from its rulebook."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.oracle.mahjong import beside, end_of_wall, next_dealer
from tests.oracle.mahjong.deals import kinds_of, suits_of
from tests.oracle.mahjong.shapes import readings

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


def is_jiang(tile: str) -> bool:
    """將 (HYM-1.1)."""
    return tile[0] in "258"


def meld_tiles(meld: Meld) -> list[str]:
    """The tiles of a meld."""
    kind, tile = meld
    if kind == "chi":
        return [f"{int(tile[0]) + step}{tile[1]}" for step in range(3)]
    return [tile] * (3 if kind == "peng" else 4)


def wins(hand: Hand) -> list[list[str]]:
    """The big wins of each reading of a hand; an empty list is a small win, no list at all is no win."""
    if (len(hand.tiles) + 3 * len(hand.melds)) % 3 != 2:
        return []
    every = [*hand.tiles, *(tile for meld in hand.melds for tile in meld_tiles(meld))]
    exposed = sum(kind != "concealed" for kind, _ in hand.melds)
    suit = ["qingyise"] if len({tile[1] for tile in every}) == 1 else []
    jiang = ["jiangyise"] if all(is_jiang(tile) for tile in every) else []
    found = [jiang] if jiang else []
    for pair, sets in readings(tuple(sorted(hand.tiles))):
        if pair is None:
            found += [] if hand.melds else [["longqidui" if dragon(hand) else "qixiaodui", *suit, *jiang]]
            continue
        triplets = all(kind == "triplet" for kind, _ in sets) and all(kind != "chi" for kind, _ in hand.melds)
        if is_jiang(pair) or triplets or suit:  # HYM-4.1, HYM-4.13
            alone = (
                ["quanqiuren"] if hand.melds and exposed == len(hand.melds) and len(hand.tiles) == 2 and is_jiang(pair) else []
            )
            found.append([*(["pengpenghu"] if triplets else []), *alone, *suit, *jiang])
    return [[*names, *hand.around] for names in found]


def dragon(hand: Hand) -> bool:
    """Whether seven pairs are 龍七對 (HYM-4.8)."""
    before = Counter(hand.tiles) - Counter([hand.tile])
    return before[hand.tile] == 3 or (hand.drawn and 4 in before.values())


def value_of(names: list[str], drawn: bool) -> int:
    """The 番 of big wins added together (HYM-4.2)."""
    return sum(BIG[name][drawn] for name in names)


def best(hand: Hand, options: dict[str, Any], bans: int = 0) -> tuple[int, list[str]] | None:
    """The 番 and the names of the dearest reading (MJ-4.4), a big one before a small one; None: no win."""
    found = wins(hand)
    if not found:
        return None
    big = max(found, key=lambda names: value_of(names, hand.drawn))
    if big:
        return value_of(big, hand.drawn), big
    closed = all(kind == "concealed" for kind, _ in hand.melds)
    names = ["pinghe", "menqianqing"] if closed and options["menqianqing"] == "add" else ["pinghe"]
    bonus = options["self_draw_bonus"] if hand.drawn else 0
    return len(names) + bonus + (bans if options["ban_pay"] == "on_win" else 0), names


def payment(
    seat: int, payer: int, won: tuple[int, list[str]], drawn: bool, dealer: int, birds: list[int], options: dict[str, Any]
) -> int:
    """What a payer pays for a win, in 番 (HYM-5.1 to HYM-5.3, HYM-5.6)."""
    value, names = won
    big = names[0] in BIG
    extra = len(names) if big and not drawn and options["dealer_per_type"] else 1
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
    return any(held[tile] < 4 and wins(Hand((*tiles, tile), tuple(melds), tile, drawn=False)) for tile in kinds_of(options))


def may_declare(dealt: list[str], options: dict[str, Any]) -> list[str]:
    """What a hand as dealt allows to declare (HYM-3.1)."""
    counts = Counter(dealt).values()
    missing = len({tile[1] for tile in dealt}) < len(suits_of(options)) or not any(is_jiang(tile) for tile in dealt)
    holds = (missing, 4 in counts, sum(number >= 3 for number in counts) >= 2)
    return [name for name, fits in zip(BANS, holds, strict=True) if fits]
