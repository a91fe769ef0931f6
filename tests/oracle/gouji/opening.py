"""夠級: what is done before the first play, by the rules: shows, buying, revolting, tribute, declarations (GJ-2, 7, 8)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.gouji.cards import SEATS, copies, opposite, partners
from tests.oracle.gouji.deals import deal, suited
from tests.oracle.gouji.players import Player, Temper
from tests.oracle.gouji.prelude import Tribute, givers, in_order, may_revolt, must_buy, prices, sellers, with_more
from tests.oracle.gouji.settlement import Owed
from tests.oracle.gouji.table import Table

RED = "hd"


class NothingToReturn(Exception):
    """The receiver of a tribute holds too little of what the other holds: GJ-7.9 does not say what then."""


@dataclass
class Habits:
    """What happens at a table besides the play, and how its record is kept."""

    declare: float = 0.2
    revolt: float = 0.6
    waive: float = 0.3
    rulings: float = 0.0
    reports: float = 0.1
    picks: float = 0.3
    intents: float = 0.3
    bluff: float = 0.1
    false: float = 0.0
    """Burns that end falsely."""
    terse: float = 0.0
    """Passes left out where no reply was possible."""
    last_words: float = 0.15
    """Last passes written that need not be (GJ-4.4)."""

    @classmethod
    def of(cls, dice: random.Random) -> Habits:
        return cls(
            rulings=dice.choice([0.0, 0.0, 0.01]),
            terse=dice.choice([0.0, 0.5, 1.0]),
            bluff=dice.choice([0.0, 0.1, 0.5]),
            waive=dice.choice([0.0, 0.5]),
            revolt=dice.choice([0.4, 1.0]),
            declare=dice.choice([0.0, 0.2, 0.6]),
        )


@dataclass
class Opening:
    """A round up to its first play."""

    dice: random.Random
    options: dict[str, Any]
    leader: str
    """The first taker."""
    anew: bool
    """Opened anew: 3s may be shown (GJ-2.2)."""
    lines: list[Owed]
    """The tribute owed to it."""
    bias: str
    habits: Habits
    moves: list[str] = field(default_factory=list)
    declared: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    stage: str = "bought"

    def __post_init__(self) -> None:
        dice, options = self.dice, self.options
        self.dealt = deal(dice, self.bias, options)
        self.told = (
            suited(dice, self.dealt, options["packs"])
            if self.anew and not options["bie3"] and dice.random() < 0.6
            else self.dealt
        )
        self.table = Table(options, {seat: list(hand) for seat, hand in self.dealt.items()}, self.leader)
        self.players = {seat: Player(dice, options, Temper.of(dice)) for seat in SEATS}
        self.before_play()

    def say(self, token: str, count: str = "") -> None:
        """A move is written down."""
        self.moves.append(token)
        self.counts[count or token[1:].partition(":")[0].partition(">")[0]] += 1

    def before_play(self) -> None:
        """GJ-2, 7.4, 7.7, 8.2, in the order of the table."""
        self.declare("yudian")
        self.show()
        if self.options["bie3"]:
            self.buy()
        self.revolt(0.5)
        if self.table.over:
            return
        early = self.dice.random() < 0.3
        self.take_out(early)
        self.pay()
        self.revolt(0.5)
        if self.table.over:
            return
        self.declare("mingdian")
        self.take_out(not early)
        self.revolt(1.0)

    def declare(self, how: str) -> None:
        if self.options["tribute"] and self.options["points_mode"] != "off":
            for seat in SEATS:
                if self.dice.random() < self.habits.declare / 2 and seat not in {*self.declared, *self.table.revolted}:
                    self.declared[seat] = how
                    self.say(f"{seat}.{how}")

    def show(self) -> None:
        """上班, 頂班 (GJ-2.2)."""
        if self.told is self.dealt:
            return
        shown = 0
        for seat in self.dice.sample(SEATS, 6):
            suits = [card[1] for card in self.told[seat] if card[0] == "3"]
            if not shown:
                groups = [[suit for suit in suits if (suit in RED) == red][:2] for red in (True, False)]
            else:
                groups = [[suit] * suits.count(suit) for suit in "hdsc"]
            groups = [group for group in groups if len(group) > max(shown, 1)]
            if groups and self.dice.random() < 0.6:
                group = self.dice.choice(groups)
                shown, self.table.leader = len(group), seat
                self.say(f"{seat}.liang:{''.join('3' + suit for suit in group)}", "頂班" if self.counts[".liang"] else "")

    def buy(self) -> None:
        hands = self.table.hands
        for seat in [seat for seat in self.dice.sample(SEATS, 6) if must_buy(hands[seat])]:
            if able := givers(hands, seat, self.options):
                giver = self.dice.choice(able)
                Tribute(hands, []).hand_over(giver, seat, ["3"])
                self.say(f"{seat}.mai>{giver}", ".mai given")
            else:
                self.buy_one(seat, "3")
        lacking = [seat for seat in SEATS if "3" in hands[seat] and "4" not in hands[seat] and self.prices(seat)]
        for seat in lacking if self.options["buy4"] else []:
            if with_more(hands, sellers(hands, seat, self.options, "4"), "4") and self.dice.random() < 0.6:
                self.buy_one(seat, "4")

    def buy_one(self, seat: str, rank: str) -> None:
        """A 3, or a 4, of the opposite or one of his partners."""
        hands = self.table.hands
        seller = self.dice.choice(with_more(hands, sellers(hands, seat, self.options, rank), rank))
        card = "" if partners(seat, seller) and self.dice.random() < 0.5 else self.dice.choice(self.prices(seat))
        for giver, taker, sold in ((seat, seller, [card] * bool(card)), (seller, seat, [rank])):
            Tribute(hands, []).hand_over(giver, taker, sold)
        whom = "opposite" if seller == opposite(seat) else "of a mate" if partners(seat, seller) else "partner"
        self.say(f"{seat}.mai>{seller}{':' * bool(card)}{card}", f".mai {card} {whom}" if rank == "3" else ".mai a 4")

    def prices(self, seat: str) -> list[str]:
        return prices(self.table.hands[seat], self.options)

    def revolt(self, chance: float) -> None:
        """革命 (GJ-2.3); in 憋3 whether it is declared or not (GJ-8.3)."""
        able = [seat for seat in self.dice.sample(SEATS, 6) if may_revolt(self.dealt[seat], self.options)]
        if self.options["bie3"] and not self.options["auto_revolution"]:
            for seat in able if self.stage == "bought" else []:
                if self.dice.random() < self.habits.revolt and not self.table.over:
                    self.table.revolted.append(seat)
                    self.say(f"{seat}.geming", ".geming by right")
            self.stage = "revolted"
        elif self.options["bie3"] and not self.table.revolted:
            self.table.revolted = able
            for seat in able:
                if self.dice.random() < 0.7:
                    self.say(f"{seat}.geming")
        elif not self.options["bie3"]:
            for seat in able:
                taken_out = self.counts[".hui"] and seat == self.table.first_in(self.table.leader)
                willing = self.dice.random() < chance * self.habits.revolt and not taken_out
                if willing and seat not in self.table.revolted and not self.table.over:
                    self.table.revolted.append(seat)
                    self.say(f"{seat}.geming")

    def pay(self) -> None:
        """The tribute and its return (GJ-7.7 to 7.9)."""
        lines = self.lines[:]
        self.dice.shuffle(lines)
        tribute = Tribute(self.table.hands, lines)
        while waiting := tribute.next_lines():
            line = waiting[0]
            if line.returned and partners(line.giver, line.taker) and self.dice.random() < self.habits.waive:
                tribute.lines.remove(line)
                self.counts["waived"] += 1
                continue
            cards = tribute.pay(line)
            short = " short" if len(cards) < line.count else ""
            self.say(f"{line.giver}.gong>{line.taker}:{''.join(cards)}", f"{line.kind} {line.count}{short}")
        for giver, taker, number in tribute.returns:
            able = list(tribute.returnable(giver, taker))
            kept = [card for card in able if card not in ("2xX3" if self.options["bie3"] else "2xX")]
            able = kept if len(kept) >= number and self.dice.random() < 0.9 else able
            if len(able) < number:
                raise NothingToReturn
            cards = self.dice.sample(able, number)
            tribute.hand_over(giver, taker, cards)
            self.say(f"{giver}.huan>{taker}:{''.join(in_order(''.join(cards)))}")

    def take_out(self, now: bool) -> None:
        """會3, before the tribute or after it (GJ-2.4)."""
        if now and not self.options["bie3"] and self.dice.random() < 0.15:
            ranks = self.dice.choice(["3", "4", "34"]) if self.options["hui4"] else "3"
            if not all(copies(rank, self.options) for rank in ranks):
                return
            for seat, hand in self.table.hands.items():
                self.table.hands[seat] = [card for card in hand if card not in ranks]
            self.say(f"{self.table.first_in(self.table.leader)}.hui:{ranks}")
