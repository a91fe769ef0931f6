"""夠級: deals with a bias, so that burns, revolutions, sweeps and hands without a 3 are not rare."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.oracle.gouji.cards import RANKS, SEATS, copies, hand_size, low_to_high, opposite, partners
from tests.oracle.gouji.prelude import asked, must_buy

Weights = dict[str, float]
"""How much each rank is sought after; those not named count as 1."""
BIASES = (
    "plain",
    "plain",
    "burner",
    "burners",
    "burners",
    "revolution",
    "revolutions",
    "buyers",
    "strong",
    "swept",
    "kinds",
    "openers",
)


def burner(dice: random.Random, ranks: int, jokers: float) -> Weights:
    """Few ranks, some of them high, and many jokers."""
    few = {*dice.sample("456789T", ranks // 2), *dice.sample("TJQKA", ranks - ranks // 2)}
    return {rank: 6.0 if rank in few else 0.01 for rank in RANKS[:-2]} | {"x": jokers, "X": jokers, "3": 3.0, "2": 3.0}


def rebel(bie3: bool) -> Weights:
    """Neither a 2 nor a joker, and in 憋3 no 3."""
    return {"2": 0.0, "x": 0.0, "X": 0.0} | ({"3": 0.0} if bie3 else {})


def wishes(dice: random.Random, bias: str, bie3: bool) -> dict[str, Weights]:
    """What the seats seek."""
    one, two = dice.sample(SEATS, 2)
    if bias == "burner":
        return {one: burner(dice, dice.choice([4, 5, 6]), 40.0)}
    if bias == "burners":
        seats = [dice.choice([seat, opposite(seat)]) for seat in dice.sample("ABC", dice.choice([2, 3]))]
        return {seat: burner(dice, dice.choice([2, 3, 4]), 14.0) for seat in seats}
    if bias == "revolution":
        return {one: rebel(bie3)}
    if bias == "revolutions":
        return {one: rebel(bie3), two: rebel(bie3)}
    if bias == "buyers":
        return {one: {"3": 0.0}, dice.choice([two, opposite(one)]): {"3": dice.choice([0.0, 0.1])}}
    if bias in ("strong", "swept"):
        high = {"A": 3.0, "K": 3.0, "2": 4.0, "x": 5.0, "X": 5.0}
        side = {seat: high for seat in SEATS if partners(seat, one)}
        return side | ({one: rebel(bie3)} if bias == "swept" else {})
    if bias == "kinds":
        return {seat: {rank: dice.choice([0.1, 1.0, 4.0]) for rank in RANKS} for seat in SEATS}
    if bias == "openers":
        return {seat: {"4": 3.0, "A": 2.0, "K": 3.0, "Q": 3.0} for seat in dice.sample(SEATS, 3)}
    return {}


def drawn(dice: random.Random, stock: Counter[str], weights: Weights, size: int) -> list[str]:
    """So many cards out of the stock."""
    hand = list[str]()
    for _ in range(size):
        ranks = [rank for rank in RANKS if stock[rank]]
        worth = [stock[rank] * weights.get(rank, 1.0) for rank in ranks]
        card = dice.choices(ranks, worth if any(worth) else None)[0]
        stock[card] -= 1
        hand.append(card)
    return low_to_high(hand)


def deal(dice: random.Random, bias: str, options: dict[str, Any]) -> dict[str, list[str]]:
    """Six hands; in 憋3 whoever must buy a 3 finds a seller."""
    while True:
        sought = wishes(dice, bias, options["bie3"])
        stock = Counter({rank: copies(rank, options) for rank in RANKS})
        order = sorted(SEATS, key=lambda seat: (-list(sought.get(seat, {}).values()).count(0.0), seat not in sought))
        hands = {seat: drawn(dice, stock, sought.get(seat, {}), hand_size(options)) for seat in order}
        hands = {seat: hands[seat] for seat in SEATS}
        buyers = [seat for seat in SEATS if must_buy(hands[seat])]
        if not options["bie3"] or all(supplied(hands, seat, len(buyers), options) for seat in buyers):
            return hands


def supplied(hands: dict[str, list[str]], seat: str, buyers: int, options: dict[str, Any]) -> bool:
    """Whether somebody whom a buyer asks has 3s to spare even when all buyers have come to him."""
    return any(hands[other].count("3") > buyers for group in asked(seat, options) for other in group)


def suited(dice: random.Random, hands: dict[str, list[str]], packs: int) -> dict[str, list[str]]:
    """The same hands with a suit on every 3: no more of each suit than there are packs."""
    suits = list("hdsc" * packs)
    dice.shuffle(suits)
    return {seat: [card + suits.pop() if card == "3" else card for card in hand] for seat, hand in hands.items()}
