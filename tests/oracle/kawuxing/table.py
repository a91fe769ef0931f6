"""The table of 卡五星: locks, shown hands and the settlement, move by move (KWX-2, 3 and 5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.oracle.kawuxing.scoring import best, capped, kans, too_small, waits
from tests.oracle.mahjong import beside, end_of_wall, next_dealer, payments, table_rules
from tests.oracle.mahjong.table import SEATS, tiles_of

KONG_POINTS = {"concealed": 2, "added": 1, "direct": 2}


@dataclass
class KawuxingTable(beside.HorseTable):
    """A table that keeps what KWX needs besides the tiles."""

    base: int = 1
    dealer: int = 0
    scores: list[int] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    """Who has shown, in order."""
    passed: dict[int, int] = field(default_factory=dict)
    """What those had in hand who passed a win since their last turn (KWX-2.7)."""
    drew: list[int] = field(default_factory=list)
    """Who has drawn, claimed or discarded yet."""
    chain: int = 0
    """The multiplier of the last kong, while the next one would follow it (KWX-5.3)."""
    won: list[int] = field(default_factory=list)
    piao: list[int] = field(default_factory=list)
    fed_peng: dict[tuple[int, str], int] = field(default_factory=dict)
    """Whose discard each peng was made of."""
    by: str = ""
    """How the round was won: ``draw``, ``discard`` or ``rob``."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.dealer = self.seat
        self.piao = self.piao or [0 for _ in self.hands]
        self.scores = self.scores or [0 for _ in self.hands]

    # -- what may be done ----------------------------------------------------------------------------------------

    def robbable(self) -> bool:
        """Whether the kong just declared can be robbed (KWX-2.8)."""
        return self.phase == "kong" and (self.how == "added" or (self.how == "concealed" and self.options["rob_concealed"]))

    def offered(self) -> bool:
        """Whether another player's tile lies there to be won on."""
        return self.phase == "open" or self.robbable() or (self.phase == "won" and self.by != "draw")

    def win_of(self, seat: int) -> tuple[int, list[tuple[str, int]]]:
        """The multiplier and fans of a seat's win right now, whatever locks it; 0 where there is none."""
        if self.phase == "act":
            if seat != self.seat or self.how == "claimed":
                return 0, []
            hand, tile = self.hands[seat], "" if self.how == "dealt" else self.tile
        elif self.offered() and seat != self.seat:
            hand, tile = [*self.hands[seat], self.tile], self.tile
        else:
            return 0, []
        return best(hand, self.melds[seat], tile, self.options, self.flags(seat))

    def flags(self, seat: int) -> frozenset[str]:
        """The circumstances of a win right now."""
        own, robbed = self.phase == "act", self.robbing()
        holds = {
            "gangshanghua": own and self.how == "replaced",
            "gangshangpao": not own and not robbed and self.chain > 0,
            "qiangganghu": robbed,
            "liangdao": seat in self.shown,
            "haidilao": own and not self.wall and self.how in ("drawn", "replaced"),
            "haidipao": not own and not robbed and not self.wall,
            "tianhu": own and self.how == "dealt",
            "draw": own,
            "discard": not own and not robbed,
            "last-copy": table_rules.asks(self.options, "last_copy")
            and end_of_wall.last_copy(self, self.tile, end_of_wall.of_pairs(self.melds)),
        }
        return frozenset(flag for flag, fits in holds.items() if fits)

    def free_win(self, seat: int) -> int:
        """The multiplier of a win that no lock forbids, and that is not too small."""
        value = 0 if self.is_too_small(seat) else self.win_of(seat)[0]
        return value if self.phase == "act" or value > self.passed.get(seat, 0) else 0

    def is_too_small(self, seat: int) -> bool:
        """Whether a seat could win right now but for KWX-4.22 or TBL-5."""
        value, fans = self.win_of(seat)
        by = "draw" if self.phase == "act" else "rob" if self.robbing() else "discard"
        return by == "discard" and too_small(fans, self.options) or not payments.enough(self.options, value, by)

    def robbing(self) -> bool:
        """Whether the tile that lies there is a kong's."""
        return self.robbable() or self.by == "rob"

    def waits(self, seat: int) -> list[str]:
        """What completes a seat's thirteen tiles, the tile just drawn put aside."""
        hand = list(self.hands[seat])
        if self.phase == "act" and seat == self.seat and self.how in ("drawn", "replaced"):
            hand.remove(self.tile)
        return waits(hand, self.melds[seat], self.options)

    def may_kong(self, seat: int, kind: str, tile: str) -> bool:
        """Whether a shown hand may lay a kong that it has: its waits stay (KWX-3.2)."""
        if seat not in self.shown:
            return True
        number = {"concealed": 4, "added": 1, "direct": 3}[kind]
        hand = list(self.hands[seat])
        for _ in range(number):
            hand.remove(tile)
        melds = [meld for meld in self.melds[seat] if meld != ("peng", tile)]
        return waits(hand, [*melds, (kind, tile)], self.options) == self.waits(seat)

    def may_peng(self) -> bool:
        """Whether the wall lets a discard be claimed for a peng (KWX-2.3, MJ-2.6)."""
        return bool(self.wall) or self.options.get("last_discard", "peng") == "peng"

    def own_kongs(self) -> list[tuple[str, str]]:
        """The kongs that the seat in turn may lay: kind and tile (KWX-2.3 to KWX-2.6)."""
        if self.phase != "act" or self.how == "claimed" or not self.wall:
            return []
        seat, held = self.seat, Counter(self.hands[self.seat])
        able = [("concealed", tile) for tile in sorted(held) if held[tile] == 4]
        able += [("added", self.tile)] if ("peng", self.tile) in self.melds[seat] else []
        return [(kind, tile) for kind, tile in able if self.may_kong(seat, kind, tile)]

    def may_show(self, seat: int) -> bool:
        """Whether a seat may lay its hand open now (KWX-3.1)."""
        after_discard = self.phase == "open" and seat == self.seat and self.moves[-1][:2] == f"{SEATS[seat]}-"
        if len(self.wall) < self.options["show_from"]:  # KWX-3.6
            return False
        early = seat != self.dealer and seat not in self.drew and self.phase in ("act", "open")
        if seat in self.shown or not (after_discard or early):
            return False
        return bool(waits(self.hands[seat], self.melds[seat], self.options))

    def safe(self, seat: int) -> set[str]:
        """What a hand that is not shown may discard (KWX-3.7)."""
        held = set(self.hands[seat])
        if self.options["shown_safe"] == "off":
            return held
        return held - {tile for other in self.shown if other != seat for tile in self.waits(other)} or held

    # -- what is done --------------------------------------------------------------------------------------------

    def move(self, token: str) -> None:
        """Carry out a legal move and settle it."""
        seat, what = SEATS.index(token[0]), token[1:]
        if what.startswith(".hu"):
            self.win(seat)
        elif what.startswith(".liang"):
            self.shown.append(seat)
        elif what.startswith(".ma:"):
            self.turn_horses(seat, tiles_of(what[4:]))
        elif what[0] in "+-" or what.startswith((".peng", ".gang", ".angang", ".bugang")):
            self.before(seat, what)
        super().move(token)
        if what.startswith((".gang", ".angang", ".bugang")):
            self.chain = (self.chain * 2 if self.options["kong_chain"] == "on" else 0) or 1

    def before(self, seat: int, what: str) -> None:
        """What a move ends: the chance to win, the chain of kongs, a kong that could have been robbed."""
        if self.offered():
            for other in self.playing(self.seat):
                if value := self.free_win(other):
                    self.passed[other] = value
        if self.phase == "kong":
            self.pay_kong()
        elif what[0] == "+" or what.startswith(".peng") or (what[0] == "-" and self.how != "replaced"):
            self.chain = 0
        if self.phase != "act":
            self.passed.pop(seat, None)
        self.drew.append(seat)

    def others(self, seat: int) -> list[int]:
        """Everybody else."""
        return [other for other in range(len(self.hands)) if other != seat]

    def pay(self, payer: int, payee: int, units: int, reason: str) -> None:
        """A transfer."""
        self.scores[payer] -= units * self.base
        self.scores[payee] += units * self.base

    def pay_kong(self) -> None:
        """The last kong was not robbed (KWX-5.2, KWX-5.3)."""
        if self.how == "direct" and self.options["graze"] == "on":  # TBL-13
            for other in self.others(self.seat):
                self.pay(other, self.seat, int(other != self.source), "graze")
        feeder = self.source if self.how == "direct" else self.fed_peng.get((self.seat, self.tile))
        each, payers = payments.fee(self.options, self.how, KONG_POINTS[self.how], self.others(self.seat), feeder)
        for payer in payers:
            self.pay(payer, self.seat, each * self.chain, f"kong {self.how}")

    source: int = 0
    """Whose discard was last melded."""

    def meld(self, seat: int, verb: str, tiles: list[str]) -> None:
        self.source = self.seat
        self.fed_peng[seat, self.tile] = self.seat
        super().meld(seat, verb, tiles)

    def win(self, seat: int) -> None:
        """KWX-5.1, KWX-3.4, TBL-6, TBL-18."""
        value, fans = self.win_of(seat)
        if not self.by:
            self.by = "draw" if self.phase == "act" else "rob" if self.robbable() else "discard"
        reason = f"win {self.by}{' shown' if seat in self.shown and self.by != 'draw' else ''}"
        alone = seat not in self.shown or self.options["shown_discard"] == "one"
        owing = [self.seat] if self.by != "draw" and alone else self.others(seat)
        self.owing[seat] = [other if self.by == "draw" else self.seat for other in owing]
        units = self.kans_of(seat)
        for other in owing:
            payer = other if self.by == "draw" else self.seat
            self.pay(payer, seat, self.share(other, seat, value, fans), reason)
            self.pay(payer, seat, self.piao[seat] + self.piao[other], "piao")  # TBL-10
            self.pay(payer, seat, units, "kans")  # TBL-11
        self.won.append(seat)
        if beside.horses_due(self.options, self.by, seat in self.shown, self.wall):
            self.turning.append(seat)

    def kans_of(self, seat: int) -> int:
        """The units beside the value of a win: by its dearest reading, of equal ones by that with most kans (TBL-11)."""
        tile = "" if self.phase == "act" and self.how == "dealt" else self.tile
        hand = self.hands[seat] if self.phase == "act" else [*self.hands[seat], self.tile]
        return kans(hand, self.melds[seat], tile, self.options, self.flags(seat), self.by)

    def share(self, payer: int, seat: int, value: int, fans: list[tuple[str, int]]) -> int:
        """What a payer owes for a win: doubled, up to the limit, where he has shown and the table plays so (TBL-6)."""
        doubles = {None: False, "each": True, "once": seat not in self.shown}[self.options["shown_pays"]]
        return capped([*fans, ("shown payer", 2)], self.options) if doubles and payer in self.shown else value

    def finish(self) -> None:
        """The record of the round ends here (KWX-3.5, TBL-8)."""
        if not self.won and self.options["ready_check"] == "on":
            best = {seat: self.dearest(seat) for seat in range(len(self.hands))}
            for payer, payee, points in end_of_wall.checked([seat for seat in best if not best[seat]], best):
                self.pay(payer, payee, points, "ready-check")
        if not self.won and self.shown and self.options["ready_check"] == "off":
            for payee in self.others(self.shown[0]):
                self.pay(self.shown[0], payee, 1, "show-penalty")

    def dearest(self, seat: int) -> int:
        """The dearest win that a seat waits for at the end, nothing doubled for a shown hand (TBL-8)."""
        waiting, melds = self.waits(seat), end_of_wall.of_pairs(self.melds)
        if self.options["dead_wait"] == "not" and end_of_wall.dead(self.moves, melds, seat, waiting):
            return 0
        how, held = frozenset([self.options["ready_value"]]), self.hands[seat]
        return max([0, *[best([*held, tile], self.melds[seat], tile, self.options, how)[0] for tile in waiting]])

    def next_dealer(self) -> int:
        """KWX-1.5, TBL-9."""
        usual = self._usual_dealer()
        return next_dealer.after(self.options, usual, self.dealer, len(self.hands), usual)

    def _usual_dealer(self) -> int:
        if len(self.won) > 1:
            return self.seat
        if not self.won and self.shown and self.options["drawn_dealer"] == "shower":
            return self.shown[0]
        return self.won[0] if self.won else self.dealer
