"""夠級: one round played by the rules, from the declarations before the deal to the last place."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.gouji import Owed, opened, owed, swept, team_points
from tests.oracle.gouji_cards import SEATS, from_seat, opposite, partners, read
from tests.oracle.gouji_deals import deal, suited
from tests.oracle.gouji_players import Player, Temper
from tests.oracle.gouji_prelude import Tribute, in_order, may_revolt, must_buy, price, sellers
from tests.oracle.gouji_table import Table

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
    terse: float = 0.0
    """Passes left out where no reply was possible."""
    last_words: float = 0.15
    """Last passes written that need not be (GJ-4.4)."""

    @classmethod
    def of(cls, dice: random.Random) -> Habits:
        return cls(
            rulings=dice.choice([0.0, 0.0, 0.01]), terse=dice.choice([0.0, 0.5, 1.0]), bluff=dice.choice([0.0, 0.1, 0.5]),
            waive=dice.choice([0.0, 0.5]), revolt=dice.choice([0.4, 1.0]), declare=dice.choice([0.0, 0.2, 0.6]),
        )  # fmt: skip


@dataclass
class Round:
    """A round as it was played."""

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
    obliged: str | None = None
    """Who must relieve a burn that was only bluff."""

    def __post_init__(self) -> None:
        dice, options = self.dice, self.options
        self.dealt = deal(dice, self.bias, options)
        self.told = suited(dice, self.dealt) if self.anew and not options["bie3"] and dice.random() < 0.6 else self.dealt
        self.table = Table(options, {seat: list(hand) for seat, hand in self.dealt.items()}, self.leader)
        self.players = {seat: Player(dice, options, Temper.of(dice)) for seat in SEATS}
        self.before_play()
        while not self.table.over:
            self.step()
        self.settle()

    def say(self, token: str, count: str = "") -> None:
        """A move is written down."""
        self.moves.append(token)
        self.counts[count or token[1:].partition(":")[0].partition(">")[0]] += 1

    # -- before the first play ---------------------------------------------------------------------------------------

    def before_play(self) -> None:
        """GJ-2, 7.4, 7.7, 8.2, in the order of the table."""
        self.declare("yudian")
        self.show()
        if self.options["bie3"]:
            self.buy()
        self.revolt(0.5)
        if self.table.over:
            return
        self.pay()
        self.revolt(0.5)
        if self.table.over:
            return
        self.declare("mingdian")
        self.take_out()
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
            seller = self.dice.choice(sellers(hands, seat))
            card = price(hands[seat])
            for giver, taker, sold in ((seat, seller, card), (seller, seat, "3")):
                Tribute(hands, []).hand_over(giver, taker, [sold])
            self.say(f"{seat}.mai>{seller}:{card}", f".mai {card} {'opposite' if seller == opposite(seat) else 'partner'}")

    def revolt(self, chance: float) -> None:
        """革命 (GJ-2.3); in 憋3 whether it is declared or not (GJ-8.3)."""
        able = [seat for seat in self.dice.sample(SEATS, 6) if may_revolt(self.dealt[seat], self.options)]
        if self.options["bie3"] and not self.table.revolted:
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

    def take_out(self) -> None:
        """會3 (GJ-2.4)."""
        if not self.options["bie3"] and self.dice.random() < 0.15:
            ranks = self.dice.choice(["3", "4", "34"]) if self.options["hui4"] else "3"
            for seat, hand in self.table.hands.items():
                self.table.hands[seat] = [card for card in hand if card not in ranks]
            self.say(f"{self.table.first_in(self.table.leader)}.hui:{ranks}")

    # -- the play ----------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """One player speaks or plays, and whatever is said beside it."""
        table = self.table
        self.aside()
        if table.over:
            return
        if table.top and self.want_to_burn():
            return
        if table.waiting or table.may_yield_back():
            seat = table.due()
            assert table.top
            if table.top.set.unbeatable and self.dice.random() < self.habits.terse:
                self.lead(table.next_leader())
            elif seat in table.punished:
                self.pass_(seat)
            elif table.waiting:
                self.speak(seat)
            else:
                self.play_after_all(seat)
        elif not (table.last_word() and self.speak_last(table.last_word() or "")):
            self.lead(table.next_leader())

    def pass_(self, seat: str) -> None:
        self.table.pass_(seat)
        self.say(f"{seat}.guo")

    def beat(self, seat: str, cards: list[str], how: str) -> None:
        table = self.table
        assert table.top
        if table.burner:
            self.counts["解燒"] += 1
        elif table.top.set.gouji and not table.chaos and seat != opposite(table.top.seat):
            self.counts["headless reply"] += 1
        if seat in table.passed and not table.chaos:
            self.counts["after a pass"] += 1
        self.play(seat, cards, how)

    def play(self, seat: str, cards: list[str], how: str) -> None:
        before = len(self.table.muffled)
        chaos, burner = self.table.chaos, self.table.burner
        self.table.play(seat, cards)
        self.say(f"{seat}:{''.join(in_order(''.join(cards)))}", how)
        self.counts["悶"] += len(self.table.muffled) - before
        if self.table.chaos and not chaos:
            self.counts["chaos" + (" within a burn" if burner else "")] += 1

    def speak(self, seat: str) -> None:
        """Beat, pass or yield."""
        table, player = self.table, self.players[seat]
        assert table.top
        cards = player.reply(table, seat)
        if self.obliged == seat:
            cards = cards or player.cheap(player.beating(table.hands[seat], table.top.set))
            self.obliged = None
        if cards:
            self.beat(seat, cards, "reply")
        elif table.may_yield(seat) and not table.top.set.gouji and self.dice.random() < player.temper.yield_:
            table.yield_(seat)
            self.say(f"{seat}.rang")
        else:
            self.pass_(seat)

    def play_after_all(self, seat: str) -> None:
        """One who yielded plays or passes (GJ-4.3)."""
        assert self.table.top
        player = self.players[seat]
        cards = player.cheap(player.beating(self.table.hands[seat], self.table.top.set)) if self.dice.random() < 0.7 else None
        if cards and self.table.top.seat not in self.table.laid:
            self.play(seat, cards, "after a yield")
        else:
            self.pass_(seat)

    def speak_last(self, seat: str) -> bool:
        """The opposite's last word on a plain set (GJ-4.4); whether anything is written."""
        table, player = self.table, self.players[seat]
        assert table.top
        cards = player.reply(table, seat) if self.dice.random() < 0.5 and seat not in table.punished else None
        if cards:
            self.beat(seat, cards, "last word")
            return True
        if self.dice.random() < self.habits.last_words:
            self.pass_(seat)
            return True
        return False

    def lead(self, seat: str) -> None:
        table = self.table
        self.rule_between_tricks(seat)
        if table.over:
            return
        seat = table.next_leader()
        if table.top and table.top.seat in table.gone:
            self.counts["接風"] += 1
        self.pick(seat)
        burner = table.burner
        self.play(seat, self.players[seat].lead(table, seat), "burning" if burner else "lead")
        if table.burns and table.burns[-1].done and burner:
            self.counts["burned out"] += 1

    # -- burning -----------------------------------------------------------------------------------------------------

    def want_to_burn(self) -> bool:
        """燒牌, 反燒; whether somebody did."""
        table = self.table
        assert table.top
        if table.said or table.top.seat in table.laid or self.obliged:
            return False
        able = [seat for seat in from_seat(table.top.seat) if table.may_burn(seat) and seat not in table.punished]
        able = [seat for seat in able if table.burner or self.dice.random() < self.players[seat].temper.burn]
        willing = {seat: sets for seat in able if (sets := self.players[seat].burn(table, seat))}
        if not willing:
            return self.dice.random() < self.habits.bluff + (0.4 if table.burner else 0.0) and self.bluff()
        seat = self.in_turn(list(willing))[0]
        self.announce(seat, len(willing) > 1)
        self.burn(seat, self.dice.choice(willing[seat]))
        return True

    def in_turn(self, seats: list[str]) -> list[str]:
        """Of several who would burn, who goes before whom (GJ-5.2)."""
        assert self.table.top
        top = self.table.top.seat
        return sorted(seats, key=lambda seat: (not partners(seat, top), from_seat(top).index(seat)))

    def announce(self, seat: str, several: bool) -> None:
        """Who would burn says so; it is the seat's right before others."""
        table = self.table
        assert table.top
        able = [one for one in from_seat(table.top.seat) if table.may_burn(one)
                and self.players[one].beating(table.hands[one], table.top.set)]  # fmt: skip
        later = self.in_turn(able)[self.in_turn(able).index(seat) + 1 :]
        others = [one for one in later if self.dice.random() < (0.8 if several else self.habits.intents)]
        if others or self.dice.random() < self.habits.intents:
            for one in self.dice.sample([seat, *others], 1 + len(others)):
                self.say(f"{one}?shao", "several would burn" if others else "")

    def burn(self, seat: str, cards: list[str]) -> None:
        table = self.table
        assert table.top
        how = "反燒" if table.burner else "burns partner" if partners(seat, table.top.seat) else "burns"
        before, chaos = len(table.muffled), table.chaos
        table.burn(seat, cards)
        self.say(f"{seat}.shao:{''.join(in_order(''.join(cards)))}", how)
        self.counts["悶 by a burn"] += len(table.muffled) - before
        self.counts["chaos by a burn"] += table.chaos and not chaos

    def bluff(self) -> bool:
        """A burn that cannot be played to its end, but the burner's opposite will relieve it (GJ-5.4)."""
        table = self.table
        assert table.top
        for seat in from_seat(table.top.seat):
            player, other = self.players[seat], opposite(seat)
            if not table.may_burn(seat) or other in table.gone or other in table.punished:
                continue
            sets = [cards for cards in player.beating(table.hands[seat], table.top.set)
                    if self.players[other].beating(table.hands[other], read(cards))]  # fmt: skip
            muffles = [cards for cards in sets if len(cards) == table.hands[seat].count("3")]
            if sets and not muffles:
                self.announce(seat, False)
                self.burn(seat, self.dice.choice(sets))
                self.obliged = None if table.chaos or table.over else other
                return True
        return False

    # -- beside the play ---------------------------------------------------------------------------------------------

    def aside(self) -> None:
        """報牌, and rulings on whose turn it is (GJ-2.5, 9.1)."""
        table, dice = self.table, self.dice
        if not self.options["bie3"] and dice.random() < self.habits.reports:
            short = [seat for seat in SEATS if seat not in table.gone and len(table.hands[seat]) <= 10]
            for seat in short[:1] if dice.random() < 0.7 else dice.sample(short, min(len(short), 1)):
                self.say(f"{seat}.bao:{len(table.hands[seat])}")
        if table.top and dice.random() < self.habits.rulings:
            due = table.due()
            if table.waiting and due not in table.punished and not self.obliged and not table.top.set.unbeatable:
                table.punished.add(due)
                self.say(f"{due}.fa:lose-turn", "fa:lose-turn")
            else:
                self.say(f"{dice.choice(SEATS)}.fa:warning", "fa:warning")

    def rule_between_tricks(self, leader: str) -> None:
        """罰為大落, where no trick is touched by it."""
        table = self.table
        if self.options["bie3"] or table.burner or table.waiting or table.fallen or self.dice.random() > self.habits.rulings:
            return
        able = [seat for seat in table.playing(leader) if seat not in table.laid]
        if able:
            seat = self.dice.choice(able)
            table.fall(seat)
            self.say(f"{seat}.fa:place-last", "fa:place-last")

    def pick(self, seat: str) -> None:
        """挑牌 by one who leads: his partners name the order, and nobody beats his sets (GJ-2.6)."""
        table = self.table
        hand = table.hands[seat]
        if self.options["bie3"] or table.burner or table.laid or len(set(hand)) > 4 or len(hand) > 14:
            return
        if self.dice.random() < self.habits.picks:
            sets = [[rank] * hand.count(rank) for rank in sorted(set(hand))]
            self.dice.shuffle(sets)
            table.laid[seat] = [sorted(cards) for cards in sets]
            self.say(f"{seat}.tiao:{'/'.join(''.join(cards) for cards in sets)}")

    # -- the settlement ----------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Places, scores, who opened, what is owed."""
        table = self.table
        self.void = len(table.revolted) > 1
        self.places = [] if self.void else table.places()
        self.scores = {} if self.void else team_points(self.places)
        self.owed = [] if self.void else owed(table, self.options, self.declared)
        self.opened = set() if self.void else opened(table, self.options, self.places)
        self.swept = not self.void and swept(self.places)
        self.counts["void"] += self.void
        self.counts["串三戶"] += self.swept
        self.counts["revolution"] += len(table.revolted) == 1
        self.counts["revolted third"] += self.places[2:3] == table.revolted[:1] if table.revolted else 0
        self.counts["opened"] += len(self.opened)
