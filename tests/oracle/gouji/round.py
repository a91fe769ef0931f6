"""夠級: one round played by the rules, from the first play to the last place."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.gouji.cards import SEATS, from_seat, opposite, partners, read
from tests.oracle.gouji.opening import Opening
from tests.oracle.gouji.players import burn_to_the_end
from tests.oracle.gouji.prelude import in_order
from tests.oracle.gouji.settlement import owed, swept, team_points


@dataclass
class Round(Opening):
    """A round as it was played."""

    obliged: str | None = None
    """Who must relieve a burn that was only bluff."""
    bluffer: str | None = None
    """Who cannot play his burn to its end, and need not be relieved."""
    fines: dict[str, int] = field(default_factory=dict)
    """Points taken off, by side (GJ-9.1)."""
    flaws: list[tuple[int, str]] = field(default_factory=list)
    """What is wrong in the round, at which move."""

    def __post_init__(self) -> None:
        super().__post_init__()
        while not self.table.over:
            self.step()
        self.settle()

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
        before, laid = len(self.table.muffled), len(self.table.laid)
        chaos, burner = self.table.chaos, self.table.burner
        self.table.play(seat, cards)
        self.say(f"{seat}:{''.join(in_order(''.join(cards)))}", how)
        self.counts["挑牌 beaten"] += laid > len(self.table.laid)
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
        if cards:
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
        if table.over or self.lead_lost(table.next_leader()) or self.burned_falsely():
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
        if (table.said and not self.options["late_burn"]) or self.obliged:
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
        able = [
            one
            for one in from_seat(table.top.seat)
            if table.may_burn(one) and self.players[one].beating(table.hands[one], table.top.set)
        ]
        later = self.in_turn(able)[self.in_turn(able).index(seat) + 1 :]
        others = [one for one in later if self.dice.random() < (0.8 if several else self.habits.intents)]
        if others or self.dice.random() < self.habits.intents:
            for one in self.dice.sample([seat, *others], 1 + len(others)):
                self.say(f"{one}?shao", "several would burn" if others else "")

    def burn(self, seat: str, cards: list[str]) -> None:
        table = self.table
        assert table.top
        how = "反燒" if table.burner else "burns partner" if partners(seat, table.top.seat) else "burns"
        self.counts["late burn"] += opposite(table.top.seat) in table.said
        self.counts["burns after a yield"] += seat in table.closed
        self.counts["headless burn"] += opposite(seat) in table.gone
        before, chaos = len(table.muffled), table.chaos
        table.burn(seat, cards)
        self.say(f"{seat}.shao:{''.join(in_order(''.join(cards)))}", how)
        self.counts["悶 by a burn"] += len(table.muffled) - before
        self.counts["chaos by a burn"] += table.chaos and not chaos

    def bluff(self) -> bool:
        """A burn that cannot be played to its end: the burner's opposite relieves it, or it ends falsely (GJ-5.4, 5.5)."""
        table = self.table
        assert table.top
        false = self.dice.random() < self.habits.false
        for seat in from_seat(table.top.seat):
            player, other = self.players[seat], opposite(seat)
            if not table.may_burn(seat) or seat in table.punished or (not false and {other} & {*table.gone, *table.punished}):
                continue
            sets = player.beating(table.hands[seat], table.top.set)
            muffles = [cards for cards in sets if len(cards) == table.hands[seat].count("3")]
            if not false:
                sets = [cards for cards in sets if self.players[other].beating(table.hands[other], read(cards))]
            if sets and not muffles:
                self.announce(seat, False)
                self.burn(seat, self.dice.choice(sets))
                self.obliged = None if table.chaos or table.over or false else other
                self.bluffer = seat if false else None
                return True
        return False

    def burned_falsely(self) -> bool:
        """A burner without the means plays a set without a joker, or passes (GJ-5.5)."""
        table = self.table
        seat = table.burner
        if seat is None or seat != self.bluffer or burn_to_the_end(table.hands[seat]):
            return False
        rank = self.dice.choice([rank for rank in "456789TJQKA2" if rank in table.hands[seat]])
        wrong = self.dice.choice([f"{seat}.guo", f"{seat}:{rank * table.hands[seat].count(rank)}"])
        self.say(wrong, "false burn")
        self.flaws.append((len(self.moves), "false-burn"))
        table.burn_falsely(seat)
        return True

    # -- beside the play ---------------------------------------------------------------------------------------------

    def aside(self) -> None:
        """報牌, and rulings on whose turn it is (GJ-2.5, 9.1)."""
        table, dice = self.table, self.dice
        if not self.options["bie3"] and dice.random() < self.habits.reports:
            short = [seat for seat in SEATS if seat not in table.gone and len(table.hands[seat]) <= 10]
            for seat in short[:1] if dice.random() < 0.7 else dice.sample(short, min(len(short), 1)):
                self.say(f"{seat}.bao:{len(table.hands[seat])}")
            long = [seat for seat in SEATS if seat not in table.gone and len(table.hands[seat]) > 10]
            if long and dice.random() < 0.1:
                self.say(f"{dice.choice(long)}.bao:{dice.randint(1, 36)}", "bao, nothing owed")
        if table.top and dice.random() < self.habits.rulings:
            due = table.due()
            if table.waiting and due not in table.punished and not self.obliged and not table.top.set.unbeatable:
                turns = dice.choice([1, 1, 2])
                table.punish(due, turns)
                self.counts["several turns lost"] += turns > 1
                for _ in range(turns):
                    self.say(f"{due}.fa:lose-turn", "fa:lose-turn")
            elif dice.random() < 0.5:
                self.say(f"{dice.choice(SEATS)}.fa:warning", "fa:warning")
            else:
                seat, points = dice.choice(SEATS), dice.choice([1, 2, 2, 12])
                side = "ACE" if seat in "ACE" else "BDF"
                self.fines[side] = self.fines.get(side, 0) + points
                self.say(f"{seat}.fa:fine-{points}", "fa:fine")

    def lead_lost(self, seat: str) -> bool:
        """The leader loses his turn by a ruling; whether he does."""
        table = self.table
        if seat not in table.punished:
            if table.burner or table.laid or table.waiting or table.last_word() or self.dice.random() > self.habits.rulings / 2:
                return False  # a pass of the leader might be a reply yet
            table.punish(seat)
            self.say(f"{seat}.fa:lose-turn", "leader's turn lost")
        self.say(f"{seat}.guo")
        table.lose_lead(seat)
        return True

    def rule_between_tricks(self, leader: str) -> None:
        """罰為大落, where no trick is touched by it."""
        table = self.table
        if self.options["bie3"] or table.burner or table.waiting or table.fallen or self.dice.random() > self.habits.rulings:
            return
        if table.top and not table.chaos and (table.top.set.gouji or table.gone):
            return  # the trick is still open, and others might get the say in it
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
        self.scores = {} if self.void else team_points(self.places, self.options, self.fines)
        self.owed = [] if self.void else owed(table, self.options, self.declared)
        self.opened = set() if self.void else table.opened()
        self.counts["a side out"] += not self.void and len(table.gone) < 5
        self.swept = not self.void and swept(self.places)
        self.counts["void"] += self.void
        self.counts["串三戶"] += self.swept
        self.counts["revolution"] += len(table.revolted) == 1
        self.counts["revolted third"] += self.places[2:3] == table.revolted[:1] if table.revolted else 0
        self.counts["opened"] += len(self.opened)
