"""A mahjong round as it stands: the table, what was found, won and paid, and how a finding is noted.

What moves do to it is in ``claims``, ``wins`` and ``rounds``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.mahjong.checks import Trouble
from referee.mahjong.clauses import MJ
from referee.mahjong.deal import Deal
from referee.mahjong.ledger import Ledger
from referee.mahjong.moves import SEATS
from referee.mahjong.table import DEALT, REPLACED, Laying, Table
from referee.mahjong.tiles import NAMES, UNSEEN
from referee.rulebook import Raise
from referee.verdict import JSON, Finding, Kong, Win

if TYPE_CHECKING:
    from referee.mahjong.game import MahjongGame
    from referee.rulebook import Rules

TILE_OVERFLOW = MJ["MJ-1.2"].raises("tile-overflow")

OPEN, ENDED, HALTED = range(3)


class RoundState:
    """What is known of a round in progress."""

    def __init__(self, game: MahjongGame, rules: Rules, deal: Deal, base: int) -> None:
        self.game = game
        self.rules = rules
        self.deal = deal
        self.ruleset = deal.ruleset
        self.seats = deal.ruleset.seats
        self.watched = game.watched(rules)
        self.table = Table(deal.ruleset, deal.hands, deal.dealer, deal.wall)
        self.ledger = Ledger(SEATS[: self.ruleset.seats], base)
        self.findings: list[Finding] = []
        self.wins: list[Win] = []
        self.kongs: list[Kong] = []
        self.number = 0
        self.state = OPEN
        self.outcome = "unfinished"
        self.determined = True
        self.chances: list[int] = []
        """Seats that must win on what is on the table now (a game's forced win)."""
        self.fees: list[tuple[Laying, list[int]]] = []
        """Kongs whose fee was paid, each with the seats that paid it."""
        self.unpaid: Laying | None = None
        """An added kong that can still be robbed."""
        self.moved: set[Laying] = set()
        """Kongs whose fee has moved on to a winner."""
        self.closed = True
        """False while more may win on the tile that somebody has just won on."""
        self.marks: dict[tuple[int, int], str] = {}
        """Discards that were won on and tiles that were robbed, by seat and move."""
        self.leavers: list[tuple[int, int]] = []
        """Who has left after winning, each with the move of it."""
        self.token = ""

    def find(self, raises: Raise, seat: int | None, **facts: JSON) -> None:
        """Note a finding at the present move."""
        letter = None if seat is None else SEATS[seat]
        named = {name: SEATS[fact] if name == "player" and isinstance(fact, int) else fact for name, fact in facts.items()}
        message = raises.message(seat=letter, token=self.token, **named)
        self.findings.append(
            Finding(
                raises.code, raises.clause, 0, self.number, message, letter, self.token or None,
                expected=facts.get("expected"), actual=facts.get("actual"),
            )
        )  # fmt: skip

    def end(self, outcome: str) -> None:
        """The round is over; wins on the tile that ended it may still follow."""
        self.state, self.outcome = ENDED, outcome

    def _miss(self, seats: list[int]) -> None:
        if not seats:
            return
        for seat in sorted(seats, key=self.table.distance):
            self.game.missed(self, seat)
        self.chances = [seat for seat in self.chances if seat not in seats]

    def _watch(self) -> None:
        self.chances = self.game.chances(self)

    def winning(self, seat: int, tile: int | None, by: str) -> bool:
        """Whether this seat could win now, as far as its hand was seen."""
        table = self.table
        if table.unseen[seat] or tile == UNSEEN:
            return False
        holding = table.holding(seat, tile, by, self._circumstances(seat, by))
        return not isinstance(self.game.judge(self.rules, holding), Raise)

    def _circumstances(self, seat: int, by: str) -> frozenset[str]:
        table = self.table
        flags = []
        if by == "draw":
            fresh = not table.melds[seat] and table.how != REPLACED
            if table.how == REPLACED:
                flags.append("gangshanghua")
            if fresh and table.how == DEALT:
                flags.append("tianhu")
            if fresh and table.draws[seat] == 1 and seat != table.dealer:
                flags.append("dihu")
            if table.wall_left == 0:
                flags.append("haidi")
        elif by == "discard" and table.kong:
            flags.append("gangshangpao")
        return frozenset(flags)

    def _source(self, by: str) -> str | None:
        return None if by == "draw" else SEATS[self.table.offerer]

    def _name(self, tile: int | None) -> str | None:
        return None if tile is None else NAMES[tile]

    def _seen(self, kind: int, seat: int) -> None:
        """One more copy has come to light (MJ-1.2)."""
        if self.deal.one_more(kind):
            self.find(TILE_OVERFLOW, seat, tile=NAMES[kind], expected=self.ruleset.copies[kind], actual=self.deal.seen[kind])

    def _reveal(self, seat: int, tiles: tuple[int, ...]) -> None:
        for kind in tiles:
            if self.table.take(seat, kind):
                self._seen(kind, seat)

    def _stopped(self, trouble: Trouble | None, seat: int) -> bool:
        """Note a trouble; whether the round halts there."""
        if trouble is None:
            return False
        self.find(trouble.raises, seat, **trouble.facts)
        if trouble.halts:
            self.state, self.outcome = HALTED, "unfinished"
        return trouble.halts
