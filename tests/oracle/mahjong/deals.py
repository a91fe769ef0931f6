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


def shape(seed: object) -> dict[str, Any]:
    """How many play at some tables (TBL-3)."""
    dice = random.Random(f"{seed} shape")
    return {"players": dice.choice([2, 3])} if dice.random() < 0.2 else {}


class Stock:
    """The tiles not dealt yet."""

    def __init__(self, dice: random.Random, pack: Iterable[str] = PACK) -> None:
        self.dice, self.left = dice, Counter(pack)
        self.kinds = list(self.left)
        self.suits = sorted({kind[1] for kind in self.kinds} - {"z"})

    def give(self, hand: list[str], tile: str, number: int = 1) -> None:
        """As many of these as there are and as the hand has room for."""
        for _ in range(min(number, self.left[tile], 13 - len(hand))):
            hand.append(tile)
            self.left[tile] -= 1

    def run(self, hand: list[str], tile: str) -> None:
        """A run from this tile on."""
        for step in range(3):
            self.give(hand, after(tile, step))


def hand(stock: Stock, bias: str) -> list[str]:
    """Up to thirteen tiles of a bias; the rest is dealt at random."""
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
    """The wall of what is left, from whose end every hand gets what it lacks of thirteen."""
    wall = sorted(stock.left.elements())
    stock.dice.shuffle(wall)
    for tiles in hands:
        while len(tiles) < 13:
            tiles.append(wall.pop())
    return wall


def deal(dice: random.Random, biases: list[str], pack: Iterable[str] = PACK, seats: int = 4) -> tuple[list[list[str]], list[str]]:
    """Hands of thirteen from a pack (every copy is in it), and the wall."""
    stock = Stock(dice, pack)
    hands = [hand(stock, dice.choice(biases)) for _ in range(seats)]
    return hands, filled(stock, hands)
