"""Deals with a bias, so that rare hands are not rare."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.oracle.mahjong.shapes import HONOURS, TILES, after

BIASES = ("plain", "suit", "triplets", "quads", "pairs", "258", "ends", "ready")
PACK = tuple(tile for tile in TILES for _ in range(4))
"""The 108 tiles of the three suits."""


def seats_of(options: dict[str, Any]) -> int:
    """How many play (TBL-3)."""
    return int(options.get("players", 4))


def hand_of(options: dict[str, Any]) -> int:
    """How many tiles a dealt hand has (TBL-4)."""
    return int(options.get("hand", 13))


def suits_of(options: dict[str, Any]) -> str:
    """The suits in play (TBL-4)."""
    return str(options.get("suits", "mps"))


def kinds_of(options: dict[str, Any], suits: str = "") -> list[str]:
    """The suit tiles in play, each once (TBL-4)."""
    first, last = map(int, options.get("ranks", "1-9").split("-"))
    return [tile for tile in TILES if tile[1] in (suits or suits_of(options)) and first <= int(tile[0]) <= last]


def pack_of(options: dict[str, Any]) -> list[str]:
    """The suit tiles in play."""
    return [tile for tile in kinds_of(options) for _ in range(4)]


SHAPES: dict[str, list[Any]] = {
    "players": [2, 3],
    "suits": ["mp", "ms", "ps"],
    "ranks": ["1-7", "2-8", "3-9", "1-8", "1-6"],
    "hand": [10, 7],
}
"""What tables agree on instead of four players, three suits, nine ranks and thirteen tiles (TBL-3, TBL-4)."""


def shape(seed: object, fixed: dict[str, Any], *names: str, usual: dict[str, Any] | None = None) -> dict[str, Any]:
    """Another shape of the table, at some tables, beside what is ``fixed``, as far as there are tiles enough for it. ``usual`` is
    what the game has without."""
    dice, before = random.Random(f"{seed} shape"), {**(usual or {}), **fixed}
    if dice.random() < 0.75:
        return {}
    found = {name: dice.choice(values) for name, values in SHAPES.items() if dice.random() < 0.4 and name in names}
    found = {name: value for name, value in found.items() if name not in fixed}
    for name in ("ranks", "suits"):
        if not enough({**before, **found}):
            found.pop(name, None)
    return found


def enough(options: dict[str, Any]) -> bool:
    """Whether a tile is left to draw (TBL-4)."""
    return len(pack_of(options)) > seats_of(options) * hand_of(options) + 1


class Stock:
    """The tiles not dealt yet."""

    def __init__(self, dice: random.Random, pack: Iterable[str] = PACK, size: int = 13) -> None:
        self.dice, self.left, self.size = dice, Counter(pack), size
        self.kinds = list(self.left)
        self.suits = sorted({kind[1] for kind in self.kinds} - {"z"})

    def give(self, hand: list[str], tile: str, number: int = 1) -> None:
        """As many of these as there are and as the hand has room for."""
        for _ in range(min(number, self.left[tile], self.size - len(hand))):
            hand.append(tile)
            self.left[tile] -= 1

    def run(self, hand: list[str], tile: str) -> None:
        """A run from this tile on."""
        for step in range(3):
            self.give(hand, after(tile, step))


def hand(stock: Stock, bias: str) -> list[str]:
    """Up to a hand of tiles of a bias; the rest is dealt at random."""
    dice, tiles = stock.dice, list[str]()
    suits = dice.sample(stock.suits, 2)
    if bias == "suit":
        for _ in range(10):
            stock.give(tiles, f"{dice.randint(1, 9)}{suits[0]}")
    elif bias in ("triplets", "quads", "pairs"):
        number, size = {"triplets": (4, 3), "quads": (3, 4), "pairs": (6, 2)}[bias]
        for _ in range(number):
            stock.give(tiles, dice.choice(stock.kinds), size)
    elif bias == "dragons":
        for number in (4, 4, 3, 2):
            stock.give(tiles, f"{dice.randint(1, 9)}{suits[dice.random() < 0.3]}", number)
    elif bias == "fives":
        for suit in suits:
            for rank in "4466":
                stock.give(tiles, f"{rank}{suit}", dice.choice([0, 1, 1]))
            stock.give(tiles, f"{dice.randint(1, 9)}{suit}", 3)
    elif bias == "honours":
        for kind in HONOURS:
            stock.give(tiles, kind, dice.choice([2, 2, 3]))
    elif bias == "258":
        for _ in range(5):
            stock.give(tiles, dice.choice("258") + dice.choice(suits), dice.choice([2, 3]))
    elif bias in ("ends", "ready"):
        for _ in range(4):
            ranks = (1, 9) if bias == "ends" else range(1, 10)
            starts = (1, 7) if bias == "ends" else range(1, 8)
            if dice.random() < 0.45:
                stock.give(tiles, f"{dice.choice(list(ranks))}{dice.choice(suits)}", 3)
            else:
                stock.run(tiles, f"{dice.choice(list(starts))}{dice.choice(suits)}")
    return tiles


def filled(stock: Stock, hands: list[list[str]]) -> list[str]:
    """The wall of what is left, from whose end every hand gets what it lacks."""
    wall = sorted(stock.left.elements())
    stock.dice.shuffle(wall)
    for tiles in hands:
        while len(tiles) < stock.size:
            tiles.append(wall.pop())
    return wall


def deal(
    dice: random.Random, biases: list[str], pack: Iterable[str] = PACK, seats: int = 4, size: int = 13
) -> tuple[list[list[str]], list[str]]:
    """Hands of so many tiles from a pack (every copy is in it), and the wall."""
    stock = Stock(dice, pack, size)
    hands = [hand(stock, dice.choice(biases)) for _ in range(seats)]
    return hands, filled(stock, hands)
