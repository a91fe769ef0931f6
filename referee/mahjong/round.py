"""A mahjong round as it is refereed: each move is checked, applied to the table and settled, in that order.

The round asks its game for what differs in substance (is this a win and what is it worth, who pays, what a drawn round
costs) and keeps what the verdict needs: findings, wins, kongs, the ledger.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.mahjong.clauses import MJ
from referee.mahjong.hand.tiles import NAMES, UNSEEN, text
from referee.mahjong.mechanisms import birds, ready_lock
from referee.mahjong.rules import checks
from referee.mahjong.state import ENDED, HALTED
from referee.mahjong.table.moves import (
    ANGANG,
    BUGANG,
    DISCARD,
    DRAW,
    HU,
    INTENT,
    KNOWN,
    LEAVE,
    OTHER,
    PASS,
    RULING,
    SEATS,
    Act,
    decode,
)
from referee.mahjong.table.table import DRAWN, IN, KONG, LEFT, OFFERED, OWES, Intent
from referee.mahjong.wins import Wins
from referee.notation import grammar_of
from referee.record import Move, Round
from referee.rulebook import CORE
from referee.verdict import RoundVerdict

AFTER_END: Final = MJ["MJ-5.2"].raises("moves-after-end")
NOT_FINISHED: Final = MJ["MJ-5.2"].raises("round-not-finished")
WALL_MISMATCH: Final = MJ["MJ-1.4"].raises("wall-mismatch")
UNKNOWN_VERB: Final = CORE["PPN-5"].raises("unknown-verb")
NOT_IN_GAME: Final = CORE["PPN-6"].raises("not-in-game")


class MahjongRound(Wins):
    """One round in progress. ``move`` takes the next one; ``finish`` settles what the end of the record shows; ``verdict``
    says what is said of it."""

    __slots__ = ()

    def move(self, number: int, move: Move) -> bool:
        """Referee the next move; False where the replay of the round stops at it."""
        self.number, self.made = number, move
        act = KNOWN.get(move.token) or decode(move)
        kind, seat = act.kind, act.seat
        if not 0 <= seat < self.seats:
            self.find(NOT_IN_GAME, None)
            return True
        if (self.state or not self.table.wall_left) and self._is_over(act):
            self.find(AFTER_END, seat)
            return False
        fresh = self.fresh
        if fresh is not None and kind <= BUGANG:
            self.gone_by.append(fresh)
            self.fresh = fresh = None
        if fresh is not None or self.unasked or self.chances or self.unpaid is not None or not self.closed:
            self._move_on(act)
        if kind == DRAW:
            self._draw(act)
            return self.state != HALTED
        if self.reckoned[seat] < len(self.gone_by) and kind not in WORDS:
            # With the hand as it was: who claims a tile has passed the win on it too.
            self.reckon(seat)
        if kind == DISCARD:
            self._discard(act)
        else:
            ACTS[kind](self, act)
        return self.state != HALTED

    def finish(self) -> None:
        """The record ends: settle the last win or the drawn round, or find that the round was not finished."""
        if self.state == HALTED:
            return
        table = self.table
        if self.state != ENDED and table.phase == OFFERED and table.wall_left == 0:
            self.outcome = "drawn"
        elif self.state != ENDED:
            self.find(NOT_FINISHED, None)
            self.outcome = "unfinished"
            return
        if self.outcome != "abandoned":
            self._miss(self.chances)
        self._settle_offer()
        if self.outcome == "drawn":
            self.game.drawn(self)
        birds.missing(self)
        self.game.ended(self)

    def verdict(self, round_: Round) -> RoundVerdict:
        """What is said of the round; ``computed`` is None where its settlement is not determined (MJ-5.1, MJ-5.2)."""
        over = self.state != HALTED and self.outcome != "unfinished"
        dealer = self.game.next_dealer(self) if over else None
        status = "halted" if self.state == HALTED else "flagged" if self.findings else "clean"
        scores = self.ledger.scores() if over and self.determined else None
        return RoundVerdict(
            round_.number,
            status,
            self.outcome,
            tuple(self.findings),
            round_.dealer,
            None if dealer is None else SEATS[dealer],
            tuple(self.wins),
            tuple(self.kongs),
            self.ledger.ordered(),
            scores,
            round_.scores,
            {"hands": self.deal.whole_hands, "wall": self.deal.whole_wall},
        )

    def _draw(self, act: Act) -> None:
        seat, tiles = act.seat, act.tiles
        if not tiles:
            self.find(UNKNOWN_VERB, seat)
            return
        table = self.table
        if self.locks:
            self.missed[seat], self.reckoned[seat] = 0, len(self.gone_by)
        if self.dice and table.phase == KONG and seat == table.turn and self._take_stack(tiles, seat):
            return
        for kind in tiles:
            if table.phase != OFFERED or seat != table.next:
                violation = checks.draw(table, seat)
                if violation and self._stopped(violation, seat):
                    return
            lay = table.draw(seat, kind)
            if kind != lay:
                self._unexpected(kind, lay, seat)
        if table.wall_left <= self.watched:
            self.chances = self.game.chances(self)
        if not table.wall_left and self.game.sea_bottom and table.how == DRAWN:
            self.locked[seat] = self.game.sea_bottom

    def _take_stack(self, tiles: tuple[int, ...], seat: int) -> bool:
        """The replacement after a kong, as the dice gave it; several tiles taken at once are compared as a set (MJ-1.4).

        False where they gave none: cast for another kong, or for a stack that the wall has not any more.
        """
        table, dice = self.table, self.dice
        self.dice = None
        stack = table.stack(dice[1]) if dice and dice[0] is table.kong else []
        if not stack:
            return False
        if table.wall is None:
            self.reveal_from_wall(tiles, seat)
        else:
            there = [table.wall[table.wall_front + index] for index in stack]
            if not birds.alike(there, tiles) or len(tiles) != len(stack):
                self.find(WALL_MISMATCH, seat, expected=text(there), actual=text(tiles), tile=text(tiles))
            if UNSEEN in tiles:
                self.deal.out_of_sight(birds.unnamed(there, tiles))
        table.pick(seat, stack, tiles)
        self.locked[seat] = self.game.dice_tiles
        return True

    def _discard(self, act: Act) -> None:
        seat, tiles = act.seat, act.tiles
        if not tiles:
            self.find(UNKNOWN_VERB, seat)
            return
        table, lock = self.table, self.locked[seat]
        for kind in tiles:
            if table.phase != OWES or seat != table.turn:
                violation = checks.discard_turn(table, seat)
                if violation and self._stopped(violation, seat):
                    return
            breaks = ready_lock.discard(self, seat, kind) if lock else None
            if not table.discard(seat, kind, self.number):
                if not table.has(seat, kind):
                    self._stopped(checks.held(table, seat, (kind,)), seat)
                    return
                self._out(seat, kind)
                table.discard(seat, kind, self.number, seen=False)
            if breaks:
                self.find(breaks, seat, tile=NAMES[kind])
            if lock and lock is self.game.dice_tiles and table.phase == OFFERED:
                self.locked[seat] = None
        if self.locks or table.wall_left <= self.watched:
            self._watch()

    def _pass(self, act: Act) -> None:
        """A spoken pass takes an intent back; else it says what not claiming says, but where the game gives it a meaning."""
        table = self.table
        table.intents = [intent for intent in table.intents if intent.seat != act.seat]
        self.game.passed(self, act.seat)

    def _intent(self, act: Act) -> None:
        if not grammar_of().has(act.verb):
            self.find(UNKNOWN_VERB, act.seat)
        self.table.intents.append(Intent(act.seat, act.verb, act.tiles or ()))

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
        own = self.game.moves.get(act.verb)
        if own is not None:
            own(self, act)
        else:
            self.find(NOT_IN_GAME if grammar_of().has(act.verb) else UNKNOWN_VERB, act.seat)

    def unknown(self, act: Act) -> None:
        """A move whose words say nothing in this game."""
        self.find(UNKNOWN_VERB, act.seat)

    def _is_over(self, act: Act) -> bool:
        """Whether the round was over before this move: after its last win, or with the wall empty and nothing claimed."""
        table, kind, seat = self.table, act.kind, act.seat
        if kind == RULING:
            return False
        if self.state == ENDED and kind == OTHER and self.game.follows(self, act):
            return False
        if self.state == ENDED:
            open_offer = table.phase == OFFERED and table.offer is not None
            may_speak = open_offer and seat != table.offerer and table.states[seat] == IN
            return not (kind in (HU, INTENT, PASS) and may_speak)
        if table.wall_left or table.phase != OFFERED:
            return False
        return kind in (DRAW, DISCARD, ANGANG, BUGANG)

    def _move_on(self, act: Act) -> None:
        """The game goes on over what was on the table: who had to win on it has not, and it is settled."""
        kind, seat = act.kind, act.seat
        if kind in (INTENT, RULING) or kind == OTHER and seat == self.table.offerer or kind == HU and not self.unasked:
            return
        if kind == PASS and self.fresh is not None:
            if self.takes(seat):
                self.pass_up(seat)
            return
        if self.unasked or self.fresh is not None:
            if kind == PASS and not self.may_take(seat):
                return
            self.unasked, self.fresh = False, None
            if kind > BUGANG:
                self.chances = self.game.chances(self)
            else:
                for taker in self.takers():
                    self.pass_up(taker)
        if kind == PASS:
            self._decline(seat)
        elif kind == LEAVE:
            if self.table.states[seat] == IN:  # the round ends; who has won already changes nothing by leaving
                self._settle_offer()
        elif kind not in (HU, OTHER):
            self._miss(self.chances if self.passes_over(act) else [chance for chance in self.chances if chance == seat])
            self.chances = []
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

    def _unexpected(self, kind: int, expected: int | None, seat: int) -> None:
        """A drawn tile that the wall did not foretell: it is unseen, it is new, or it is not the one that lay there (MJ-1.4)."""
        if kind == UNSEEN:
            self.deal.out_of_sight(() if expected is None else (expected,))
        elif expected is None:
            self._seen(kind, seat)
        else:
            self.find(WALL_MISMATCH, seat, expected=NAMES[expected], actual=NAMES[kind], tile=NAMES[kind])
            self.deal.instead(kind, expected)


WORDS: Final = (PASS, INTENT, RULING)
"""Acts that change no hand."""

ACTS: Final[tuple[Callable[[MahjongRound, Act], None], ...]] = (
    MahjongRound._draw,
    MahjongRound._discard,
    MahjongRound._chi,
    MahjongRound._peng,
    MahjongRound._gang,
    MahjongRound._angang,
    MahjongRound._bugang,
    MahjongRound._hu,
    MahjongRound._pass,
    MahjongRound._leave,
    MahjongRound._intent,
    MahjongRound._ruling,
    MahjongRound._other,
)
"""What carries out each kind of act, in the order of the kinds in ``moves``."""
