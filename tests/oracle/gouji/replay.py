"""Records of 夠級 that others settled, played again and settled by the oracle alone: no engine is asked."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.gouji.cards import RANKS, SEATS, copies, from_seat, hand_size, partners, read
from tests.oracle.gouji.prelude import Tribute, givers, may_revolt, must_buy, paid_well, sellers
from tests.oracle.gouji.settlement import Owed, agreed, options_of, owed, swept, team_points, team_text
from tests.oracle.gouji.table import Table
from tests.oracle.reading import parts


class Replay:
    """One round played again; ``wrong`` lists what is not as the oracle would have it."""

    def __init__(self, options: dict[str, Any], tags: dict[str, str], lines: list[Owed]) -> None:
        hands = {seat: [card for card in tags[f"Hand.{seat}"] if card in RANKS] for seat in SEATS}
        self.options, self.wrong = options, list[tuple[int, str]]()
        self.dealt = {seat: list(hand) for seat, hand in hands.items()}
        self.table = Table(options, hands, tags["Leader"])
        self.suits = {seat: re.findall("3[hdsc]", tags[f"Hand.{seat}"]) for seat in SEATS}
        self.shown, self.showing = 0, True
        """How many 3s the last show of them held, and whether nothing but shows and declarations went before."""
        self.intent = False
        """Whether somebody has just declared to burn."""
        self.lines, self.owed = list(lines), len(lines)
        self.declared: dict[str, str] = {}
        self.fines: dict[str, int] = {}
        self.buyers = {seat for seat in SEATS if options["bie3"] and must_buy(hands[seat])}
        """Who still has to buy a 3: one who was dealt none, whatever he gives away later."""
        self.tribute = Tribute(hands, list(lines))
        if options["bie3"] and options["auto_revolution"]:
            self.table.revolted = [seat for seat in SEATS if may_revolt(hands[seat], options)]
        held = Counter(card for hand in hands.values() for card in hand)
        if any(len(hand) != hand_size(options) for hand in hands.values()) or any(
            held[rank] > copies(rank, options) for rank in RANKS
        ):
            self.wrong.append((0, "deal"))

    def play(self, moves: list[str]) -> bool:
        """Make these moves, up to the first wrong one; whether the round came to its end."""
        for at, token in enumerate(moves, 1):
            seat, what = token[0], token[1:]
            if said := self.objection(seat, what):
                self.wrong.append((at, f"{token}: {said}"))
                return False
            self.move(token)
        if not self.table.over:
            self.wrong.append((len(moves), "round-not-finished"))
        return self.table.over

    def move(self, token: str) -> None:
        """Carry a move out."""
        seat, what = token[0], token[1:]
        self.carry_out(seat, what)
        self.intent = what[0] == "?"
        self.showing = self.showing and what.startswith((".liang", ".yudian"))

    # -- what is wrong -----------------------------------------------------------------------------------------------

    def objection(self, seat: str, what: str) -> str:
        table = self.table
        verb, _, text = what.partition(":")
        undeclared = self.options["bie3"] and verb.partition(">")[0] in (".yudian", ".mai", ".geming")
        if table.over and not (undeclared and len(table.revolted) > 1):
            return "moves-after-end"
        if verb.startswith(".gong"):
            return self.bad_tribute(seat, verb[6:], text)
        if verb.startswith(".huan"):
            return "" if self.good_return(seat, verb[6:], text) else "bad-return"
        if verb.startswith(".mai"):
            return "" if self.good_buy(seat, verb[5:], text) else "bad-buy"
        if verb == ".geming":
            right = self.options["bie3"] and not self.options["auto_revolution"]
            late = right and (seat in table.revolted or len(self.tribute.lines) < self.owed)
            return "revolution-not-eligible" if late or not may_revolt(self.dealt[seat], self.options) else ""
        if what[0] == "?" or verb == ".fa":
            return ""
        if self.options["bie3"] and verb in (".liang", ".bao", ".tiao", ".hui"):
            return "not-in-bie3"
        if verb == ".tiao":
            return "" if sorted(text.replace("/", "")) == sorted(table.hands[seat]) else "card-not-in-hand"
        if verb in (".mingdian", ".yudian", ".bao", ".hui", ".liang"):
            return "" if verb != ".bao" or int(text) == len(table.hands[seat]) or len(table.hands[seat]) > 10 else "false-report"
        if not table.begun and self.unpaid():
            return self.unpaid()
        return self.bad_turn(seat, verb, list(text))

    def unbought(self) -> bool:
        """Whether somebody still has to buy a 3, and can."""
        hands = self.table.hands
        return any(givers(hands, seat, self.options) or sellers(hands, seat, self.options) for seat in self.buyers)

    def good_buy(self, seat: str, whom: str, paid: str) -> bool:
        """A 3 that is given or bought; else a 4 (GJ-8.2)."""
        hands = self.table.hands
        if "3" not in hands[seat]:
            if able := givers(hands, seat, self.options):
                return whom in able and not paid
            able = sellers(hands, seat, self.options)
            return seat in self.buyers and whom in able and paid_well(hands[seat], seat, whom, paid, self.options)
        able = sellers(hands, seat, self.options, "4")
        fit = whom in able and paid_well(hands[seat], seat, whom, paid, self.options)
        return self.options["buy4"] and "4" not in hands[seat] and fit

    def unpaid(self) -> str:
        """A duty before the first play that was not done."""
        if self.options["bie3"] and self.unbought():
            return "buy-missing"
        if self.missing_tribute(None):
            return "tribute-missing"
        return "bad-return" if self.tribute.returns else ""

    def missing_tribute(self, before: str | None) -> list[Owed]:
        """Lines that must have been paid (before those of some kind); 落貢 between partners may be waived."""
        kinds = ["men", "shao", "dian", "luo"]
        kinds = kinds[: kinds.index(before)] if before else kinds
        return [
            line
            for line in self.tribute.lines
            if line.kind in kinds and self.tribute.payable(line) and not (line.returned and partners(line.giver, line.taker))
        ]

    def bad_tribute(self, seat: str, to: str, text: str) -> str:
        if self.options["bie3"] and self.unbought():
            return "buy-missing"
        lines = self.tribute.between(seat, to)
        if not lines:
            return "tribute-excess"
        cards = self.tribute.payable(lines[0])
        if self.missing_tribute(lines[0].kind):
            return "tribute-missing (order)"
        if len(text) != len(cards):
            return "tribute-excess" if len(text) > len(cards) else "tribute-missing"
        return "" if sorted(cards) == sorted(text) else "tribute-not-highest"

    def good_return(self, seat: str, to: str, text: str) -> bool:
        hands = self.table.hands
        held = all(hands[seat].count(card) >= text.count(card) and card in hands[to] for card in text)
        return (seat, to, len(text)) in self.tribute.returns and held

    def bad_turn(self, seat: str, verb: str, cards: list[str]) -> str:
        table = self.table
        reply, lead = table.may_reply(seat), table.leads(seat)
        if verb == ".guo":
            if reply or (lead and seat in table.punished):
                return ""
            return "must-lead" if lead and not table.burner else "false-burn" if lead else "not-your-turn"
        if verb == ".rang":
            if table.top and (table.chaos or not partners(seat, table.top.seat)):
                return "yield-not-partner"
            return "" if table.may_yield(seat) else "not-your-turn"
        if verb not in ("", ".shao"):
            return f"unknown {verb}"
        return self.bad_play(seat, verb, cards, reply, lead)

    def bad_play(self, seat: str, verb: str, cards: list[str], reply: bool, lead: bool) -> str:
        table = self.table
        mine = table.hands[seat]
        if seat in table.punished and not verb:
            return "not-your-turn"
        if any(mine.count(card) < cards.count(card) for card in cards):
            return "card-not-in-hand"
        if verb == ".shao" and not table.may_burn(seat):
            if table.may_burn(seat, anyhow=True):
                return "burn-unopened"
            return "burn-after-pass" if seat in table.passed else "not-opposite"
        if not verb and not (reply or lead):
            if seat in table.passed and not table.settled():
                return "passed-already"
            if table.top and table.top.set.gouji and not table.chaos and not table.settled():
                return "not-opposite"
            return "passed-already" if seat in table.passed and not lead and not table.settled() else "not-your-turn"
        found = read(cards)
        if not found:
            return "mixed-ranks"
        if self.options["bie3"] and "3" in cards:
            rest = [card for card in mine if card != "3"]
            if set(cards) != {"3"}:
                return "three-attached"
            if rest:
                return "three-not-last"
            if len(cards) != len(mine):
                return "three-split"
        if lead and not verb:
            if table.burner and not found.joker and not (set(cards) == {"3"} and len(cards) == len(mine)):
                return "false-burn"
            return ""
        assert table.top
        if found.size != table.top.set.size:
            return "count-mismatch"
        return "" if found.beats(table.top.set, self.options["big_kills"]) else "does-not-beat"

    # -- carrying it out ---------------------------------------------------------------------------------------------

    def carry_out(self, seat: str, what: str) -> None:
        table = self.table
        verb, _, text = what.partition(":")
        cards = list(text)
        if verb.startswith(".gong"):
            self.tribute.pay(self.tribute.between(seat, verb[6:])[0])
        elif verb.startswith(".huan"):
            self.tribute.hand_over(seat, verb[6:], cards)
            self.tribute.returns.remove((seat, verb[6:], len(cards)))
        elif verb.startswith(".mai"):
            rank = "4" if "3" in table.hands[seat] else "3"
            self.tribute.hand_over(seat, verb[5:], cards)
            self.tribute.hand_over(verb[5:], seat, [rank])
            self.buyers.discard(seat)
        elif verb == ".geming":
            table.revolted += [seat] if seat not in table.revolted else []
        elif verb in (".mingdian", ".yudian"):
            self.declared[seat] = verb[1:]
        elif verb == ".liang":
            table.leader, self.shown = seat, text.count("3")
        elif verb == ".tiao":
            table.laid[seat] = [sorted(laid) for laid in text.split("/")]
        elif verb == ".fa" and text == "lose-turn":
            table.punish(seat)
        elif verb == ".fa" and text.startswith("fine-"):
            side = "ACE" if seat in "ACE" else "BDF"
            self.fines[side] = self.fines.get(side, 0) + int(text[5:])
        elif verb == ".fa" and text == "place-last":
            table.fall(seat)
        elif verb == ".hui":
            for other, hand in table.hands.items():
                table.hands[other] = [card for card in hand if card not in cards]
        elif verb == ".guo":
            (table.pass_ if table.may_reply(seat) else table.lose_lead)(seat)
        elif verb == ".rang":
            table.yield_(seat)
        elif verb == ".shao":
            table.burn(seat, cards)
        elif verb == "":
            table.play(seat, cards)


@dataclass
class Judged:
    """A match played again: round, move and reason of what is wrong, up to where a round could not go on; and what each whole
    round came to: its number, points and places, if it was not void."""

    wrong: list[tuple[int, int, str]] = field(default_factory=list)
    rounds: list[tuple[int, dict[str, int], list[str]]] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=lambda: {"ACE": 0, "BDF": 0})
    whole: bool = True
    """Whether every round came to its end."""


def judged(text: str) -> Judged:
    """A match played and settled again."""
    (head, _), *rounds = parts(text)
    options, found, lines = options_of(head.get("Rules", "")), Judged(), list[Owed]()
    leader, people = "", {seat: head.get(f"Seat.{seat}", "") for seat in SEATS}
    last: list[str] = []
    for tags, moves in rounds:
        number, daluo = int(tags["Round"]), tags.get("Daluo", "")
        if daluo and not (daluo in last and partners(*last)):
            found.wrong.append((number, 0, "bad-daluo"))
        lines = agreed(lines, daluo)
        leader = daluo if daluo and leader and not options["bie3"] else leader
        replay = Replay(options, tags, lines)
        seated = {seat: tags.get(f"Sit.{seat}", people[seat]) for seat in SEATS}
        if not options["bie3"] and sum(seated[seat] != people[seat] for seat in SEATS) > 1:
            leader = ""
        people = seated
        if leader and tags["Leader"] != leader:
            found.wrong.append((number, 0, f"wrong-dealer, {leader} leads"))
        found.whole = replay.play(moves)
        found.wrong += [(number, at, why) for at, why in replay.wrong]
        if not found.whole:
            return found
        table = replay.table
        following = from_seat(tags["Leader"])[0] if options["bie3"] else ""
        leader, lines, last = following, [], []
        if len(table.revolted) > 1:
            continue
        places = table.places()
        points = team_points(places, options, replay.fines)
        found.rounds.append((number, points, places))
        last = places[4:]
        found.totals = {side: found.totals[side] + points[side] for side in points}
        lines = owed(table, options, replay.declared)
        leader = following or ("" if swept(places) else places[5])
        if tags.get("Places", " ".join(places)).split() != places:
            found.wrong.append((number, len(moves), f"places {places}"))
        if tags.get("Scores", team_text(points)) != team_text(points):
            found.wrong.append((number, len(moves), f"scores {points}"))
    if "Totals" in head and head["Totals"] != team_text(found.totals):
        found.wrong.append((0, 0, f"totals {found.totals}"))
    return found
