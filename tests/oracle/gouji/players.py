"""夠級: players of different temper. What they lead, reply and burn with, all by the rules."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, NamedTuple

from tests.oracle.gouji.cards import RANKS, WILD, Set, opposite, partners, read, sets_of, without
from tests.oracle.gouji.table import Table

Cards = list[str]


class Temper(NamedTuple):
    """How often a player does what he might not do."""

    pass_: float
    yield_: float
    burn: float
    gouji: float
    """Leads a gouji set."""
    four: float
    """Leads 4s after a gouji set stood."""
    split: float
    """Breaks up what he holds of a rank."""

    @classmethod
    def of(cls, dice: random.Random) -> Temper:
        return cls(
            dice.choice([0.15, 0.3, 0.5]),
            dice.choice([0.1, 0.4, 0.8]),
            dice.choice([0.3, 0.9]),
            dice.choice([0.05, 0.3]),
            dice.choice([0.1, 0.8]),
            dice.choice([0.1, 0.4]),
        )


def burn_to_the_end(hand: Cards) -> bool:
    """Whether a burner can play on with this hand to its end as GJ-5.3 demands."""
    jokers, groups = hand.count("x") + hand.count("X"), len(set(hand) - set("32xX"))
    return jokers >= max(groups, int("2" in hand and groups == 0))


def burning(dice: random.Random, hand: Cards) -> Cards:
    """The next set of a burn: one that leaves a hand with which it goes on to the end."""
    if set(hand) <= {"3"}:
        return hand
    jokers = [card for card in hand if card in "xX"]
    groups = sorted(set(hand) - set("32xX"))
    rank = dice.choice(groups) if groups else "2" if "2" in hand else jokers[0]
    spare = len(jokers) - max(len(groups), 1)
    if rank in "xX":
        return [rank] * dice.choice([1, 1, hand.count(rank)])
    base = [rank] * hand.count(rank)
    if spare and dice.random() < 0.3:
        base = base[: dice.randint(1, len(base))]
    extra = ["2"] * (hand.count("2") if len(groups) == 1 or dice.random() < 0.2 else 0) if rank != "2" else []
    more = 1 + (dice.randint(0, spare) if dice.random() < 0.2 else 0)
    whole = [rank] * hand.count(rank)
    tries = [[*base, *extra, *dice.sample(jokers, more)], [*base, *extra, jokers[0]], [*whole, *extra, jokers[0]]]
    return next(cards for cards in tries if burn_to_the_end(without(hand, cards)))


class Player:
    """Chooses the sets of one seat."""

    def __init__(self, dice: random.Random, options: dict[str, Any], temper: Temper) -> None:
        self.dice, self.options, self.temper = dice, options, temper

    def cheap(self, found: Iterable[Cards]) -> Cards | None:
        """One of some sets, mostly a low and plain one."""
        sets = sorted(found, key=lambda cards: (sum(card in WILD for card in cards), max(RANKS.index(card) for card in cards)))
        if not sets:
            return None
        return sets[min(int(self.dice.expovariate(0.7)), len(sets) - 1)]

    def beating(self, hand: Cards, top: Set | None) -> list[Cards]:
        """Every set of a hand that beats the one on top."""
        if top is None or top.unbeatable:
            return []
        ranks = [rank for rank in RANKS if rank in hand and RANKS.index(rank) > RANKS.index(top.rank)]
        sets = [cards for rank in ranks for cards in sets_of(hand, rank, top.size)]
        beaten = [cards for cards in sets if (found := read(cards)) and found.beats(top, self.options["big_kills"])]
        return [cards for cards in beaten if not (top.small and set(cards) == {"x", "X"})]

    def reply(self, table: Table, seat: str) -> Cards | None:
        """A set that beats the one on top, or None to pass."""
        assert table.top
        top, hand, dice = table.top, table.hands[seat], self.dice
        sets = self.beating(hand, top.set)
        if not sets:
            return None
        mate = partners(seat, top.seat)
        keen = 0.15 if opposite(seat) == top.seat else 0.0
        if dice.random() < self.temper.pass_ + (0.35 if mate else 0.0) - keen:
            return None
        if table.top.set.size < 4 and dice.random() < 0.6:
            whole = [cards for cards in sets if hand.count(cards[0]) == len(cards)]
            sets = whole or sets
        return self.cheap(sets)

    def lead(self, table: Table, seat: str) -> Cards:
        """A set to lead with."""
        hand, dice = table.hands[seat], self.dice
        if seat in table.laid:
            return dice.choice(table.laid[seat])
        if table.burner == seat:
            return burning(dice, hand)
        ranks = sorted(set(hand) - ({"3"} if self.options["bie3"] else set()), key=RANKS.index) or ["3"]
        if ranks == ["3"] and self.options["bie3"]:
            return ["3"] * hand.count("3")
        stood = table.top is not None and table.top.seat == seat and table.top.set.gouji and table.top.set.pure
        if stood and "4" in hand and dice.random() < self.temper.four:
            return self.attach(hand, "4", dice.randint(1, hand.count("4")))
        if dice.random() < self.temper.gouji:
            pure = [
                cards
                for rank in "TJQKA"
                for size in range(1, 8)
                for cards in sets_of(hand, rank, size)
                if (found := read(cards)) and found.gouji and found.pure
            ]
            if pure:
                return dice.choice(pure)
        rank = ranks[min(int(dice.expovariate(0.5)), len(ranks) - 1)]
        number = hand.count(rank)
        return self.attach(hand, rank, dice.randint(1, number) if dice.random() < self.temper.split else number)

    def attach(self, hand: Cards, rank: str, number: int) -> Cards:
        """So many cards of a rank, now and then with something attached."""
        cards = [rank] * number
        if self.dice.random() < 0.06 and not (rank == "3" and self.options["bie3"]):
            wild = [card for card in "2xX" if card in hand and RANKS.index(card) > RANKS.index(rank)]
            cards += [self.dice.choice(wild)] if wild else []
        return cards

    def burn(self, table: Table, seat: str) -> list[Cards]:
        """The sets with which a seat may burn what is on top and play on to the end."""
        assert table.top
        sets = self.beating(table.hands[seat], table.top.set)
        return [cards for cards in sets if burn_to_the_end(without(table.hands[seat], cards))]
