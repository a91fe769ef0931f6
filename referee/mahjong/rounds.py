"""A mahjong round as it is refereed: each move is checked, applied to the table and settled, in that order.

The round asks its game for what differs in substance (is this a win and what is it worth, who pays, what a drawn round
costs) and keeps what the verdict needs: findings, wins, kongs, the ledger.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.mahjong import checks
from referee.mahjong.checks import Trouble
from referee.mahjong.clauses import MJ
from referee.mahjong.deal import Deal
from referee.mahjong.ledger import Ledger
from referee.mahjong.moves import (
    ANGANG,
    BUGANG,
    DISCARD,
    DRAW,
    HU,
    INTENT,
    KNOWN,
    LEAVE,
    PASS,
    RULING,
    SEATS,
    Act,
    decode,
)  # fmt: skip
from referee.mahjong.table import DEALT, IN, KONG, LEFT, OFFERED, OWES, REPLACED, Laying, Table
from referee.mahjong.tiles import NAMES, UNSEEN
from referee.notation import VERBS
from referee.rulebook import CORE, Raise
from referee.verdict import JSON, Finding, Kong, Win

if TYPE_CHECKING:
    from referee.mahjong.game import MahjongGame
    from referee.rulebook import Rules

AFTER_END = MJ["MJ-5.2"].raises("moves-after-end")
NOT_FINISHED = MJ["MJ-5.2"].raises("round-not-finished")
WALL_MISMATCH = MJ["MJ-1.4"].raises("wall-mismatch")
TILE_OVERFLOW = MJ["MJ-1.2"].raises("tile-overflow")
VALUE_MISMATCH = MJ["MJ-6.3"].raises("value-mismatch")
UNKNOWN_VERB = CORE["PPN-5"].raises("unknown-verb")
NOT_IN_GAME = CORE["PPN-6"].raises("not-in-game")

OPEN, ENDED, HALTED = range(3)


class MahjongRound:
    """One round in progress. ``move`` takes the next token; ``finish`` settles what the end of the record shows."""

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

    # -- the fold ----------------------------------------------------------------------------------------------

    def move(self, number: int, token: str) -> bool:
        """Referee the next move; False where the replay of the round stops at it."""
        self.number, self.token = number, token
        act = KNOWN.get(token) or decode(token)
        kind, seat = act[0], act[1]
        if not 0 <= seat < self.seats:
            self.find(NOT_IN_GAME, None)
            return True
        if (self.state or not self.table.wall_left) and self._is_over(kind, seat):
            self.find(AFTER_END, seat)
            return False
        if self.chances or self.unpaid or not self.closed:
            self._move_on(kind, seat)
        ACTS[kind](self, act)
        return self.state != HALTED

    def finish(self) -> None:
        """The record ends: settle the last win or the drawn round, or find that the round was not finished."""
        if self.state == HALTED:
            return
        table = self.table
        won = self.state == ENDED
        drawn = not won and table.phase == OFFERED and table.wall_left == 0
        if not (won or drawn):
            self.find(NOT_FINISHED, None)
            self.outcome = "unfinished"
            return
        if self.outcome != "abandoned":
            self._miss(self.chances)
        self._settle_offer()
        if drawn:
            self.outcome = "drawn"
            self.game.drawn(self)
        self.game.ended(self)

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

    # -- moves -------------------------------------------------------------------------------------------------

    def _draw(self, act: Act) -> None:
        if not act.tiles:
            self.find(UNKNOWN_VERB, act.seat)
            return
        table, seat = self.table, act.seat
        for kind in act.tiles:
            if table.phase != OFFERED or seat != table.next:
                trouble = checks.draw(table, seat)
                if trouble and self._stopped(trouble, seat):
                    return
            expected = table.expected()
            if kind != expected:
                self._unexpected(kind, expected, seat)
            table.draw(seat, kind)
        if table.wall_left <= self.watched:
            self._watch()

    def _discard(self, act: Act) -> None:
        if not act.tiles:
            self.find(UNKNOWN_VERB, act.seat)
            return
        table, seat = self.table, act.seat
        for kind in act.tiles:
            if table.phase != OWES or seat != table.turn:
                trouble = checks.discard_turn(table, seat)
                if trouble and self._stopped(trouble, seat):
                    return
            if not table.let_go(seat, kind):
                if not table.has(seat, kind):
                    self._stopped(checks.held(table, seat, (kind,)), seat)
                    return
                if table.take(seat, kind):
                    self._seen(kind, seat)
            table.discard(seat, kind, self.number)
        if table.wall_left <= self.watched:
            self._watch()

    def _chi(self, act: Act) -> None:
        own = act.tiles or ()
        trouble = (
            checks.claim_turn(self.table, act.seat)
            or checks.claim_wall(self.table, gang=False)
        )  # fmt: skip
        if trouble and self._stopped(trouble, act.seat):
            return
        if not self.ruleset.chi:
            self.find(self.game.no_chi, act.seat)
        self._claim(act, "chi", own, checks.run_tiles(self.table, act, own))

    def _peng(self, act: Act) -> None:
        self._match(act, "peng", 2)

    def _gang(self, act: Act) -> None:
        self._match(act, "direct", 3)

    def _match(self, act: Act, kind: str, needed: int) -> None:
        """A peng or a direct kong of the tile on offer."""
        table = self.table
        trouble = checks.claim_turn(table, act.seat) or checks.claim_wall(table, gang=kind == "direct")
        if trouble and self._stopped(trouble, act.seat):
            return
        assert table.offer is not None
        if act.tiles is None:
            self._stopped(Trouble(checks.BAD_CLAIM_TILES, True, {"tile": NAMES[table.offer]}), act.seat)
            return
        own = act.tiles or (table.offer,) * needed
        self._claim(act, kind, own, checks.claim_tiles(table, act, own))

    def _claim(self, act: Act, kind: str, own: tuple[int, ...], wrong: Trouble | None) -> None:
        table, seat = self.table, act.seat
        if wrong and self._stopped(wrong, seat):
            return
        overtaken = checks.priority(table, seat, act.verb)
        if overtaken:
            self._stopped(overtaken, seat)
        self._reveal(seat, own)
        table.claim(seat, kind, own, self.number)
        if table.phase == KONG and table.kong:
            self.lay(table.kong)

    def _angang(self, act: Act) -> None:
        tiles = act.tiles or ()
        if self._own_kong_stopped(act.seat, checks.concealed_tiles, tiles):
            return
        self._reveal(act.seat, tiles)
        self.table.concealed(act.seat, tiles, self.number)
        self._laid()

    def _bugang(self, act: Act) -> None:
        tiles = act.tiles or ()
        if self._own_kong_stopped(act.seat, checks.added_tile, tiles):
            return
        self._reveal(act.seat, tiles)
        self.table.added(act.seat, tiles[0], self.number)
        self._laid()

    def _own_kong_stopped(
        self, seat: int, of_tiles: Callable[[Table, int, tuple[int, ...]], Trouble | None], tiles: tuple[int, ...]
    ) -> bool:
        troubles = checks.own_kong_turn(self.table, seat)
        stopped = [self._stopped(trouble, seat) for trouble in troubles]
        if any(stopped):
            return True
        wrong = of_tiles(self.table, seat, tiles)
        return wrong is not None and self._stopped(wrong, seat)

    def _laid(self) -> None:
        """A kong was laid: its fee is paid at once, unless it can be robbed first (MJ-3.4)."""
        kong = self.table.kong
        assert kong is not None
        if kong.kind in self.ruleset.robbed:
            self.unpaid = kong
            if self.table.wall_left <= self.watched:
                self._watch()
        else:
            self.lay(kong)

    def lay(self, kong: Laying) -> None:
        """The kong stands."""
        self.kongs.append(Kong(SEATS[kong.seat], kong.kind, NAMES[kong.tile], kong.move))
        payers = self.game.kong(self, kong)
        self.fees.append((kong, payers))

    def _hu(self, act: Act) -> None:
        table, seat = self.table, act.seat
        for trouble in checks.win_turn(table, seat):
            if self._stopped(trouble, seat):
                return
        by = "draw" if table.phase == OWES else "rob" if table.offered != "discard" else "discard"
        if by == "rob" and table.offered not in self._robbable():
            self._stopped(Trouble(self.game.no_robbing, True), seat)
            return
        tile = table.drawn if by == "draw" else table.offer
        flags = self._circumstances(seat, by)
        if table.unseen[seat] or tile == UNSEEN:
            self._unseen_win(act, by, tile, flags)
            return
        holding = table.holding(seat, tile, by, flags)
        judged = self.game.judge(self.rules, holding)
        if isinstance(judged, Raise):
            self._stopped(Trouble(judged, True, {"tile": NAMES[tile] if tile is not None else None}), seat)
            return
        if act.value is not None and act.value != judged.value:
            self.find(VALUE_MISMATCH, seat, expected=judged.value, actual=act.value)
        self._win(Win(SEATS[seat], self._source(by), by, self._name(tile), self.number, judged.value, judged.fans), seat)

    def _robbable(self) -> set[str]:
        return {"rob"} if self.unpaid or self.table.takers else set()

    def _unseen_win(self, act: Act, by: str, tile: int | None, flags: frozenset[str]) -> None:
        """A win with tiles that nobody saw: what is seen may refute it, its value stays unknown."""
        holding = self.table.holding(act.seat, tile, by, flags)
        refuted = self.game.refuted(self.rules, holding)
        if refuted:
            self._stopped(Trouble(refuted, True, {"tile": self._name(tile)}), act.seat)
            return
        self.determined = False
        self._win(Win(SEATS[act.seat], self._source(by), by, self._name(tile), self.number, None, ()), act.seat)

    def _win(self, win: Win, seat: int) -> None:
        table = self.table
        if win.by == "rob" and self.unpaid:
            robbed = self.unpaid
            self.unpaid = None
            table.unkong(robbed.tile, robbed.move)
        self.wins.append(win)
        if win.by != "draw":
            self.marks[table.offerer, table.rivers[table.offerer][-1].move] = "won" if win.by == "discard" else "robbed"
            self.closed = False
        if seat in self.chances:
            self.chances.remove(seat)
        self.game.won(self, win, seat)
        table.won(seat)
        if not self.ruleset.blood or table.winners() >= self.ruleset.winners:
            self.end("win")
        if win.by == "draw":
            self._miss(self.chances)

    def _pass(self, act: Act) -> None:
        """A spoken pass says nothing that not claiming does not say."""

    def _intent(self, act: Act) -> None:
        if act.verb not in VERBS:
            self.find(UNKNOWN_VERB, act.seat)
        self.table.intents.append((act.seat, act.verb))

    def _leave(self, act: Act) -> None:
        table, seat = self.table, act.seat
        if not self.game.may_leave or table.states[seat] == LEFT:
            self.find(NOT_IN_GAME, seat)
            return
        self.game.left(self, seat)
        if table.states[seat] == IN:
            self.end("abandoned")
            table.offer = None
        table.states[seat] = LEFT

    def _ruling(self, act: Act) -> None:
        """An arbiter's ruling stands in the record; at a mahjong table it changes no play."""

    def _other(self, act: Act) -> None:
        self.find(NOT_IN_GAME if act.verb in VERBS or act.verb == ":" else UNKNOWN_VERB, act.seat)

    # -- around a move -----------------------------------------------------------------------------------------

    def _is_over(self, kind: int, seat: int) -> bool:
        """Whether the round was over before this move: after its last win, or with the wall empty and nothing claimed."""
        table = self.table
        if kind == RULING:
            return False
        if self.state == ENDED:
            open_offer = table.phase == OFFERED and table.offer is not None
            may_speak = open_offer and seat != table.offerer and table.states[seat] == IN
            return not (kind in (HU, INTENT, PASS) and may_speak)
        if table.wall_left or table.phase != OFFERED:
            return False
        return kind in (DRAW, DISCARD, ANGANG, BUGANG)

    def _move_on(self, kind: int, seat: int) -> None:
        """The game goes on over what was on the table: who had to win on it has not, and it is settled."""
        if kind == PASS:
            self._decline(seat)
        elif kind == LEAVE:
            if self.table.states[seat] == IN:  # the round ends; who has won already changes nothing by leaving
                self._settle_offer()
        elif kind not in (HU, INTENT, RULING):
            self._miss(self.chances)
            self._settle_offer()

    def _settle_offer(self) -> None:
        """Nobody wins on the tile any more: a kong that was not robbed is paid, and the last win is settled."""
        if self.unpaid:
            kong, self.unpaid = self.unpaid, None
            self.lay(kong)
        if not self.closed:
            self.closed = True
            self.game.offer_closed(self)

    def _decline(self, seat: int) -> None:
        if seat in self.chances:
            self._miss([seat])

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

    def _unexpected(self, kind: int, expected: int | None, seat: int) -> None:
        """A drawn tile that the wall did not foretell: it is new, or it is not the one that lay there (MJ-1.4)."""
        if kind == UNSEEN:
            return
        if expected is None:
            self._seen(kind, seat)
        else:
            self.find(WALL_MISMATCH, seat, expected=NAMES[expected], actual=NAMES[kind], tile=NAMES[kind])
            self.deal.instead(kind, expected)

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


ACTS: tuple[Callable[[MahjongRound, Act], None], ...] = (
    MahjongRound._draw, MahjongRound._discard, MahjongRound._chi, MahjongRound._peng, MahjongRound._gang,
    MahjongRound._angang, MahjongRound._bugang, MahjongRound._hu, MahjongRound._pass, MahjongRound._leave,
    MahjongRound._intent, MahjongRound._ruling, MahjongRound._other,
)  # fmt: skip
"""What carries out each kind of act, in the order of the kinds in ``moves``."""
