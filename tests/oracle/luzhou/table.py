"""The table of 瀘州鬼麻將: the moves of a round carried out and settled, each win valued, each lock kept."""

from __future__ import annotations

import copy
from typing import Any

from tests.oracle.luzhou.scoring import Worth, gifts, largest, ready, waits, worth
from tests.oracle.mahjong import end_of_wall, next_dealer, payments
from tests.oracle.mahjong.deals import pack_of
from tests.oracle.mahjong.ghost_shapes import GHOST, Meld
from tests.oracle.mahjong.table import SEATS, tiles_of


class Table:
    """A round as far as it has been played."""

    def __init__(self, hands: list[list[str]], dealer: int, options: dict[str, Any], wall: list[str] | None = None) -> None:
        self.hands, self.dealer, self.options = [list(hand) for hand in hands], dealer, options
        self.wall = list(wall) if wall is not None else None
        self.left = len(pack_of(options)) + options["ghosts"] - sum(map(len, hands))
        self.last_peng = options.get("last_discard") == "peng"
        """Whether the last discard may be claimed for a peng (MJ-2.6)."""
        self.seat, self.tile = dealer, ""
        self.phase = "act"
        """``act``: the seat owes a discard; ``open``: its discard lies there; ``kong``: its kong lies there; ``won``: a win."""
        self.how = "dealt"
        """How the seat came to act: ``dealt``, ``drawn``, ``claimed``, ``replaced``; after a kong its kind."""
        self.melds: list[list[Meld]] = [[] for _ in hands]
        self.won: list[int] = []
        self.on_tile: list[int] = []
        """Who has won on the tile that lies there."""
        self.source: int | None = None
        """Whose tile lies there to be won on."""
        self.by = ""
        self.fed, self.laid = False, ""
        """Whether the tile there was discarded after a kong, and the tile laid as an added kong."""
        self.reported: set[int] = set()
        self.draws, self.discards = [0 for _ in hands], [0 for _ in hands]
        self.claimed = False
        """Whether any peng or direct kong was made (LZG-4.8)."""
        self.locks = [0 for _ in hands]
        self.scores = [0 for _ in hands]
        self.ghosts = [hand.count(GHOST) for hand in hands]
        self.next_dealer = dealer
        """Seat, kind and tile."""
        self.moves: list[str] = []
        self.fed_peng: dict[tuple[int, str], int] = {}
        """Whose discard each peng was made of."""
        self.before: dict[int, list[list[str]]] = {}
        """The hands that each winner may have been ready with before the win (TBL-8)."""
        self.ledger: list[tuple[int, int, int, str]] = []
        """Payer, payee, points and reason."""
        self.first: tuple[int, int | None] | None = None
        self.spoken = False
        """Whether intents or passes have been spoken of the tile there."""

    def copy(self) -> Table:
        """The table as it is now, to be kept."""
        twin = copy.copy(self)
        twin.hands, twin.melds = [list(hand) for hand in self.hands], [list(melds) for melds in self.melds]
        twin.wall = list(self.wall) if self.wall is not None else None
        for name in (
            "won",
            "on_tile",
            "reported",
            "draws",
            "discards",
            "locks",
            "scores",
            "ghosts",
            "ledger",
            "moves",
            "before",
            "fed_peng",
        ):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    # -- what is seen ------------------------------------------------------------------------------------------------

    def playing(self, *but: int | None) -> list[int]:
        """Who is still in, but for some."""
        return [seat for seat in range(len(self.hands)) if seat not in self.won and seat not in but]

    def after(self, seat: int) -> int:
        """The next seat still in."""
        seats = len(self.hands)
        return next((seat + step) % seats for step in range(1, seats + 1) if (seat + step) % seats not in self.won)

    def next_to_draw(self) -> int:
        """Who draws next: after the discarder, or after the last winner (LZG-2.5)."""
        return self.after(self.won[-1] if self.phase == "won" else self.seat)

    def in_turn(self) -> list[int]:
        """Who is still in, from the seat after the one whose tile lies there."""
        start = self.seat if self.source is None else self.source
        seats = len(self.hands)
        return [(start + step) % seats for step in range(1, seats) if (start + step) % seats not in self.won]

    def over(self) -> bool:
        """One is left, or the wall is empty and nothing more can be won on (LZG-2.5)."""
        return len(self.won) >= len(self.hands) - 1 or (self.left == 0 and self.phase in ("open", "won"))

    def may_kong(self) -> bool:
        return self.phase == "act" and self.how != "claimed" and self.left > 0

    def win_of(self, seat: int) -> Worth | None:
        """What this seat wins right now, whether allowed or too little; None where it does not."""
        flags = {"bao"} if seat in self.reported else set()
        if self.phase == "act":
            if seat != self.seat or self.how == "claimed":
                return None
            flags |= {"draw", "gangshanghua"} if self.how == "replaced" else {"draw"}
            flags |= {"tianhu"} if self.how == "dealt" else set()
            first = self.how == "drawn" and self.draws[seat] == 1 and seat != self.dealer
            flags |= {"dihu"} if first and not self.claimed else set()
            return worth(self.hands[seat], self.melds[seat], self.options, frozenset(flags))
        if self.source is None or seat == self.source or seat in self.won or self.tile == GHOST:
            return None
        if self.by == "rob":
            flags.add("qianggang")
        else:
            flags |= {"discard", "gangshangpao"} if self.fed else {"discard"}
        if self.by == "discard" and self.source == self.dealer and self.discards[self.dealer] == 1 and not self.claimed:
            flags.add("dihu")
        return worth([*self.hands[seat], self.tile], self.melds[seat], self.options, frozenset(flags))

    def paid(self, seat: int) -> int:
        """What each payer would pay this seat right now, 0 where it may not win; locks aside (LZG-3.3, LZG-5.1)."""
        win = self.win_of(seat)
        if win is None:
            return 0
        value = win.value if self.phase == "act" else win.value // 2
        if not payments.enough(self.options, value, "draw" if self.phase == "act" else self.by):  # TBL-5
            return 0
        return value if value > 1 or self.options["one_ke_win"] or self.phase == "act" else 0

    def free(self, seat: int) -> int:
        """The same, 0 too where the lock forbids it (LZG-2.7)."""
        value = self.paid(seat)
        return value if self.phase == "act" or self.grown(seat) > self.locks[seat] else 0

    def grown(self, seat: int) -> int:
        """What the lock compares of this seat's win right now, 0 where it may not win (LZG-2.7)."""
        win = self.win_of(seat)
        return win.grown if win and self.paid(seat) else 0

    def may_report(self, seat: int) -> bool:
        """Whether this seat may report now (LZG-4.6)."""
        if seat in self.reported or seat in self.won or not ready(self.hands[seat], self.melds[seat], self.options):
            return False
        if seat == self.dealer:
            return self.phase == "open" and self.seat == seat and self.discards[seat] == 1 and not self.claimed
        return self.draws[seat] == 0 and not self.melds[seat]

    # -- moves -------------------------------------------------------------------------------------------------------

    def move(self, token: str) -> None:
        """Carry out a legal move, written as in a record."""
        self.moves.append(token)
        seat, what = SEATS.index(token[0]), token[1:]
        if what == ".bao":
            self.reported.add(seat)
        elif what.startswith(".hu"):
            self.win(seat)
        elif what[0] == "?" or what == ".guo":
            self.spoken = True
        else:
            self.spoken = False
            self.pass_by()
            self.act(seat, what)

    def act(self, seat: int, what: str) -> None:
        """A draw, a discard, or a meld."""
        verb, _, args = what[1:].partition(":")
        if what[0] == "+":
            self.draw(seat, what[1:])
        elif what[0] == "-":
            self.discard(seat, what[1:])
        elif verb in ("peng", "gang"):
            self.claim(seat, verb, tiles_of(args))
        elif verb == "angang":
            self.concealed(seat, tiles_of(args))
        else:
            self.added(seat, args)

    def pass_by(self) -> None:
        """Whoever did not win on the tile there has passed it (LZG-2.7), and is held to its value until his own next draw."""
        if self.source is not None:
            for seat in self.playing(self.source):
                if not self.preceded(seat):
                    self.locks[seat] = max(self.locks[seat], self.grown(seat))
        self.source = None
        self.on_tile = []

    def preceded(self, seat: int) -> bool:
        """Whether one before this seat in turn has won on the tile there, which is his alone (TBL-6)."""
        if self.source is None or not self.on_tile or self.options.get("multi_win") != "next":
            return False
        return (self.on_tile[0] - self.source) % 4 < (seat - self.source) % 4

    def draw(self, seat: int, tile: str) -> None:
        kong = self.phase == "kong"
        self.settle_kong()
        if self.wall:
            self.wall.pop(-1 if kong else 0)
        self.left -= 1
        self.hands[seat].append(tile)
        self.ghosts[seat] += tile == GHOST
        self.draws[seat] += not kong
        self.locks[seat] = 0
        self.seat, self.tile, self.phase, self.how = seat, tile, "act", "replaced" if kong else "drawn"

    def discard(self, seat: int, tile: str) -> None:
        self.hands[seat].remove(tile)
        self.discards[seat] += 1
        self.fed, self.by = self.how == "replaced", "discard"
        self.phase, self.tile, self.source = "open", tile, seat

    def claim(self, seat: int, verb: str, own: list[str]) -> None:
        """A peng or direct kong; own tiles not named are natural."""
        own = own or [self.tile] * (2 if verb == "peng" else 3)
        for tile in own:
            self.hands[seat].remove(tile)
        self.melds[seat].append(Meld("peng" if verb == "peng" else "direct", self.tile, own.count(GHOST)))
        self.fed_peng[seat, self.tile] = self.seat
        if verb == "gang":
            self.pay_kong(seat, "direct", self.seat)
        self.claimed = True
        self.seat, self.phase, self.how = seat, "act" if verb == "peng" else "kong", "claimed" if verb == "peng" else "direct"

    def concealed(self, seat: int, own: list[str]) -> None:
        for tile in own:
            self.hands[seat].remove(tile)
        self.tile = next(tile for tile in own if tile != GHOST)
        self.melds[seat].append(Meld("concealed", self.tile, own.count(GHOST)))
        self.pay_kong(seat, "concealed")
        self.phase, self.how = "kong", "concealed"

    def added(self, seat: int, args: str) -> None:
        """It lies there to be robbed; the meld is made when it is not (LZG-2.6)."""
        own, _, stands = args.partition("=")
        self.hands[seat].remove(own)
        self.laid = own
        self.phase, self.how, self.tile, self.source, self.by, self.fed = "kong", "added", stands or own, seat, "rob", False

    def change(self, seat: int, kind: str, ghosts: int) -> None:
        """The peng of the tile there becomes another meld."""
        melds = self.melds[seat]
        at = next(at for at, meld in enumerate(melds) if (meld.kind, meld.tile) == ("peng", self.tile))
        melds[at] = Meld(kind, self.tile, melds[at].ghosts + ghosts)

    def settle_kong(self) -> None:
        """Nobody has robbed the added kong: the meld is made."""
        if self.phase == "kong" and self.how == "added":
            self.change(self.seat, "added", self.laid == GHOST)
            self.pay_kong(self.seat, "added", self.fed_peng[self.seat, self.tile])

    def pay_kong(self, seat: int, kind: str, feeder: int = -1) -> None:
        """What the table has for a kong; without it kongs earn nothing (LZG-2.1, TBL-7)."""
        each, payers = payments.fee(self.options, kind, 0, self.playing(seat), feeder)
        for other in payers if each else ():
            self.pay(other, seat, each, "kong")

    def win(self, seat: int) -> None:
        """LZG-5.1; a robbed ghost stays in the meld, which gives a natural tile for it (LZG-2.6)."""
        win = self.win_of(seat)
        assert win is not None, "no win"
        value = win.value if self.phase == "act" else win.value // 2
        drawn = self.phase == "act"
        if drawn:
            self.source, self.by = None, "draw"
        elif self.by == "rob" and not self.on_tile and self.laid == GHOST:
            self.change(self.seat, "peng", 1)
        for payer in self.playing(seat) if self.source is None else [self.source]:
            reported = drawn and payer in self.reported
            self.pay(payer, seat, value * (self.options["reported_pays"] if reported else 1), "win")
        tiles = sorted(set(self.hands[seat])) if self.how == "dealt" and drawn else [self.tile] if drawn else []
        hands = [[*self.hands[seat][:at], *self.hands[seat][at + 1 :]] for at in map(self.hands[seat].index, tiles)]
        self.before[seat] = hands or [list(self.hands[seat])]
        if not drawn:
            self.hands[seat].append(self.tile)
        self.on_tile.append(seat)
        self.won.append(seat)
        if self.first is None:
            self.first = (seat, self.source)
            self.next_dealer = seat
        elif self.source is not None and self.won == self.on_tile and len(self.won) == 2:
            self.next_dealer = self.source
        self.phase, self.spoken = "won", False

    def dealer_after(self) -> int:
        """LZG-1.2, TBL-9."""
        return next_dealer.after(self.options, self.next_dealer, self.dealer, len(self.hands), self.next_dealer)

    def pay(self, payer: int, payee: int, points: int, reason: str) -> None:
        self.ledger.append((payer, payee, points, reason))
        self.scores[payer] -= points
        self.scores[payee] += points

    def finish(self) -> None:
        """The round's end: 查叫 and 喜錢 (LZG-5.2, LZG-5.4)."""
        for payer, payee, points in gifts(self.ghosts, self.won, self.options["gift"]):
            self.pay(payer, payee, points, "gift")
        if len(self.won) < len(self.hands) - 1:
            best = {seat: self.at_the_end(seat) for seat in self.playing()}
            pigs = [seat for seat in best if self.options["pig"] and self.is_pig(seat)]
            before = {seat: self.before_win(seat) for seat in self.won}
            for pig in pigs:
                for payee in [*best, *self.won] if self.options["pig_payees"] == "all" else best:
                    if payee not in pigs and (self.options["pig_payees"] != "ready" or best[payee]):
                        figure, worth_ = self.options["pig"], best.get(payee, before.get(payee, 0))
                        usual = 0 if isinstance(figure, str) else figure
                        self.pay(pig, payee, end_of_wall.pig(figure, self.options["cap"], usual, worth_), "three-suits-penalty")
            best = {seat: value for seat, value in best.items() if seat not in pigs}
            unready = [seat for seat, value in best.items() if not value]
            receiving = best | (before if self.options["ready_payees"] == "all" else {})
            for payer, payee, points in end_of_wall.checked(unready, receiving) if self.options["ready_check"] != "off" else ():
                self.pay(payer, payee, points // (2 if self.options["ready_check"] == "half" else 1), "ready-check")

    def is_pig(self, seat: int) -> bool:
        """Whether hand and melds hold all three suits, ghosts apart (TBL-8)."""
        return len({tile[1] for tile in [*self.hands[seat], *[meld.tile for meld in self.melds[seat]]] if tile != GHOST}) == 3

    def at_the_end(self, seat: int) -> int:
        """The largest V that the hand waits for, 0 where it waits in vain and the table counts so (TBL-8); it waits for ghosts
        too."""
        found = largest(self.hands[seat], self.melds[seat], self.options, seat in self.reported)
        if self.options["dead_wait"] == "ready" or not found:
            return found
        melds = [[(meld.kind, tiles_in(meld)) for meld in own] for own in self.melds]
        waiting = [*waits(self.hands[seat], self.melds[seat], self.options), GHOST]
        copies = {GHOST: self.options["ghosts"]}
        return 0 if end_of_wall.dead(self.moves, melds, seat, waiting, copies) else found

    def before_win(self, seat: int) -> int:
        """The largest V that a winner waited for (TBL-8)."""
        reported = seat in self.reported
        return max([0, *[largest(hand, self.melds[seat], self.options, reported) for hand in self.before[seat]]])


def tiles_in(meld: Meld) -> list[str]:
    """The tiles of a meld, ghosts last."""
    return [meld.tile] * (3 + (meld.kind != "peng") - meld.ghosts) + [GHOST] * meld.ghosts
