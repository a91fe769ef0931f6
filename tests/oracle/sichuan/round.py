"""四川麻將 played and settled from its rulebook: one round at a time, every option, everything that may happen."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.mahjong import end_of_wall, next_dealer, payments, table_rules
from tests.oracle.mahjong.deals import deal, hand_of, kinds_of, pack_of, seats_of
from tests.oracle.mahjong.shapes import readings

SEATS = "ESWN"
IN, WON, GONE = "in", "won", "gone"

Meld = tuple[str, str]
"""``peng``, ``direct``, ``concealed`` or ``added``, and its tile."""


def worth(
    hand: list[str],
    melds: list[Meld],
    options: dict[str, Any],
    by: str = "",
    flags: frozenset[str] = frozenset(),
    won_on: str | None = None,
) -> int:
    """The value of a hand with its winning tile, the last one if it is not told, without the bonus of a self-draw (SCM-3); 0
    where it does not win (SCM-2.2)."""
    every = hand + [tile for kind, tile in melds for _ in range(3 if kind == "peng" else 4)]
    suits = {tile[1] for tile in every}
    if len(hand) + 3 * len(melds) != hand_of(options) + 1 or len(suits) == 3:
        return 0
    if table_rules.changes_values(options):
        return by_the_table(hand, melds, options, by or "discard", flags, won_on or hand[-1])
    kongs = [tile for kind, tile in melds if kind != "peng"]
    fours = sum(1 for tile, number in Counter(every).items() if number == 4 and tile not in kongs)
    added = len(kongs) + len(flags & {"gangshanghua", "gangshangpao"}) + (by == "rob")
    added += agreed(melds, every, options, by, flags)
    best = 0
    for pair, sets in readings(tuple(sorted(hand))):
        if pair is None and melds:
            continue
        whole = [*sets, *(("triplet", tile) for _, tile in melds)]
        if pair is None:
            shapes = pairs_shapes(len(suits) == 1, fours, options)
        else:
            shapes = set_shapes(pair, whole, every, len(suits) == 1, options)
        if options["tiandihu"] and flags & {"tianhu", "dihu"}:
            shapes.append((6, 0))
        best = max([best, *(fan + fours - dragon + added for fan, dragon in shapes)])
    limit = options["max_fan"]
    return 2 ** (min(best, limit or best) - 1) if best else 0


def by_the_table(hand: list[str], melds: list[Meld], options: dict[str, Any], by: str, flags: frozenset[str], won_on: str) -> int:
    """The value by a table with values and fans of its own (TBL-1, TBL-2, TBL-14)."""
    values, own, ladder = table_rules.of_options(options)
    values = {"longqidui": str(options["longqidui"])} | values
    values |= {} if options["tiandihu"] else {"tianhu": "off", "dihu": "off"}
    values |= {} if options["daiyaojiu"] else {"daiyaojiu": "off", "qingyaojiu": "off"}
    values |= {} if options["jiangdui"] else {"jiangdui": "off"}
    beside = {"agreed": (1, lambda asked: agreed(melds, asked.every, options, by, flags))}
    laid = [(table_rules.KONGS.get(kind, kind), tile) for kind, tile in melds]
    hands = table_rules.hands_of(hand, laid, won_on, by, flags, kinds_of(options))
    return table_rules.worth("sichuan", hands, values, own, ladder, options["max_fan"], ({}, beside)) or 0


def agreed(melds: list[Meld], every: list[str], options: dict[str, Any], by: str, flags: frozenset[str]) -> int:
    """The 番 that only some tables add (SCM-3.6, SCM-4.9)."""
    found = by == "draw" and options["self_draw"] == "double"
    if "haidi" in flags:
        found += by in {"off": (), "draw": ("draw",), "both": ("draw", "discard")}[options["haidi"]]
    if options["menqing_zhongzhang"]:
        found += all(kind == "concealed" for kind, _ in melds)
        found += not any(tile[0] in "19" for tile in every)
    if melds and 3 * len(melds) + 1 == hand_of(options):
        found += options["jingoudiao"] or options["shibaluohan"] and all(kind != "peng" for kind, _ in melds)
    return found


def pairs_shapes(one_suit: bool, fours: int, options: dict[str, Any]) -> list[tuple[int, int]]:
    """The shapes of seven pairs: their 番, and how many four of a kind make them (SCM-3.1, SCM-3.3, SCM-3.7)."""
    dragon = [(6 if one_suit else options["longqidui"], 1)] if fours else []
    return [(5 if one_suit else 3, 0), *dragon]


def set_shapes(pair: str, sets: list[Any], every: list[str], one_suit: bool, options: dict[str, Any]) -> list[tuple[int, int]]:
    """The shapes of four sets and a pair (SCM-3.1, SCM-3.7)."""
    triplets = all(kind == "triplet" for kind, _ in sets)
    ends = pair[0] in "19" and all(tile[0] in ("19" if kind == "triplet" else "17") for kind, tile in sets)
    ends = ends and options["daiyaojiu"]
    of_258 = options["jiangdui"] and all(tile[0] in "258" for tile in every)
    fits = {
        1: True,
        2: triplets,
        3: one_suit or ends,
        4: triplets and (one_suit or of_258),
        5: one_suit and ends,
    }
    return [(fan, 0) for fan, fit in fits.items() if fit]


@dataclass
class Fee:
    """A kong that was paid for (SCM-4.2)."""

    seat: int
    payers: list[int]
    each: int
    source: int | None
    grazed: list[int] = field(default_factory=list)
    """Who has paid one more (TBL-13)."""
    moved: bool = False


@dataclass
class Round:
    """One round, played to its end."""

    dice: random.Random
    options: dict[str, Any]
    dealer: int
    biases: list[str]
    leaving: float
    piao: list[int]
    moves: list[str] = field(default_factory=list)
    next_dealer: int | None = None
    first: int | None = None
    """The first winner; of several on one tile whose it was."""

    def __post_init__(self) -> None:
        players = seats_of(self.options)
        self.hands, self.wall = deal(self.dice, self.biases, pack_of(self.options), players, hand_of(self.options))
        self.hands[self.dealer].append(self.wall.pop())
        self.dealt, self.full_wall = [list(hand) for hand in self.hands], list(self.wall)
        self.melds: list[list[Meld]] = [[] for _ in self.hands]
        self.states = [IN] * players
        self.scores, self.won, self.draws = [0] * players, [0] * players, [0] * players
        self.locks = [0] * players
        """What each has passed since the own last draw (SCM-2.8)."""
        self.before: dict[int, list[list[str]]] = {}
        """The hands that each winner may have been ready with before the win (TBL-8)."""
        self.fed_peng: dict[tuple[int, str], int] = {}
        """Whose discard each peng was made of."""
        self.turn_drawn: list[str] = []
        """What the seat in turn has drawn since the last discard or claim."""
        self.fees: list[Fee] = []
        self.wildness = self.dice.choice([0.5, 3, 12])
        self.seat, self.how, self.drawn, self.fee = self.dealer, "dealt", None, None
        while self.turn():
            pass
        for seat, state in enumerate(self.states):
            if state == GONE:  # SCM-5.3
                self.scores[seat] -= self.won[seat]

    # -- the turn ----------------------------------------------------------------------------------------------

    def turn(self) -> bool:
        """The seat in turn wins, lays a kong, or discards; False at the round's end."""
        seat = self.seat
        if self.how != "claimed":
            by = "discard" if self.fed_once() else "draw"
            value = worth(self.hands[seat], self.melds[seat], self.options, by, self.flags(), self.drawn)
            value = value if payments.enough(self.options, value, "draw") else 0
            forced = self.how != "dealt" and self.forced(len(self.hands[seat]) - 1)
            if value and (forced or self.dice.random() < 0.93):
                return self.draw_and_win(value)
            if self.wall and not (forced and value) and (kong := self.own_kong()) is not None:
                return kong
        if self.somebody_leaves():
            return False
        return self.discard()

    def flags(self) -> frozenset[str]:
        """The circumstances of a self-drawn win."""
        seat, bare = self.seat, not self.melds[self.seat]
        first = self.how == "drawn" and self.draws[seat] == 1 and seat != self.dealer
        found = {
            "gangshanghua": self.how == "replaced",
            "tianhu": bare and self.how == "dealt",
            "dihu": bare and first,
            "haidi": not self.wall,
        }
        return frozenset(name for name, holds in found.items() if holds)

    def forced(self, concealed: int) -> bool:
        """Whether a seat that can win must or should (SCM-2.3), with so many concealed tiles before the winning one."""
        mode = self.options["forced_win"]
        return (mode in ("advised", "wall4") and len(self.wall) <= 4) or (mode == "hand4" and concealed <= 4)

    def playing(self) -> list[int]:
        return [seat for seat, state in enumerate(self.states) if state == IN]

    def after(self, seat: int) -> int:
        """The next seat still in."""
        seats = len(self.states)
        return next((seat + step) % seats for step in range(1, seats + 1) if self.states[(seat + step) % seats] == IN)

    def say(self, seat: int, what: str) -> None:
        self.moves.append(SEATS[seat] + what)

    def draw(self, seat: int, replacement: bool = False) -> bool:
        """Draw from the front of the wall, a replacement from its end."""
        self.drawn = self.wall.pop() if replacement else self.wall.pop(0)
        self.hands[seat].append(self.drawn)
        self.turn_drawn = [*(self.turn_drawn if replacement else []), self.drawn]
        self.locks[seat] = 0
        self.draws[seat] += not replacement
        self.seat, self.how = seat, "replaced" if replacement else "drawn"
        if not replacement:
            self.fee = None
        self.say(seat, f"+{self.drawn}")
        return True

    def pay(self, payer: int, payee: int, units: int) -> None:
        self.scores[payer] -= units
        self.scores[payee] += units

    def gain(self, payer: int, winner: int, units: int) -> None:
        """Pay what a win brings."""
        self.pay(payer, winner, units)
        self.won[winner] += units

    # -- wins --------------------------------------------------------------------------------------------------

    def draw_and_win(self, value: int) -> bool:
        """SCM-4.1, SCM-4.3, TBL-6, and the bonus beside the value (SCM-4.9)."""
        seat, bonus = self.seat, self.options["self_draw"] == "bonus"
        if self.fed_once() and self.fee and self.fee.source is not None:
            self.gain(self.fee.source, seat, value + self.piao[seat] + self.piao[self.fee.source])
            return self.goes_out(seat, value)
        payers = [payer for payer in self.playing() if payer != seat]
        takes_over = self.how == "replaced" and self.options["replacement_payer"] == "discarder"
        fed = self.fee.source if takes_over and self.fee else None
        for payer in payers:
            self.gain(payer if fed is None else fed, seat, value + bonus + self.piao[seat] + self.piao[payer])  # TBL-10
        return self.goes_out(seat, value)

    def goes_out(self, seat: int, value: int) -> bool:
        """After a win on an own draw."""
        self.say(seat, f".hu:{value}")
        self.states[seat] = WON
        self.first = seat if self.first is None else self.first
        tiles = sorted(set(self.hands[seat])) if self.how == "dealt" else [str(self.drawn)]
        self.before[seat] = [list((Counter(self.hands[seat]) - Counter([tile])).elements()) for tile in tiles]
        return self.continue_after_wins(seat, self.dealer)

    def fed_once(self) -> bool:
        """Whether a win on this draw is paid once, by who fed the kong, like one on a discard (TBL-6)."""
        fed = self.how == "replaced" and self.fee is not None and self.fee.source is not None
        return fed and self.options["replacement_payer"] == "once"

    def dealer_after(self) -> int | None:
        """Who deals next; in a blood battle and after a round that was given up nobody knows (SCM-1.2, TBL-9)."""
        if self.next_dealer is None or self.options["blood"] and self.options["next_dealer"] == "game":
            return None
        winner = self.dealer if self.first is None else self.first
        return next_dealer.after(self.options, self.next_dealer, self.dealer, len(self.states), winner)

    def continue_after_wins(self, last: int, dealer: int) -> bool:
        """After wins: the end of the round, or the next seat draws (SCM-2.6)."""
        winners = sum(state != IN for state in self.states)
        if winners >= (len(self.states) - 1 if self.options["blood"] else 1):
            self.next_dealer = dealer
            if self.options["kong_refund"] == "always":  # SCM-4.12
                self.refund([seat for seat in self.playing() if not self.largest(seat)])
            return False
        if not self.wall:
            return self.drawn_round()
        return not self.somebody_leaves() and self.draw(self.after(last))

    def takers(self, tile: str, by: str, eager: float) -> list[tuple[int, int]]:
        """Who wins on another's tile, in turn order, and with what value."""
        found = []
        locks = self.options["pass_lock"] == "turn"
        eager *= 0.4 if locks else 1
        flags = frozenset({"gangshangpao"} if by == "discard" and self.fee else ()) | ({"haidi"} if not self.wall else set())
        for step in range(1, len(self.states)):
            seat = (self.seat + step) % len(self.states)
            if self.states[seat] == IN:
                value = worth([*self.hands[seat], tile], self.melds[seat], self.options, by, flags)
                if not value or not payments.enough(self.options, value, by) or locks and value <= self.locks[seat]:  # SCM-2.8
                    continue
                if self.forced(len(self.hands[seat])) or self.dice.random() < eager:
                    found.append((seat, value))
                    if self.options.get("multi_win") == "next":  # TBL-6
                        break
                else:
                    self.locks[seat] = value
        return found

    def taken(self, winners: list[tuple[int, int]]) -> bool:
        """Everybody who wins on one tile is paid by whose tile it was."""
        for seat, value in winners:
            self.gain(self.seat, seat, value + self.piao[seat] + self.piao[self.seat])
            self.say(seat, f".hu:{value}")
        if self.first is None:
            self.first = self.seat if len(winners) > 1 else winners[0][0]
        for seat, _ in winners:
            self.states[seat] = WON
            self.before[seat] = [list(self.hands[seat])]
        return self.continue_after_wins(winners[-1][0], self.seat)

    # -- kongs -------------------------------------------------------------------------------------------------

    def pay_kong(self, seat: int, kind: str, source: int | None = None, late: bool = False) -> None:
        """SCM-4.2, SCM-4.10, SCM-4.11."""
        times = {"concealed": 2, "added": 1, "direct": self.options["direct_kong"]}[kind]
        feeder = source if kind == "direct" else self.fed_peng.get((seat, self.melds[seat][-1][1]))
        others = [other for other in self.playing() if other != seat]
        each, payers = payments.fee(self.options, kind, times * self.options["kong_unit"], others, feeder)
        self.fee = Fee(seat, payers, each * (not late), source)
        self.fees.append(self.fee)
        for payer in payers:
            self.pay(payer, seat, self.fee.each)
        if kind == "direct" and self.options["graze"] == "on":
            self.fee.grazed = [other for other in self.playing() if other not in (seat, source)]
            for other in self.fee.grazed:
                self.pay(other, seat, 1)

    def own_kong(self) -> bool | None:
        """Lay a concealed or added kong, perhaps; whether the round goes on, None where none is laid."""
        seat, chosen = self.seat, self.chosen_kong()
        if chosen is None:
            return None
        kind, tile = chosen
        if kind == "concealed":
            self.hands[seat] = [other for other in self.hands[seat] if other != tile]
            self.say(seat, f".angang:{tile[0] * 4}{tile[1]}")
        else:
            self.hands[seat].remove(tile)
            self.say(seat, f".bugang:{tile}")
            if robbers := self.takers(tile, "rob", 0.9):
                return self.taken(robbers)
            self.melds[seat].remove(("peng", tile))
        self.melds[seat].append((kind, tile))
        late = kind == "added" and tile not in self.turn_drawn and self.options["late_kong"] == "free"
        self.pay_kong(seat, kind, late=late)
        return self.draw(seat, replacement=True)

    def chosen_kong(self) -> tuple[str, str] | None:
        """The kong that the player in turn lays, kind and tile, if any."""
        held = Counter(self.hands[self.seat])
        able = [("concealed", tile) for tile in sorted(held) if held[tile] == 4]
        able += [("added", tile) for tile in sorted(held) if ("peng", tile) in self.melds[self.seat]]
        return self.dice.choice(able) if able and self.dice.random() <= 0.75 else None

    # -- discards ----------------------------------------------------------------------------------------------

    def discard(self) -> bool:
        seat, tile = self.seat, self.unwanted()
        self.hands[seat].remove(tile)
        self.say(seat, f"-{tile}")
        if self.how != "replaced":
            self.fee = None
        if winners := self.takers(tile, "discard", 0.85):
            self.transfer(winners)
            return self.taken(winners)
        return self.claimed(tile) or (self.draw(self.after(seat)) if self.wall else self.drawn_round())

    def transfer(self, winners: list[tuple[int, int]]) -> None:
        """槓上炮: the kong's money goes to the winners, or back (SCM-4.4)."""
        mode = self.options["kong_transfer"]
        if self.fee is None or mode == "off":
            return
        if mode == "refund":
            for payer in self.fee.payers:
                self.pay(self.seat, payer, self.fee.each)
            for payer in self.fee.grazed:
                self.pay(self.seat, payer, 1)
            self.fee.moved = True
            return
        whole = self.fee.each * len(self.fee.payers) + len(self.fee.grazed)
        share = whole if mode == "each" else whole // len(winners)
        for seat, _ in winners:
            self.gain(self.seat, seat, share)
        self.fee.moved = share > 0

    def claimed(self, tile: str) -> bool:
        """Somebody melds the discard, perhaps."""
        source = self.seat
        for step in range(1, len(self.states)):
            seat = (source + step) % len(self.states)
            held = self.hands[seat].count(tile) if self.states[seat] == IN else 0
            for kind, number, eager in (("direct", 3, 0.8), ("peng", 2, 0.55)):
                if (
                    held >= number
                    and self.left_to_claim(kind)
                    and not self.peng_locked(seat, kind, tile)
                    and self.claims(seat, kind, eager)
                ):
                    for _ in range(number):
                        self.hands[seat].remove(tile)
                    self.melds[seat].append((kind, tile))
                    self.fed_peng[seat, tile] = source
                    self.seat, self.how, self.drawn, self.fee = seat, "claimed", None, None
                    self.turn_drawn = []
                    self.say(seat, ".peng" if kind == "peng" else ".gang")
                    if kind == "direct":
                        self.pay_kong(seat, kind, source)
                        self.draw(seat, replacement=True)
                    return True
        return False

    def peng_locked(self, seat: int, kind: str, tile: str) -> bool:
        """Whether a peng is locked by one that was passed (TBL-18)."""
        return kind == "peng" and payments.peng_locked(self.options, self.moves, SEATS[seat], tile)

    def left_to_claim(self, kind: str) -> bool:
        """Whether the wall lets a discard be melded so (MJ-2.5, MJ-2.6)."""
        return bool(self.wall) or (kind == "peng" and self.options.get("last_discard") == "peng")

    def claims(self, seat: int, kind: str, eager: float) -> bool:
        """Whether a player who can meld the discard does."""
        return self.dice.random() < eager

    def unwanted(self) -> str:
        """A tile to throw: of the scarcest of three suits first, then the loneliest; more or less."""
        hand, held = self.hands[self.seat], Counter(self.hands[self.seat])
        suits = Counter([tile[1] for tile in hand] + [tile[1] for _, tile in self.melds[self.seat]] * 4)
        scarce = min(sorted(suits), key=suits.__getitem__) if len(suits) == 3 else ""

        def wanted(tile: str) -> float:
            near = sum(held[f"{int(tile[0]) + step}{tile[1]}"] * (3 - abs(step)) for step in (-2, -1, 1, 2))
            return near + 5 * held[tile] - 50 * (tile[1] == scarce) + self.dice.random() * self.wildness

        return min(sorted(set(hand)), key=wanted)

    # -- the end -----------------------------------------------------------------------------------------------

    def somebody_leaves(self) -> bool:
        """SCM-5: perhaps somebody leaves; whether the round ends with it."""
        seat = self.leaver()
        if seat is None or self.states[seat] == GONE:
            return False
        self.say(seat, ".tao")
        if self.states[seat] == WON:
            self.states[seat] = GONE
            return False
        self.scores[seat] -= 32
        for other, state in enumerate(self.states):
            if other != seat and state != GONE and self.options["stakes"] == "wealth":
                self.scores[other] += 8
        return True

    def leaver(self) -> int | None:
        """Who leaves now, if anybody."""
        return None if self.dice.random() >= self.leaving else self.dice.randrange(len(self.states))

    def drawn_round(self) -> bool:
        """SCM-4.5 to SCM-4.7, SCM-4.12."""
        self.next_dealer = self.dealer
        playing = self.playing()
        pigs = [seat for seat in playing if len({t[1] for t in [*self.hands[seat], *(m[1] for m in self.melds[seat])]}) == 3]
        best = {seat: self.largest(seat) for seat in playing}
        ready = [seat for seat in playing if seat not in pigs and best[seat]]
        winners = [seat for seat, state in enumerate(self.states) if state == WON]
        others = [seat for seat in playing if seat not in pigs]
        collecting = {"playing": others, "ready": ready, "all": others + winners}[self.options["pig_payees"]]
        limit = self.options["max_fan"]
        most = None if limit is None else table_rules.on_ladder("sichuan", self.options, limit)
        known = best | {seat: self.before_win(seat) for seat in winners}
        for pig in pigs:
            for payee in collecting:
                figure = self.options["pig"]
                self.pay(pig, payee, end_of_wall.pig(figure, most, 0 if isinstance(figure, str) else figure, known[payee]))
        receiving = {seat: best[seat] for seat in ready}
        receiving |= {seat: known[seat] for seat in winners} if self.options["ready_payees"] == "all" else {}
        unready = [seat for seat in playing if seat not in pigs and seat not in ready]
        for payer, payee, points in end_of_wall.checked(unready, receiving) if self.options["ready_check"] == "on" else ():
            self.pay(payer, payee, points)
        if self.options["kong_refund"] != "off":
            self.refund([seat for seat in playing if seat not in ready])
        return False

    def refund(self, seats: list[int]) -> None:
        """These seats give back what they received for kongs (SCM-4.7)."""
        for fee in self.fees:
            if fee.seat in seats and not fee.moved:
                for payer in fee.payers:
                    if self.states[payer] != GONE:
                        self.pay(fee.seat, payer, fee.each)
                for payer in fee.grazed:
                    if self.states[payer] != GONE:
                        self.pay(fee.seat, payer, 1)

    def largest(self, seat: int) -> int:
        """The dearest win that the hand waits for; 0 where it waits in vain and the table counts so (TBL-8)."""
        values = self.waits(seat, self.hands[seat])
        if self.options["dead_wait"] == "not" and end_of_wall.dead(self.moves, end_of_wall.of_pairs(self.melds), seat, values):
            return 0
        return max([0, *values.values()])

    def waits(self, seat: int, hand: list[str]) -> dict[str, int]:
        """What a hand waits for, each with its value; a kind of which it holds all four is none (MJ-4.3)."""
        melded = [tile for kind, tile in self.melds[seat] for _ in range(3 if kind == "peng" else 4)]
        held, by = Counter(hand + melded), "draw" if self.options["ready_value"] == "draw" else ""
        able = [tile for tile in kinds_of(self.options) if held[tile] < 4]
        values = {tile: worth([*hand, tile], self.melds[seat], self.options, by) for tile in able}
        return {tile: value for tile, value in values.items() if value}

    def before_win(self, seat: int) -> int:
        """The dearest win that a winner waited for (TBL-8)."""
        return max([0, *[value for hand in self.before[seat] for value in self.waits(seat, hand).values()]])
