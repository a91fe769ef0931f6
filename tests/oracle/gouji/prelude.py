"""夠級: what comes before the first play. Buying 3s, revolting, tribute and its return (GJ-2.3, 7.7 to 7.9, 8.2, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.gouji.cards import RANKS, SEATS, from_seat, low_to_high, opposite, partners, without
from tests.oracle.gouji.settlement import KINDS, Owed

TRIBUTE = "Xx2"
"""What tribute is paid in, highest first (GJ-7.8)."""


def may_revolt(hand: list[str], options: dict[str, Any]) -> bool:
    """Of a hand as dealt (GJ-2.3, 8.3)."""
    return not set(hand) & set("2xX3" if options["bie3"] else "2xX")


def must_buy(hand: list[str]) -> bool:
    """GJ-8.2; a hand that can pay nothing need not."""
    return "3" not in hand and bool(set(hand) & set("2xX"))


def prices(hand: list[str], options: dict[str, Any]) -> list[str]:
    """What a hand may pay for a 3: a 2, and only without one a joker, of either kind; or the highest it holds (GJ-11.5)."""
    if options["buy_price"] == "best":
        return [card for card in TRIBUTE if card in hand][:1]
    return ["2"] if "2" in hand else [card for card in "xX" if card in hand]


def givers(hands: dict[str, list[str]], seat: str, options: dict[str, Any]) -> list[str]:
    """聯邦送3: the partners with 3s to spare, who come before any seller (GJ-8.2)."""
    if options["buy_from"] == "opposite":
        return []
    return [one for one in SEATS if one != seat and partners(one, seat) and hands[one].count("3") > 1]


def asked(seat: str, options: dict[str, Any]) -> list[list[str]]:
    """Whom a buyer asks, one group after the other: usually the opposite, then his partners (GJ-8.2, 11.5)."""
    groups = {
        "opposite": [opposite(seat)],
        "partner": [one for one in SEATS if one != seat and partners(one, seat)],
        "neighbours": [from_seat(seat)[0], from_seat(seat)[-1]],
    }
    return [groups[word] for word in (options["buy_order"] or "opposite,neighbours").split(",")]


def sellers(hands: dict[str, list[str]], seat: str, options: dict[str, Any], card: str = "3") -> list[str]:
    """Of whom a seat may buy: the first asked who have one to spare, or any where they are the last asked."""
    groups = asked(seat, options)
    for group in groups:
        able = [one for one in group if hands[one].count(card) > (group != groups[-1])]
        if able:
            return able
    return []


def paid_well(hand: list[str], seat: str, whom: str, paid: str, options: dict[str, Any]) -> bool:
    """Whether this is what a seat may pay one whom it asks: the price, or nothing to a partner."""
    return paid in prices(hand, options) or (not paid and partners(seat, whom))


def with_more(hands: dict[str, list[str]], some: list[str], card: str) -> list[str]:
    """Those who keep one when they have sold: whether who has bought his only 3 and sells it must buy again, no clause says."""
    return [seat for seat in some if hands[seat].count(card) > 1]


@dataclass
class Tribute:
    """The tribute of a round as it is being paid."""

    hands: dict[str, list[str]]
    lines: list[Owed]
    """What is still owed."""
    received: dict[str, list[str]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    returns: list[tuple[str, str, int]] = field(default_factory=list)
    """What is still to be given back: by whom, to whom, how many."""

    def payable(self, line: Owed) -> list[str]:
        """The cards that pay a line: the highest, none that was received, as many as there are (GJ-7.8)."""
        hand, received = self.hands[line.giver], self.received[line.giver]
        return [card for card in TRIBUTE for _ in range(hand.count(card) - received.count(card))][: line.count]

    def next_lines(self) -> list[Owed]:
        """The lines of the first kind that is still owed; those whose giver has nothing left have lapsed."""
        for kind in KINDS:
            lines = [line for line in self.lines if line.kind == kind and self.payable(line)]
            if lines:
                return lines
        return []

    def between(self, giver: str, taker: str) -> list[Owed]:
        """What one still owes another and can pay, in order."""
        return [line for line in self.lines if (line.giver, line.taker) == (giver, taker) and self.payable(line)]

    def pay(self, line: Owed) -> list[str]:
        """The line is paid; its cards."""
        cards = self.payable(line)
        self.hand_over(line.giver, line.taker, cards)
        self.received[line.taker] += cards
        self.lines.remove(line)
        if line.returned:
            self.returns.append((line.taker, line.giver, len(cards)))
        return cards

    def hand_over(self, giver: str, taker: str, cards: list[str]) -> None:
        """Cards change hands."""
        self.hands[giver] = without(self.hands[giver], cards)
        self.hands[taker] = low_to_high([*self.hands[taker], *cards])

    def returnable(self, giver: str, taker: str) -> Iterator[str]:
        """The cards that may be given back (GJ-7.9)."""
        yield from (card for card in self.hands[giver] if card in self.hands[taker])


def in_order(cards: str) -> list[str]:
    """The cards of a token."""
    return sorted(cards, key=RANKS.index)
