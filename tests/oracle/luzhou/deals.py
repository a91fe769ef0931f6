"""Deals with ghosts, biased so that what is rare is not: many ghosts in one hand, hands dealt ready, ghosts late in the wall."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.mahjong.deals import BIASES, Stock, filled, hand, hand_of, pack_of, seats_of
from tests.oracle.mahjong.ghost_shapes import GHOST, SUITS

MORE_BIASES = (*BIASES, "dragon", "pure", "pure ready", "pure pairs", "pure triplets", "two suits")


def ghostly(stock: Stock, bias: str, ghosts: int) -> list[str]:
    """Up to thirteen tiles of a bias, so many of them ghosts."""
    dice, tiles = stock.dice, list[str]()
    stock.give(tiles, GHOST, ghosts)
    if bias in BIASES:
        own = hand(stock, bias)
        dice.shuffle(own)
        for tile in own[stock.size - len(tiles) :]:
            stock.left[tile] += 1
        return tiles + own[: stock.size - len(tiles)]
    suits = dice.choice(stock.suits) if bias.startswith("pure") else "".join(dice.sample(stock.suits, 2))
    kinds = [kind for kind in stock.kinds if kind[1] in suits]
    if bias == "dragon":
        stock.give(tiles, dice.choice(kinds), 4)
    while len(tiles) < stock.size and any(stock.left[kind] for kind in kinds):
        tile = dice.choice(kinds)
        if bias in ("dragon", "pure pairs"):
            stock.give(tiles, tile, 2)
        elif bias == "pure triplets":
            stock.give(tiles, tile, dice.choice([2, 3]))
        elif bias == "pure ready" and tile[0] < "8":
            stock.run(tiles, tile) if dice.random() < 0.6 else stock.give(tiles, tile, 3)
        else:
            stock.give(tiles, tile)
    return tiles


def deal(dice: random.Random, biases: list[str], ghosts: int, options: dict[str, Any]) -> tuple[list[list[str]], list[str]]:
    """Hands, and the wall, with so many ghosts."""
    stock = Stock(dice, pack_of(options), hand_of(options))
    stock.left[GHOST] = ghosts
    spread = dice.choice([(0, 0, 0, 1), (0, 1, 2), (1, 1), (3, 0, 0, 2), (ghosts, 0, 0), (5, 0), (0,)])
    hands = [ghostly(stock, dice.choice(biases), dice.choice(spread)) for _ in range(seats_of(options))]
    return hands, arranged(dice, filled(stock, hands))


def robbery(dice: random.Random, ghosts: int) -> tuple[list[list[str]], list[str]]:
    """Two hands wait for the same tile, of which another holds a pair and a ghost: a kong that both would rob."""
    stock = Stock(dice)
    stock.left[GHOST] = ghosts
    suit, other = dice.sample(SUITS, 2)
    rank = dice.randint(2, 8)
    hands: list[list[str]] = [[], [], [], []]
    stock.give(hands[0], f"{rank}{suit}", 2)
    stock.give(hands[0], GHOST, dice.choice([1, 2]))
    stock.give(hands[3], f"{rank}{suit}")
    pairs = iter(dice.sample(range(1, 10), 2))
    for tiles in hands[1:3]:
        stock.give(tiles, f"{rank - 1}{suit}")
        stock.give(tiles, f"{rank + 1}{suit}")
        stock.give(tiles, f"{next(pairs)}{other}", 2)
    for tiles in hands[1:3]:
        while len(tiles) < 13:
            if (start := f"{dice.randint(1, 7)}{dice.choice(suit + other)}")[0] != str(rank):
                stock.run(tiles, start)
    wall = filled(stock, hands)
    dice.shuffle(hands)
    return hands, wall


def arranged(dice: random.Random, wall: list[str]) -> list[str]:
    """The wall with its ghosts wherever they fell, or all of them near its end, where kongs and the last draws take them."""
    if dice.random() < 0.75:
        return wall
    ghosts = [tile for tile in wall if tile == GHOST]
    others = [tile for tile in wall if tile != GHOST]
    end = others[-8:] + ghosts
    dice.shuffle(end)
    return others[:-8] + end
