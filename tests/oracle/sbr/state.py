"""What is so at a table of the competition rules SBR: what each holds, waits for, has declared, let pass and been paid."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

from tests.oracle.mahjong import end_of_wall, next_dealer, payments, table, table_rules
from tests.oracle.mahjong.deals import hand_of, suits_of
from tests.oracle.mahjong.table import KINDS
from tests.oracle.sbr.account import Account
from tests.oracle.sbr.scoring import laid, largest, waits, worth

Noted = tuple[int, str, int]
"""Move, code and seat of a finding."""


@dataclass
class State(table.Table):
    """The table, with what has been declared, passed, broken and paid."""

    options: dict[str, Any] = field(default_factory=dict)
    account: Account = field(default_factory=Account)
    que: list[str] = field(default_factory=lambda: [""] * 4)
    """The suit that each declared, if any."""
    dead: list[int] = field(default_factory=list)
    locks: list[int] = field(default_factory=lambda: [0] * 4)
    """The dearest win that each has let pass since the own last draw (SBR-3.6)."""
    offers: dict[int, int] = field(default_factory=dict)
    """Who could win on the discard that lies there, whatever is locked, and with what value."""
    found: list[Noted] = field(default_factory=list)
    wins: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Who, from whom (himself: an own draw), with what value (0: a false win), and the move that its tile came with."""
    tile_move: int = 0
    pao: bool = False
    """Whether the tile that lies there was discarded or laid right after a kong of the same player (SBR-5.2)."""
    tainted: dict[int, str] = field(default_factory=dict)
    """Who has a meld that can still be taken back: ``pig``, of the declared suit (SBR-2.3), ``wrong`` tiles (SBR-3.10)."""
    early: int | None = None
    undrawn: int | None = None
    """Who has drawn before the own turn; who has discarded without a draw (SBR-3.8, SBR-3.9)."""
    opened: bool = False
    """Whether the dealer has made the first discard, or has won before it."""
    content: list[int] = field(default_factory=list)
    """Who leaves himself not ready, uncorrected (SBR-6.7)."""
    over: bool = False
    void: bool = False
    fed_peng: dict[tuple[int, str], int] = field(default_factory=dict)
    """Whose discard each peng was made of."""
    before: dict[int, list[list[str]]] = field(default_factory=dict)
    """The hands that each winner may have been ready with before the win (TBL-8)."""
    lost: list[int] = field(default_factory=list)
    """Who lost the match in this round (SBR-4.2)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.dealer = self.seat
        self.out = self.out or [seat for seat, hand in enumerate(self.hands) if not hand]
        self.phase = "que" if self.options["que"] == "declared" and suits_of(self.options) == "mps" else "act"
        for seat in self.playing():
            if len(self.hands[seat]) != hand_of(self.options) + (seat == self.dealer):  # SBR-3.8: within one tile
                self.note("wrong-count", seat)
                self.die(seat)

    def copy(self) -> Self:
        """This table, untouched by what follows."""
        other = super().copy()
        other.account = self.account.copy()
        return other

    def note(self, code: str, seat: int) -> None:
        self.found.append((len(self.moves), code, seat))

    def die(self, seat: int) -> None:
        """A dead hand gives back its fees (SBR-3.7)."""
        if seat not in self.dead:
            self.dead.append(seat)
            self.account.give_back(seat)

    def fine(self, seat: int, points: int) -> None:
        """SBR-4.2."""
        if self.account.penalty(seat, points) and seat not in self.lost:
            self.note("match-lost", seat)
            self.lost.append(seat)

    def worth(self, seat: int, hand: list[str], *flags: str) -> int:
        """What a hand with its winning tile is worth, 0 where it does not win."""
        return worth(hand, self.melds[seat], self.options, self.que[seat], frozenset(flags), self.tile)

    def enough(self, value: int, by: str) -> bool:
        """Whether a win is worth the table's least value (TBL-5)."""
        return payments.enough(self.options, value, by)

    def largest(self, seat: int) -> int:
        """The dearest win that a seat waits for, 0 where it is not ready."""
        return largest(self.hands[seat], self.melds[seat], self.options, self.que[seat])

    def at_the_end(self, seat: int) -> int:
        """The same at the end of the wall, 0 too where it waits in vain and the table counts so (TBL-8)."""
        melds = [[(kind, laid([(kind, tile)])) for kind, tile in own] for own in self.melds]
        found = waits(self.hands[seat], self.melds[seat], self.options, self.que[seat])
        in_vain = self.options.get("dead_wait") == "not" and end_of_wall.dead(self.moves, melds, seat, found)
        return 0 if in_vain else self.largest(seat)

    def before_win(self, seat: int) -> int:
        """The dearest win that a winner waited for (TBL-8)."""
        return max([0, *[largest(hand, self.melds[seat], self.options, self.que[seat]) for hand in self.before[seat]]])

    def winning(self, seat: int) -> int:
        """What the seat would win with right now, 0 where its tiles do not win, whatever is locked or dead."""
        flags = [] if self.wall else ["haidi"]
        if self.phase == "act" and seat == self.seat and self.how != "claimed":
            how = {"dealt": ["tianhu"], "replaced": [*flags, "gangshanghua"]}.get(self.how, flags)
            return self.worth(seat, self.hands[seat], "draw", *how, *self.last_copy())
        if self.lies_open() and seat != self.seat:
            flags += ["gangshangpao"] * self.pao
            flags = flags if self.by() == "discard" else [*(flag for flag in flags if flag != "haidi"), "qianggang"]
            return self.worth(seat, [*self.hands[seat], self.tile], *flags, *self.last_copy())
        return 0

    def last_copy(self) -> list[str]:
        """Whether the tile that is there is the last of its kind (TBL-2)."""
        if not table_rules.asks(self.options, "last_copy"):
            return []
        melds = [[(kind, laid([(kind, tile)])) for kind, tile in own] for own in self.melds]
        return ["last-copy"] * end_of_wall.last_copy(self, self.tile, melds)

    def lies_open(self) -> bool:
        """Whether a tile can be won by another: a discard, or an added kong."""
        return self.phase == "open" or self.phase == "kong" and self.how == "added" or self.phase == "won" and bool(self.tile)

    def by(self) -> str:
        return "rob" if self.how == "added" else "discard"

    def makes_ready(self, seat: int, verb: str, tile: str) -> bool:
        """Whether a peng or kong of four alike leaves the hand ready, a peng with some discard (SBR-3.7)."""
        other = self.copy()
        hand, melds = other.hands[seat], other.melds[seat]
        for _ in range({"peng": 2, "gang": 3, "angang": 4, "bugang": 1}[verb]):
            hand.remove(tile)
        if verb == "bugang":
            melds.remove(("peng", tile))
        melds.append((KINDS.get(verb, verb), tile))
        if verb != "peng":
            return other.largest(seat) > 0
        return any(other.waits_without(seat, tile) for tile in set(hand))

    def waits_without(self, seat: int, tile: str) -> bool:
        """Whether the hand is ready once it has thrown this tile."""
        hand = list(self.hands[seat])
        hand.remove(tile)
        return largest(hand, self.melds[seat], self.options, self.que[seat]) > 0

    def may_discard(self, seat: int) -> list[str]:
        """The tiles that a seat may throw (SBR-2.2)."""
        own = [tile for tile in self.hands[seat] if tile[1] == self.que[seat]]
        return sorted(set(own or self.hands[seat]))

    def next_to_draw(self) -> int:
        """Whose turn it is when nobody claims what lies there: after the last of several winners (SBR-3.4)."""
        return self.after(self.wins[-1][0] if self.phase == "won" else self.seat)

    def finish(self) -> None:
        """The end of the wall (SBR-6.4 to SBR-6.7)."""
        if not self.over:
            self.over = True
            best = {seat: self.at_the_end(seat) * (seat not in self.content) for seat in self.playing()}
            if self.options.get("ready_payees") == "all":
                best |= {seat: self.before_win(seat) for seat in self.out if seat in self.before}
            check, refund = self.options.get("ready_check") != "off", self.options.get("kong_refund") != "off"
            self.account.drawn_wall(self.playing(), best, self.dead, check, refund)

    def outcome(self) -> str:
        return "void" if self.void else "win" if len(self.out) >= len(self.hands) - 1 else "drawn"

    def next_dealer(self) -> int:
        """The first winner; of several on one tile who discarded it; nobody: the same (SBR-1.2, TBL-9)."""
        if self.void:
            return self.dealer
        found = self.dealer
        if self.wins:
            seat, source, _, tile = self.wins[0]
            found = source if sum(win[3] == tile for win in self.wins) > 1 else seat
        return next_dealer.after(self.options, found, self.dealer, len(self.hands), found)
