"""A mahjong round as it stands: the table, what was found, won and paid, and how a finding is noted.

What moves do to it is in ``claims``, ``wins`` and ``rounds``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from referee.mahjong.clauses import MJ
from referee.mahjong.hand.fans import CandidateHand, WinValue
from referee.mahjong.hand.tiles import NAMES, UNSEEN, listed
from referee.mahjong.ledger import Ledger
from referee.mahjong.rules.checks import Violation
from referee.mahjong.table.deal import Deal
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import DEALT, IN, OWES, REPLACED, Laying, Table
from referee.record import NO_MOVE
from referee.round_referee import RoundReferee
from referee.rulebook import Clause, Raise
from referee.verdict import JSON, Finding, Kong, Win

if TYPE_CHECKING:
    from referee.mahjong.game import MahjongGame
    from referee.rulebook import Rules

TILE_OVERFLOW: Final = MJ["MJ-1.2"].raises("tile-overflow")

OPEN: Final = 0
ENDED: Final = 1
HALTED: Final = 2


class RoundState(RoundReferee):
    """What is known of a round in progress."""

    __slots__ = (
        "birds",
        "chances",
        "closed",
        "deal",
        "declared",
        "determined",
        "dice",
        "fees",
        "findings",
        "first_counts",
        "fresh",
        "game",
        "gone_by",
        "known_values",
        "kept",
        "kongs",
        "leavers",
        "ledger",
        "locked",
        "locks",
        "marks",
        "missed",
        "moved",
        "made",
        "number",
        "outcome",
        "reckoned",
        "rules",
        "ruleset",
        "seats",
        "shown",
        "state",
        "table",
        "unasked",
        "unpaid",
        "watched",
        "wins",
        "won_on",
        "won_with",
    )

    def __init__(self, game: MahjongGame, rules: Rules, deal: Deal, base: int) -> None:
        self.game = game
        self.rules = rules
        self.deal = deal
        self.ruleset = deal.ruleset
        self.seats = deal.ruleset.seats
        self.watched = game.watched(rules)
        self.locks = bool(deal.ruleset.missed_wins)
        """Whether who passes a win is locked."""
        self.first_counts = game.first_discard
        self.table = Table(deal)
        self.ledger = Ledger(SEATS[: self.seats], base)
        self.findings: list[Finding] = []
        self.wins: list[Win] = []
        self.kongs: list[Kong] = []
        self.number = 0
        self.state = OPEN
        self.outcome = "unfinished"
        self.determined = True
        self.chances: list[int] = []
        """Seats that must win on what is on the table now (a game's forced win)."""
        self.unasked = False
        """Whether a tile is on offer of which nobody was asked yet who could win on it, for more than its tiles …"""
        self.fresh: tuple[int, int] | None = None
        """… and such a discard like any other: the tile, and whose it is."""
        self.gone_by: list[tuple[int, int]] = []
        """The discards like any other that the play went on over: who could have won on them is worked out when it matters."""
        self.reckoned = [0] * self.seats
        """For each seat up to where it was worked out which of them it could have won on."""
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
        self.missed = [0] * self.seats
        """The worth of the dearest win that each seat has passed, as far as it is reckoned; what is asked is ``lock``."""
        self.locked: list[Raise | None] = [None] * self.seats
        """Whose hand is locked, by what it breaks when it moves otherwise."""
        self.shown: list[int] = []
        """The seats that declared their ready hand, in that order."""
        self.declared: list[tuple[int, str]] = []
        """What seats declared by a word of the game's own, in that order."""
        self.kept: set[tuple[int, int]] = set()
        """Pengs, by seat and tile, made while a third one was in the hand."""
        self.dice: tuple[Laying, int] | None = None
        """The kong for whose replacement dice were cast, and what they showed together."""
        self.birds: list[int] | None = None
        """The tiles turned after the win."""
        self.won_on: list[int] = []
        """For each win the move that brought its tile."""
        self.known_values: dict[object, WinValue | Raise] = {}
        """What the hands of this round were judged to be worth so far."""
        self.won_with: dict[int, CandidateHand] = {}
        """The hand of each winner as it won."""
        self.made = NO_MOVE

    def find(self, raises: Raise, seat: int | None, **facts: JSON) -> None:
        """Note a finding at the present move."""
        letter = None if seat is None else SEATS[seat]
        named = {name: SEATS[fact] if name == "player" and isinstance(fact, int) else fact for name, fact in facts.items()}
        message = raises.message(seat=letter, token=self.made.token, **named)
        self.findings.append(
            raises.finding(
                message,
                self.number,
                letter,
                self.made.token or None,
                expected=facts.get("expected"),
                actual=facts.get("actual"),
            )
        )

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
        """A tile is on offer: ask who could win on it, at once only where the game must know."""
        table = self.table
        if self.locks:
            first = self.first_counts and table.offerer == table.dealer and table.discards[table.dealer] == 1
            if first or table.kong is not None or table.offered != "discard":
                self.unasked = True
            elif table.offer is not None and table.offer != self.ruleset.ghost:
                self.fresh = table.offer, table.offerer
        elif table.wall_left <= self.watched:
            self.chances = self.game.chances(self)

    def best(self, seat: int, by: str) -> WinValue | Raise | None:
        """What this seat would win now, by the dearest of the tiles that it can win on; None where tiles are unseen."""
        table, found = self.table, None
        if table.hidden(seat):
            return None
        flags = self.circumstances(seat, by)
        for tile in table.winning_tiles(by):
            if tile == UNSEEN:
                return None
            win_value = self.win_value(table.candidate(seat, tile, by, flags))
            if found is None or (isinstance(win_value, WinValue) and (isinstance(found, Raise) or win_value.rank > found.rank)):
                found = win_value
        return found

    def win_value(self, candidate: CandidateHand) -> WinValue | Raise:
        """What a hand is worth; the same one is asked about when its tile is offered, when it wins and when it passes."""
        hand = (candidate.keys, candidate.melds, candidate.tile, candidate.by, candidate.flags)
        win_value = self.known_values.get(hand)
        if win_value is None:
            win_value = self.known_values[hand] = self.game.win_value(self.rules, candidate)
        return win_value

    def winning(self, seat: int, by: str) -> WinValue | None:
        """The win that this seat may have now, as far as its hand was seen."""
        win_value = self.best(seat, by)
        return win_value if isinstance(win_value, WinValue) and win_value.breaks is None else None

    def takers(self) -> list[int]:
        """The seats that may win on the tile on offer."""
        return [seat for seat in range(self.seats) if self.takes(seat)]

    def takes(self, seat: int) -> bool:
        """Whether a seat may win on the tile on offer: it waits for it, and then it wins."""
        table, tile = self.table, self.table.offer
        if tile is None or table.phase == OWES or table.offered not in ("discard", "rob") or tile == self.ruleset.ghost:
            return False
        if table.states[seat] != IN or seat == table.offerer or table.hidden(seat):
            return False
        return self.game.completes(self, seat, tile) and self.winning(seat, table.offered) is not None

    def pass_up(self, seat: int) -> None:
        """A seat passed a win on another's tile: nothing up to its worth may be won so till the lock ends."""
        passed = self.winning(seat, self.table.offered)
        if passed and passed.rank > self.missed[seat]:
            self.missed[seat] = passed.rank

    def may_take(self, seat: int) -> bool:
        """Whether a seat's hand is of those that the tile on offer may complete."""
        table = self.table
        return table.offer is None or table.hidden(seat) or self.game.completes(self, seat, table.offer)

    def lock(self, seat: int) -> int:
        """The worth up to which a seat may not win on another's tile; 0: it passed nothing."""
        self.reckon(seat)
        return self.missed[seat]

    def reckon(self, seat: int) -> None:
        """Work out what a seat has passed since it last drew, before its hand changes or it wins."""
        table, since = self.table, self.reckoned[seat]
        self.reckoned[seat] = len(self.gone_by)
        if table.states[seat] != IN or table.hidden(seat):
            return
        for tile, offerer in self.gone_by[since:]:
            if offerer != seat and self.game.completes(self, seat, tile):
                flags = frozenset(self.game.standing(self, seat))
                win_value = self.win_value(table.candidate(seat, tile, "discard", flags))
                if isinstance(win_value, WinValue) and win_value.breaks is None and win_value.rank > self.missed[seat]:
                    self.missed[seat] = win_value.rank

    def ready(self, seat: int) -> bool:
        """Whether some kind exists on which this hand would win by itself (MJ-4.3); unseen tiles count as not there."""
        return bool(self.game.ready(self.rules, self.table.keys[seat], self.table.melds[seat]))

    def dearest(self, seat: int, flags: frozenset[str] = frozenset()) -> int:
        """The most that this hand could have won on a discard, as the lock on missed wins counts it; 0: it is not ready."""
        table = self.table
        wins = self.game.completions(self.rules, table.keys[seat], table.melds[seat], "discard", flags)
        return max((win_value.rank for _, win_value in wins), default=0)

    def hands_known(self, seats: Sequence[int]) -> bool:
        """Whether these hands were seen whole; where not, what is asked of them leaves the settlement undetermined."""
        known = not any(self.table.hidden(seat) for seat in seats)
        self.determined = self.determined and known
        return known

    def others(self, seat: int) -> list[int]:
        """Everybody else still in the play."""
        return [other for other in self.table.playing() if other != seat]

    def collect(self, payee: int, payers: Sequence[int], units: int, reason: str, clause: Clause, move: int) -> None:
        """Each of these pays so many units to one."""
        points = units * self.ledger.base
        for payer in payers:
            self.ledger.move(payer, payee, points, reason, clause, move)

    def cast(self, number: int) -> None:
        """Dice were cast for the replacement after the kong just laid: the stack of that number from the end of the wall."""
        if self.table.kong is not None:
            self.dice = self.table.kong, number

    def reveal_from_wall(self, tiles: tuple[int, ...], seat: int) -> None:
        """Tiles came out of a wall that nobody had seen."""
        for kind in tiles:
            if kind != UNSEEN:
                self._seen(kind, seat)

    def circumstances(self, seat: int, by: str) -> frozenset[str]:
        """What a win now would be besides its tiles: the core's own (``gangshanghua`` …) and the game's."""
        table = self.table
        flags = set(self.game.circumstances(self, seat, by))
        if by == "draw":
            if table.how == REPLACED:
                flags.add("gangshanghua")
            if table.how == DEALT and not table.melds[seat]:
                flags.add("tianhu")
            if table.wall_left == 0:
                flags.add("haidi")
        elif by == "discard" and table.kong:
            flags.add("gangshangpao")
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
            self._out(seat, kind)

    def _out(self, seat: int, kind: int) -> None:
        """A tile leaves a hand. Where nobody saw which, it may be any of those seen: nobody can tell where these are now."""
        if kind == UNSEEN:
            self.deal.out_of_sight(listed(self.table.keys[seat]))
        if self.table.take(seat, kind):
            self._seen(kind, seat)

    def _stopped(self, violation: Violation | None, seat: int) -> bool:
        """Note a violation; whether the round halts there."""
        if violation is None:
            return False
        self.find(self.game.own.get(violation.raises, violation.raises), seat, **violation.facts)
        if violation.halts:
            self.state, self.outcome = HALTED, "unfinished"
        return violation.halts
