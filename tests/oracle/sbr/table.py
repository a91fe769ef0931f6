"""The moves of the competition rules SBR: each is carried out as it is written, and what is wrong with it is noted."""

from __future__ import annotations

from tests.oracle.mahjong import payments
from tests.oracle.mahjong.table import KINDS, SEATS, tiles_of
from tests.oracle.sbr.scoring import fits, suits_of
from tests.oracle.sbr.state import State


class Table(State):
    """The table, move by move."""

    def move(self, token: str) -> None:
        """Carry a move out."""
        self.moves.append(token)
        seat, what = SEATS.index(token[0]), token[1:]
        verb, _, arguments = what[1:].partition(":")
        if what[0] == "?" or verb in ("guo",):
            return
        if verb == "fa":
            self.ruling(seat, arguments)
        elif verb == "que":
            self.declare(seat, arguments)
        elif verb == "wuting":
            self.content.append(seat)
        elif verb.startswith("jiuzheng>"):
            self.content.remove(SEATS.index(verb[-1]))
        else:
            if self.phase == "que":
                self.begin()
            self.act(seat, what, verb, arguments)

    def act(self, seat: int, what: str, verb: str, arguments: str) -> None:
        """A move of the play itself."""
        if not self.opened and seat != self.dealer and (what[0] in "+-" or verb in ("peng", "gang", "angang", "bugang", "hu")):
            self.die(seat)  # SBR-3.9
        if what[0] == "+":
            self.draw(seat, what[1:])
        elif what[0] == "-":
            self.discard(seat, what[1:])
        elif verb == "hu":
            self.hu(seat)
        elif verb in ("peng", "gang"):
            self.claim(seat, verb, tiles_of(arguments))
        elif verb in ("angang", "bugang"):
            self.own_kong(seat, verb, arguments)

    def ruling(self, seat: int, what: str) -> None:
        """SBR-4.3; a void round ends there, and nothing in it counts."""
        if what.startswith("fine-"):
            self.fine(seat, int(what[5:]))
        elif what == "dead-hand":
            self.die(seat)
        elif what == "void":
            self.over, self.void, self.account.lines = True, True, []

    def declare(self, seat: int, suit: str) -> None:
        """SBR-2.1."""
        if self.que[seat]:
            self.note("que-twice", seat)
        else:
            self.que[seat] = suit
        if self.phase == "que" and all(self.que[other] for other in self.playing()):
            self.phase = "act"

    def begin(self) -> None:
        """The first other move shows who has not declared (SBR-2.1)."""
        self.phase = "act"
        for seat in self.playing():
            if not self.que[seat]:
                self.note("que-missing", seat)

    def taint(self, seat: int) -> bool:
        """A meld that was not taken back counts with the next discard or draw; whether it makes an active pig."""
        kind = self.tainted.pop(seat, "")
        if kind == "wrong":
            self.die(seat)
        return kind == "pig"

    def pig(self, seat: int) -> None:
        """SBR-2.3."""
        self.note("active-pig", seat)
        self.account.pigs[seat] += 1
        self.fine(seat, 24)
        self.die(seat)

    def pass_by(self) -> None:
        """Who could win on the discard and did not has let it pass (SBR-3.6)."""
        for seat, value in self.offers.items():
            self.locks[seat] = max(self.locks[seat], value)
        self.offers = {}

    def claimed_or_drawn(self, seat: int) -> None:
        """Another goes on after a discard without a draw: too few tiles (SBR-3.8)."""
        if self.undrawn not in (None, seat):
            self.note("wrong-count", self.undrawn)
            self.die(self.undrawn)
        self.undrawn = None

    def put_back(self) -> None:
        """The discard before an early draw is claimed: that tile goes back to the front of the wall (SBR-3.9)."""
        if self.early is not None:
            self.wall.insert(0, self.hands[self.early].pop())
            self.early = None

    def draw(self, seat: int, tile: str) -> None:
        """From the front, replacements too (SBR-3.2); a second one stays (SBR-3.8)."""
        self.wall.pop(0)
        self.hands[seat].append(tile)
        if self.taint(seat):
            self.pig(seat)
        if self.phase == "open" and seat == self.undrawn:
            self.undrawn, self.locks[seat] = None, 0
            return
        turn = self.phase in ("open", "won") and seat == self.next_to_draw()
        if self.phase in ("act", "kong") and seat == self.seat or turn:
            if self.phase == "act" or self.early == seat:
                self.note("wrong-count", seat)
                self.die(seat)
            self.claimed_or_drawn(seat)
            self.pass_by()
            self.locks[seat] = 0
            how = "replaced" if self.phase == "kong" else "drawn"
            self.early = None if self.early == seat else self.early
            self.phase, self.how, self.seat, self.tile = "act", how, seat, tile
        else:
            self.note("not-your-turn", seat)
            self.early = seat

    def discard(self, seat: int, tile: str) -> None:
        """The own turn's end; without a draw it can still be made good (SBR-3.8)."""
        self.hands[seat].remove(tile)
        own = self.phase == "act" and seat == self.seat
        if self.phase == "kong" and seat == self.seat:
            self.note("wrong-count", seat)
            self.die(seat)
        elif not own and self.phase in ("open", "won") and seat == self.next_to_draw():
            self.pass_by()
            if self.early == seat:
                self.locks[seat] = 0
            else:
                self.note("must-draw-first", seat)
                self.undrawn = seat
            self.early = None
        elif not own:
            self.note("not-your-turn", seat)
        melded = self.taint(seat)
        suit = self.que[seat]
        if melded or suit and tile[1] != suit and suit in suits_of(self.hands[seat], self.melds[seat]):
            self.pig(seat)
        self.pao = self.phase == "act" and self.how == "replaced"
        self.phase, self.how, self.seat, self.tile, self.tile_move = "open", "thrown", seat, tile, len(self.moves)
        self.opened = self.opened or seat == self.dealer
        alive = [other for other in self.playing(seat) if other not in self.dead]
        self.offers = {other: value for other in alive if (value := self.winning(other)) and self.enough(value, "discard")}
        if seat not in self.dead:  # SBR-3.6: himself too
            flags = [] if self.wall else ["haidi"]
            own = self.worth(seat, [*self.hands[seat], tile], *flags)
            self.locks[seat] = max(self.locks[seat], own if self.enough(own, "discard") else 0)

    def melded(self, seat: int, verb: str, tiles: list[str]) -> None:
        """What a meld of these tiles means for its hand, before they leave it (SBR-3.7, SBR-3.10, SBR-2.3)."""
        if len(set(tiles)) > 1:
            self.note("bad-claim-tiles", seat)
            self.tainted[seat] = "wrong"
        elif seat in self.dead and not self.makes_ready(seat, verb, tiles[0]):
            self.note("dead-hand", seat)
        if self.que[seat] and self.que[seat] in {tile[1] for tile in tiles}:
            self.tainted[seat] = "pig"

    def claim(self, seat: int, verb: str, own: list[str]) -> None:
        """A peng or a direct kong of the last discard."""
        self.put_back()
        self.claimed_or_drawn(seat)
        own = own or [self.tile] * (2 if verb == "peng" else 3)
        tiles = [self.tile, *own]
        self.melded(seat, verb, tiles)
        wrong, giver = len(set(tiles)) > 1, self.seat
        for tile in own:
            self.hands[seat].remove(tile)
        self.melds[seat].append(("wrong", "".join(tiles)) if wrong else (KINDS.get(verb, verb), self.tile))
        self.fed_peng[seat, self.tile] = giver
        self.pass_by()
        if verb == "peng" and not self.worth(seat, self.hands[seat]):  # SBR-3.6: a peng that leaves no complete hand
            self.locks[seat] = 0
        self.seat, self.phase, self.how = seat, ("act" if verb == "peng" else "kong"), KINDS.get(verb, "claimed")
        if verb == "gang" and not wrong:
            self.pay_kong(seat, "direct", 2, giver)

    def pay_kong(self, seat: int, kind: str, usual: int, giver: int = -1, times: int = 1) -> None:
        """SBR-6.1, TBL-7."""
        feeder = giver if kind == "direct" else self.fed_peng.get((seat, self.melds[seat][-1][1]))
        each, payers = payments.fee(self.options, kind, usual, self.playing(seat), feeder)
        self.account.kong(seat, payers, each * times, seat in self.dead)

    def own_kong(self, seat: int, verb: str, what: str) -> None:
        """A concealed or an added kong; with another tile than the one just drawn an added one earns nothing (SBR-6.1)."""
        named, _, onto = what.partition("=")
        tiles = tiles_of(named)
        timely = self.how in ("drawn", "replaced") and self.tile == tiles[0]
        self.pao = self.how == "replaced"
        wrong = bool(onto) and onto != tiles[0]
        self.melded(seat, verb, [*tiles, onto] if wrong else tiles)
        for tile in tiles:
            self.hands[seat].remove(tile)
        if wrong:
            self.melds[seat].remove(("peng", onto))
            self.melds[seat].append(("wrong", onto * 3 + tiles[0]))
        elif len(set(tiles)) > 1:
            self.melds[seat].append(("wrong", "".join(tiles)))
        self.phase, self.how, self.tile, self.tile_move = "kong", KINDS[verb], tiles[0], len(self.moves)
        if wrong or len(set(tiles)) > 1:
            self.how = "false"
        elif verb == "angang":
            self.melds[seat].append(("concealed", tiles[0]))
            self.pay_kong(seat, "concealed", 2)
        else:
            self.melds[seat].remove(("peng", self.tile))
            self.melds[seat].append(("added", self.tile))
            self.pay_kong(seat, "added", 1, times=int(timely))

    def hu(self, seat: int) -> None:
        """A win; one that is none is carried out too (SBR-4.1)."""
        value, own = self.winning(seat), self.phase == "act" and seat == self.seat
        thrown = not own and self.by() == "discard"
        code = "" if value else self.why_not(seat, own)
        if thrown and value and value <= self.locks[seat]:  # SBR-3.6
            code = "missed-win-lock"
        code = "dead-hand" if seat in self.dead else code
        source = seat if own else self.seat
        if not own:
            self.taken(seat)
        if code:
            self.false_win(seat, code, [] if own else [self.tile])
        else:
            for payer in self.playing(seat) if own else [source]:
                self.account.pay(payer, seat, value + own, "win")
        self.offers.pop(seat, None)
        if not own and not code and self.options.get("multi_win") == "next":  # who comes after has passed nothing (TBL-6)
            self.offers = {one: worth for one, worth in self.offers.items() if (one - source) % 4 < (seat - source) % 4}
        if not code:
            held = self.hands[seat]
            tiles = sorted(set(held)) if own and self.how == "dealt" else [self.tile] if own else []
            hands = [[*held[:at], *held[at + 1 :]] for at in map(held.index, tiles)]
            self.before[seat] = hands or [list(self.hands[seat])]
        self.out.append(seat)
        self.wins.append((seat, source, 0 if code else value, len(self.moves) if own else self.tile_move))
        self.phase, self.tile = "won", "" if own else self.tile
        self.opened = self.opened or seat == self.dealer
        self.over = len(self.out) >= len(self.hands) - 1

    def why_not(self, seat: int, own: bool) -> str:
        """What the hand lacks: the suits alone, or more (SBR-2.2)."""
        if own and self.how == "claimed":
            return "not-winning"
        hand = self.hands[seat] if own else [*self.hands[seat], self.tile]
        three = len(suits_of(hand, self.melds[seat])) == 3
        return "three-suits" if three and fits(hand, self.melds[seat]) else "not-winning"

    def taken(self, seat: int) -> None:
        """The first win on a tile: a robbed kong is none; what a kong before the tile earned goes back (SBR-3.5, SBR-6.2)."""
        self.put_back()
        self.claimed_or_drawn(seat)
        if self.phase == "kong":
            source = self.seat
            robbed = self.account.fees.pop()
            del self.account.lines[len(self.account.lines) - self.booked(robbed) :]
            self.melds[source].remove(("added", self.tile))
            self.melds[source].append(("peng", self.tile))
        if self.pao and self.phase != "won":
            self.account.give_back(self.seat, last_only=True)

    def booked(self, fee: tuple[int, tuple[int, ...], int, bool]) -> int:
        """How many lines a fee has."""
        return len(fee[1]) * (1 + fee[3]) if fee[2] else 0

    def false_win(self, seat: int, code: str, tile: list[str]) -> None:
        """SBR-4.1: nothing for it, the own fees go back, 24; three suits cost it once."""
        self.note(code, seat)
        if len(suits_of([*self.hands[seat], *tile], self.melds[seat])) == 3:
            self.account.take_off(seat)
        self.fine(seat, 24)
        self.account.give_back(seat)
