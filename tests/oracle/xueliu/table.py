"""The table of 血流成河 from the dealt hands to the settlement: who holds what, who may win, and what was paid."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.mahjong import beside, end_of_wall, next_dealer, payments, table_rules
from tests.oracle.mahjong.deals import suits_of
from tests.oracle.mahjong.table import KINDS, SEATS, tiles_of
from tests.oracle.xueliu.scoring import DEFAULTS, fits, tiles_with, waits, worth

STEPS = {"next": 1, "across": 2, "previous": 3}
"""How many seats on the exchanged tiles go."""
EXCHANGED = {"three": 3, "four": 4}
"""How many tiles each lays out (XLC-1.1, TBL-16)."""
FEES = {"direct": 2, "added": 1, "concealed": 2}
"""What each payer of a kong pays (XLC-4.2)."""
LEAST = {"gang": 3, "peng": 2}
"""How many of a kind a claim takes from the hand."""

Paid = tuple[int, int, int, str, int]
"""Payer, payee, points, reason and move."""
Fee = tuple[int, list[int], int, int]
"""Whose kong, who paid, how much each, and at which move."""


def best_left(hand: list[str], options: dict[str, Any], missing: str) -> list[str]:
    """What may lie apart after a win on the dealt hand: what leaves the dearest waits (XLC-2.2, I), all that are alike in it."""
    dearest = {}
    for tile in sorted(set(hand)):
        rest = list(hand)
        rest.remove(tile)
        dearest[tile] = max([0, *waits(rest, [], options, missing).values()])
    return [tile for tile, value in dearest.items() if value == max(dearest.values())]


def without_each(hand: list[str]) -> list[list[str]]:
    """The hand without one of its tiles, for each of them."""
    found = []
    for tile in sorted(set(hand)):
        rest = list(hand)
        rest.remove(tile)
        found.append(rest)
    return found


@dataclass
class Table(beside.HorseTable):
    """The table of 血流成河. Before play its phase is ``exchange``, then ``que``."""

    options: dict[str, Any] = field(default_factory=lambda: dict(DEFAULTS))
    direction: str = "across"
    phase: str = ""
    given: dict[int, list[str]] = field(default_factory=dict)
    """The tiles laid out for the exchange."""
    missing: dict[int, str] = field(default_factory=dict)
    """The suits declared."""
    won: list[int] = field(default_factory=lambda: [0] * len(SEATS))
    """How often each has won."""
    on_tile: list[int] = field(default_factory=list)
    """Who has won on the tile that lies there."""
    offers: dict[int, int] = field(default_factory=dict)
    """Who could win on what lies there and has not, and for how much, whatever is locked."""
    passed: list[int] = field(default_factory=lambda: [0] * len(SEATS))
    """The dearest win that each has passed since the own last draw."""
    passed_own: list[bool] = field(default_factory=lambda: [False] * len(SEATS))
    """Whether that was on a tile drawn, of which XLC-2.3 does not speak."""
    draws: list[int] = field(default_factory=lambda: [0] * len(SEATS))
    fed: bool = False
    """Whether the tile there was discarded right after a kong."""
    source: int | None = None
    """Who discarded or laid what lies there to be won."""
    giver: int = -1
    """Whose discard the last direct kong took."""
    fees: list[Fee] = field(default_factory=list)
    grazed: list[list[int]] = field(default_factory=list)
    """Who has paid one more for each of the kongs (TBL-13)."""
    returned: list[int] = field(default_factory=list)
    """Which of the fees have been moved or given back."""
    whole: dict[int, list[list[str]]] = field(default_factory=dict)
    """The hands that a win on the dealt hand may have been ready with."""
    fed_peng: dict[tuple[int, str], int] = field(default_factory=dict)
    """Whose discard each peng was made of."""
    turn_drawn: list[str] = field(default_factory=list)
    """What the seat in turn has drawn since the last discard or claim."""
    ledger: list[Paid] = field(default_factory=list)
    wins: list[tuple[int, int | None, int]] = field(default_factory=list)
    """Who has won, on whose tile, and at which move that came."""
    piao: list[int] = field(default_factory=lambda: [0] * 4)
    there: int = 0
    """The move at which the tile there came."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.dealer = self.seat
        self.phase = self.phase or self.after_exchange("exchange" if self.options["exchange"] != "off" else "que")

    def after_exchange(self, phase: str) -> str:
        """The phase itself, or play where no suit is declared."""
        return "act" if phase == "que" and not self.declares() else phase

    def declares(self) -> bool:
        """Whether everybody declares a suit: not where there are two only (XLC-1.2, TBL-4)."""
        return bool(self.options["que"] == "declared") and suits_of(self.options) == "mps"

    # -- what is seen ------------------------------------------------------------------------------------------------

    @property
    def stays(self) -> bool:
        """Whether winners go on (XLC-2.2)."""
        return bool(self.options["after_win"] == "stay")

    def hand_locked(self, seat: int) -> bool:
        """Whether the seat has won and stays in."""
        return self.stays and self.won[seat] > 0

    def over(self) -> bool:
        """The wall is empty and nothing more can be won on, or all but one have left."""
        ended = len(self.out) >= len(self.hands) - 1 or (not self.wall and self.phase in ("open", "won"))
        return ended and not self.turning

    def next_to_draw(self) -> int:
        """The seat after who discarded, or after the last winner in turn order from there (XLC-2.2)."""
        return self.after(self.on_tile[-1] if self.phase == "won" else self.seat)

    def hand_of(self, seat: int) -> list[str]:
        """The hand that would win, the tile there in it."""
        return list(self.hands[seat]) if self.phase == "act" else [*self.hands[seat], self.tile]

    def may_look(self, seat: int) -> bool:
        """Whether a tile is there on which the seat might win."""
        if self.phase == "act":
            return seat == self.seat and self.how != "claimed"
        if self.on_tile and self.options.get("multi_win") == "next":  # TBL-6
            return False
        return self.source not in (None, seat) and seat in self.playing() and seat not in self.on_tile

    def circumstances(self, seat: int) -> tuple[str, frozenset[str]]:
        """How a win would come about now, and what it adds or makes it."""
        if self.phase == "act":
            bare = not self.melds[seat]
            told = {
                "gangshanghua": self.how == "replaced",
                "haidi": not self.wall,
                "tianhu": self.how == "dealt",
                "dihu": bare and self.how == "drawn" and self.draws[seat] == 1 and seat != self.dealer,
            }
            return "draw", frozenset(name for name, holds in told.items() if holds)
        return "rob" if self.how == "added" else "discard", frozenset(["gangshangpao"] * self.fed + ["haidi"] * (not self.wall))

    def win_of(self, seat: int) -> int:
        """What each payer would pay this seat right now, whatever is locked; 0 where it does not win."""
        if not self.may_look(seat):
            return 0
        by, flags = self.circumstances(seat)
        by = "discard" if by == "draw" and self.fed_once(seat) else by
        value = worth(self.hand_of(seat), self.melds[seat], self.options, self.missing.get(seat, ""), by, flags, self.tile)
        return value if payments.enough(self.options, value, "draw" if self.phase == "act" else by) else 0

    def fed_once(self, seat: int) -> bool:
        """Whether a win on this draw is paid once, by who fed the kong, like one on a discard (TBL-6)."""
        konged = self.how == "replaced" and self.melds[seat][-1][0] == "direct"
        return konged and self.options["replacement_payer"] == "once"

    def locked(self, seat: int) -> bool:
        """Whether the win that this seat could make on another's tile is worth no more than one that it passed (XLC-2.3)."""
        return self.options["pass_lock"] == "turn" and 0 < self.offers.get(seat, 0) <= self.passed[seat]

    def free_win(self, seat: int) -> int:
        """What the seat may win right now; nothing where it hangs on what the clauses leave open."""
        if self.phase == "act":
            value = self.win_of(seat)
            doubtful = value and self.how == "dealt" and self.stays and len(self.apart()) > 1
            return 0 if doubtful else value
        doubtful = self.passed_own[seat] and self.options["pass_lock"] == "turn"
        return 0 if self.locked(seat) or doubtful else self.offers.get(seat, 0)

    def forced(self, seat: int) -> bool:
        """Whether the seat can win right now and must, or should (XLC-2.4)."""
        mode, own = self.options["forced_win"], self.phase == "act"
        if own and (seat != self.seat or self.how not in ("drawn", "replaced") or not self.win_of(seat)):
            return False
        if not own and (not self.offers.get(seat) or self.locked(seat)):
            return False
        low, short = len(self.wall) <= 4, len(self.hands[seat]) - own <= 4
        return {"off": False, "advised": low, "wall4": low, "hand4": short}[mode]

    def apart(self) -> list[str]:
        """What may lie apart if the dealer wins as dealt."""
        return best_left(self.hands[self.seat], self.options, self.missing.get(self.seat, ""))

    def fits_but_suits(self, seat: int) -> bool:
        """Whether a win fails by three suits alone (MJ-4.2, SBR-2.2)."""
        hand = self.hand_of(seat)
        return fits(hand, self.melds[seat]) and len({tile[1] for tile in tiles_with(hand, self.melds[seat])}) == 3

    def standing(self, seat: int) -> list[str]:
        """The hand without the tile drawn."""
        hand = list(self.hands[seat])
        if self.phase == "act" and seat == self.seat and self.how in ("drawn", "replaced"):
            hand.remove(self.tile)
        return hand

    def waits(self, seat: int) -> dict[str, int]:
        """What the hand without the tile drawn waits for, and what each is worth."""
        return waits(self.standing(seat), self.melds[seat], self.options, self.missing.get(seat, ""))

    def keeps_waits(self, seat: int, kind: str, tile: str) -> bool:
        """Whether a kong leaves the waits of the hand as they are (XLC-2.2)."""
        hand, melds = list(self.hands[seat]), list(self.melds[seat])
        for _ in range({"direct": 3, "concealed": 4, "added": 1}[kind]):
            hand.remove(tile)
        if kind == "added":
            melds.remove(("peng", tile))
        after = waits(hand, [*melds, (kind, tile)], self.options, self.missing.get(seat, ""))
        return set(after) == set(self.waits(seat))

    def breaks_que(self, seat: int, tile: str) -> bool:
        """Whether discarding the tile leaves one of the declared suit in the hand (XLC-1.2)."""
        missing = self.missing.get(seat, "")
        return bool(missing) and tile[1] != missing and any(held[1] == missing for held in self.hands[seat])

    def may_meld(self, seat: int, verb: str, tile: str) -> bool:
        """Whether the seat may make this meld, its tiles being there: suit declared and locked hand minded."""
        if verb == "peng" and payments.peng_locked(self.options, self.moves, SEATS[seat], tile):
            return False
        if tile[1] == self.missing.get(seat, "") or (verb == "peng" and self.hand_locked(seat)):
            return False
        return not self.hand_locked(seat) or self.keeps_waits(seat, KINDS[verb], tile)

    def own_kongs(self) -> list[tuple[str, str]]:
        """The kongs that the seat in turn may lay: verb and tile."""
        if self.phase != "act" or self.how == "claimed" or not self.wall:
            return []
        held = Counter(self.hands[self.seat])
        able = [("angang", tile) for tile in sorted(held) if held[tile] == 4]
        able += [("bugang", tile) for tile in sorted(held) if ("peng", tile) in self.melds[self.seat]]
        return [(verb, tile) for verb, tile in able if self.may_meld(self.seat, verb, tile)]

    def claims(self, seat: int) -> list[str]:
        """``gang`` and ``peng`` where the seat may claim the discard so."""
        if self.phase != "open" or seat == self.seat or seat in self.out:
            return []
        last = ["peng"] if self.options.get("last_discard") == "peng" else []
        left = ["gang", "peng"] if self.wall else last  # MJ-2.5, MJ-2.6
        held = self.hands[seat].count(self.tile)
        return [verb for verb in left if held >= LEAST[verb] and self.may_meld(seat, verb, self.tile)]

    # -- moves -------------------------------------------------------------------------------------------------------

    def move(self, token: str) -> None:
        """Carry out a legal move; words and intents leave the table as it is."""
        self.moves.append(token)
        seat, what = SEATS.index(token[0]), token[1:]
        verb, _, arguments = what[1:].partition(":")
        if what[0] == "+":
            self.draw(seat, what[1:])
        elif what[0] == "-":
            self.discard(seat, what[1:])
        elif what[0] != ".":
            return
        elif verb == "hu":
            self.win(seat)
        elif verb == "ma":
            self.turn_horses(seat, tiles_of(arguments))
        elif verb == "huansan":
            self.lay_out(seat, tiles_of(arguments))
        elif verb == "que":
            self.declare(seat, arguments)
        elif verb in ("peng", "gang"):
            self.claim(seat, verb)
        elif verb in ("angang", "bugang"):
            self.kong(seat, verb, tiles_of(arguments)[0])

    def lay_out(self, seat: int, tiles: list[str]) -> None:
        """XLC-1.1: when all have laid out their tiles, they go on."""
        self.given[seat] = tiles
        for tile in tiles:
            self.hands[seat].remove(tile)
        if len(self.given) == len(self.hands):
            for giver, three in self.given.items():
                self.hands[(giver + STEPS[self.direction]) % len(self.hands)] += three
            self.phase = self.after_exchange("que")

    def declare(self, seat: int, suit: str) -> None:
        """XLC-1.2: the first declaration stands."""
        self.missing.setdefault(seat, suit)
        self.phase = "act" if self.phase == "que" and len(self.missing) == len(self.hands) else self.phase

    def pass_by(self) -> None:
        """Who could win on the tile there and did not has passed that win (XLC-2.3)."""
        for seat, value in self.offers.items():
            self.passed[seat] = max(self.passed[seat], value)
        self.offers, self.source, self.on_tile = {}, None, []

    def offer(self, seat: int) -> None:
        """A tile lies there to be won on."""
        self.source, self.there = seat, len(self.moves)
        self.offers = {other: value for other in self.playing(seat) if (value := self.win_of(other))}

    def draw(self, seat: int, tile: str) -> None:
        replacement = self.phase == "kong"
        if replacement and self.how == "added":  # nobody has robbed it
            self.melds[seat].remove(("peng", self.tile))
            self.melds[seat].append(("added", self.tile))
            self.pay_kong(seat, "added", self.playing(seat), len(self.moves) - 1)
        self.pass_by()
        self.wall.pop(-1 if replacement else 0)
        self.hands[seat].append(tile)
        self.turn_drawn = [*(self.turn_drawn if replacement else []), tile]
        self.draws[seat] += not replacement
        self.passed[seat], self.passed_own[seat] = 0, False
        self.seat, self.tile, self.phase, self.how, self.fed = seat, tile, "act", "replaced" if replacement else "drawn", False
        self.there = len(self.moves)

    def discard(self, seat: int, tile: str) -> None:
        self.passed_own[seat] = self.passed_own[seat] or bool(self.win_of(seat))
        self.fed = self.how == "replaced"
        self.hands[seat].remove(tile)
        self.phase, self.tile = "open", tile
        self.offer(seat)

    def claim(self, seat: int, verb: str) -> None:
        self.giver, tile = self.seat, self.tile
        self.turn_drawn = []
        self.pass_by()
        for _ in range(2 if verb == "peng" else 3):
            self.hands[seat].remove(tile)
        self.seat, self.fed = seat, False
        self.melds[seat].append((KINDS.get(verb, verb), tile))
        self.fed_peng[seat, tile] = self.giver
        self.phase, self.how = ("kong", "direct") if verb == "gang" else ("act", "claimed")
        if verb == "gang":
            self.pay_kong(seat, "direct", [self.giver], len(self.moves))

    def kong(self, seat: int, verb: str, tile: str) -> None:
        """A kong of the own turn; an added one lies there to be robbed first."""
        self.phase, self.how, self.tile, self.fed = "kong", KINDS[verb], tile, False
        for _ in range(4 if verb == "angang" else 1):
            self.hands[seat].remove(tile)
        if verb == "bugang":
            self.offer(seat)
        else:
            self.melds[seat].append(("concealed", tile))
            self.pay_kong(seat, "concealed", self.playing(seat), len(self.moves))

    def pay(self, payer: int, payee: int, points: int, reason: str) -> None:
        if points:
            self.ledger.append((payer, payee, points, reason, len(self.moves)))

    def pay_kong(self, seat: int, kind: str, payers: list[int], move: int) -> None:
        """XLC-4.2."""
        late = kind == "added" and self.tile not in self.turn_drawn and self.options["late_kong"] == "free"  # XLC-4.4
        feeder = self.giver if kind == "direct" else self.fed_peng.get((seat, self.tile))
        each, payers = payments.fee(self.options, kind, FEES[kind], self.playing(seat), feeder)
        each = 0 if late else each
        self.fees.append((seat, payers, each, move))
        grazes = kind == "direct" and self.options["graze"] == "on"
        self.grazed.append([other for other in self.playing(seat) if other != self.giver] if grazes else [])
        self.ledger += [(other, seat, 1, "graze", move) for other in self.grazed[-1]]
        self.ledger += [(payer, seat, each, "kong", move) for payer in payers if each]

    def win(self, seat: int) -> None:
        """A win on the tile drawn, discarded or laid as a kong (XLC-2.2, XLC-4.1)."""
        value, source = self.win_of(seat), None if self.phase == "act" else self.source
        if source is None:
            konged = self.how == "replaced" and self.melds[seat][-1][0] == "direct"
            konged = konged and self.options["replacement_payer"] == "konged"
            if self.fed_once(seat):
                self.pay(self.giver, seat, value, "win")
                self.pay(self.giver, seat, self.piao[seat] + self.piao[self.giver], "piao")
            for payer in [] if self.fed_once(seat) else self.playing(seat):
                self.pay(self.giver if konged else payer, seat, value + self.bonus(payer), "win")
                self.pay(self.giver if konged else payer, seat, self.piao[seat] + self.piao[payer], "piao")  # TBL-10
            if self.how == "dealt":
                self.whole[seat] = without_each(self.hands[seat])
            self.hands[seat].remove(self.apart()[0] if self.how == "dealt" and self.stays else self.tile or self.hands[seat][0])
        else:
            self.pay(source, seat, value, "win")
            self.pay(source, seat, self.piao[seat] + self.piao[source], "piao")
            if self.fed:
                self.return_fee(seat)
        alone = source if source is not None else self.giver
        one_payer = source is not None or self.fed_once(seat)
        self.owing[seat] = [alone] if one_payer else [self.giver if konged else payer for payer in self.playing(seat)]
        if beside.horses_due(self.options, "draw" if source is None else "discard", False, self.wall):
            self.turning.append(seat)
        self.wins.append((seat, source, self.there))
        self.offers.pop(seat, None)
        if source is not None and self.options.get("multi_win") == "next":  # who comes after has passed nothing (TBL-6)
            place = (seat - source) % 4
            self.offers = {other: value for other, value in self.offers.items() if (other - source) % 4 < place}
        self.on_tile.append(seat)
        self.won[seat] += 1
        self.out += [] if self.stays else [seat]
        self.phase = "won"

    def bonus(self, payer: int) -> int:
        """XLC-3.1: a point beside the value of a self-draw, with `unwon` of those who have not won."""
        return {"bonus": 1, "unwon": 0 if self.won[payer] else 1}.get(self.options["self_draw"], 0)

    def return_fee(self, winner: int) -> None:
        """杠上炮: what the kong earned goes to the winners, or back to who paid it (XLC-4.2)."""
        konger, payers, each, _ = self.fees[-1]
        again, mode = len(self.fees) - 1 in self.returned, self.options["kong_on_pao"]
        if mode == "move":
            self.pay(konger, winner, each * len(payers) + len(self.grazed[-1]), "kong-transfer")
        elif mode == "refund" and not again:
            for payer in payers:
                self.pay(konger, payer, each, "kong-refund")
            for payer in self.grazed[-1]:
                self.pay(konger, payer, 1, "kong-refund")
        self.returned += [] if again or mode == "keep" else [len(self.fees) - 1]

    # -- the end -----------------------------------------------------------------------------------------------------

    @property
    def next_dealer(self) -> int:
        """The first winner, of several at once whose tile it was; nobody: the same (XLC-1.3, TBL-9)."""
        found = self.dealer
        if self.wins:
            seat, source, there = self.wins[0]
            several = [win for win in self.wins if win[2] == there]
            found = source if len(several) > 1 and source is not None else seat
        return next_dealer.after(self.options, found, self.dealer, len(self.hands), found)

    @property
    def scores(self) -> list[int]:
        """The points of each seat so far."""
        paid = [0] * len(self.hands)
        for payer, payee, points, _, _ in self.ledger:
            paid[payer] -= points
            paid[payee] += points
        return paid

    def is_pig(self, seat: int) -> bool:
        """Whether the seat holds what nobody may hold at the end (XLC-4.3)."""
        suits = {tile[1] for tile in tiles_with(self.hands[seat], self.melds[seat])}
        return not self.won[seat] and (self.missing.get(seat) in suits if self.declares() else len(suits) == 3)

    def dearest(self, seat: int) -> int:
        """The dearest win that the seat waits for at the end; 0 where it is not ready, or waits in vain (TBL-8)."""
        by = "draw" if self.options["ready_value"] == "draw" else ""
        found = waits(self.standing(seat), self.melds[seat], self.options, self.missing.get(seat, ""), by)
        if self.options["dead_wait"] == "not" and end_of_wall.dead(self.moves, end_of_wall.of_pairs(self.melds), seat, found):
            return 0
        return max([0, *found.values()])

    def before_win(self, seat: int) -> int:
        """The dearest win that a winner waited for who has left (TBL-8)."""
        by = "draw" if self.options["ready_value"] == "draw" else ""
        hands = self.whole.get(seat, [self.hands[seat]])
        found = [waits(hand, self.melds[seat], self.options, self.missing.get(seat, ""), by) for hand in hands]
        return max([0, *[value for one in found for value in one.values()]])

    def finish(self) -> None:
        """The settlement at the end of the wall: 查花豬, 查大叫, 退稅 (XLC-4.3)."""
        if len(self.out) >= len(self.hands) - 1:
            return
        playing, options = self.playing(), self.options
        pigs = [seat for seat in playing if self.is_pig(seat)]
        dearest = {seat: self.dearest(seat) for seat in playing}
        unready = [seat for seat in playing if not self.won[seat] and not dearest[seat]]
        most = None if options["cap"] is None else table_rules.on_ladder("xueliu", options, options["cap"])
        for pig in pigs:
            for payee in playing:
                if payee not in pigs:
                    usual = 2 ** options["pig"] if isinstance(options["pig"], int) else 0
                    self.pay(pig, payee, end_of_wall.pig(options["pig"], most, usual, dearest[payee]), "three-suits-penalty")
        receiving = {seat: value for seat, value in dearest.items() if seat not in pigs and seat not in unready}
        if options["ready_payees"] == "ready":
            receiving = {seat: value for seat, value in receiving.items() if not self.won[seat]}
        else:
            receiving |= {seat: self.before_win(seat) for seat in self.out}
        payers = [seat for seat in unready if seat not in pigs]
        for payer, payee, points in end_of_wall.checked(payers, receiving) if options["ready_check"] == "on" else ():
            self.pay(payer, payee, points, "ready-check")
        if options["kong_refund"] == "off":
            return
        for at, (seat, payers, each, _) in enumerate(self.fees):
            if seat in unready and at not in self.returned:
                for payer in payers:
                    self.pay(seat, payer, each, "kong-refund")
                for payer in self.grazed[at]:
                    self.pay(seat, payer, 1, "kong-refund")
