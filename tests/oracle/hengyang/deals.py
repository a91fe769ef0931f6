"""Deals of 衡陽麻將 in which several wait for the same tile, so that wins on one discard and on the last tile are not rare."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.hengyang.scoring import is_jiang
from tests.oracle.mahjong.deals import BIASES, Stock, deal, filled, hand_of, kinds_of, pack_of, seats_of
from tests.oracle.mahjong.shapes import TILES, after

WAITING = "waiting"
FORMS = ("run", "run", "single", "triplet", "triplets", "pairs", "dragon", "quad", "jiang")
ALL_BIASES = (*BIASES, WAITING, WAITING, WAITING)


def dealt(dice: random.Random, biases: list[str], options: dict[str, Any]) -> tuple[list[list[str]], list[str]]:
    """Hands, and the wall."""
    seats, size, pack = seats_of(options), hand_of(options), pack_of(options)
    if WAITING not in biases or len(biases) > 1:
        return deal(dice, [bias for bias in biases if bias != WAITING], pack, seats, size)
    stock, tile = (
        Stock(dice, pack, size),
        dice.choice([tile for tile in kinds_of(options) if is_jiang(tile) or dice.random() < 0.4]),
    )
    stock.left[tile] -= 2
    hands = [waiting(stock, tile) for _ in range(seats)]
    stock.left[tile] += 2
    return hands, filled(stock, hands)


def waiting(stock: Stock, tile: str) -> list[str]:
    """A hand that waits for this tile, as far as there are tiles for it."""
    dice, hand = stock.dice, list[str]()
    form = dice.choice(FORMS)
    if form == "jiang":
        while len(hand) < stock.size and any(stock.left[kind] for kind in TILES if is_jiang(kind)):
            stock.give(hand, dice.choice([kind for kind in TILES if is_jiang(kind)]))
    elif form in ("pairs", "dragon", "quad"):
        stock.give(hand, tile, {"pairs": 1, "dragon": 3, "quad": 1}[form])
        if form == "quad":
            stock.give(hand, whole(stock, 4), 4)
        while len(hand) < stock.size:
            stock.give(hand, whole(stock, 2), 2)
    else:
        if form == "run":
            first = after(tile, dice.choice([step for step in (-2, -1, 0) if 1 <= int(tile[0]) + step <= 7]))
            for step in range(3):
                stock.give(hand, after(first, step), int(after(first, step) != tile))
        else:
            stock.give(hand, tile, 1 if form == "single" else 2)
        while len(hand) < stock.size - 2 and form != "single" or len(hand) < stock.size and form == "single":
            if form == "triplets" or dice.random() < 0.3:
                stock.give(hand, whole(stock, 3), 3)
            else:
                stock.run(hand, f"{dice.randint(1, 7)}{dice.choice(stock.suits)}")
        stock.give(hand, whole(stock, 2, jiang=form != "triplets"), 2)
    return hand


def whole(stock: Stock, number: int, jiang: bool = False) -> str:
    """A kind of which so many are left, or else any."""
    there = [kind for kind in TILES if stock.left[kind] >= number and (is_jiang(kind) or not jiang)]
    return stock.dice.choice(there or [kind for kind in TILES if stock.left[kind]])
