"""A mahjong round as it is refereed: each move is checked, applied to the table and settled, in that order.

The round asks ``legality`` what is wrong with a move, its mechanisms at the moments that are theirs, and its game who pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from referee.core.game.round_referee import RoundReferee
from referee.core.record import Move, Round
from referee.core.verdict import JSON, RoundVerdict
from referee.mahjong.actions import melds, wins
from referee.mahjong.rules import agreements, legality, shown_tiles
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.round_state import HALTED, RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.table.moves import (
    ANGANG,
    BUGANG,
    CLAIMS,
    DISCARD,
    DRAW,
    HU,
    INTENT,
    KNOWN,
    LEAVE,
    PASS,
    PAYMENT,
    RULING,
    SEATS,
    Act,
    decode,
)
from referee.mahjong.table.table import IN, KONG, LEFT, OFFERED, OWES, Intent


@mypyc_attr(allow_interpreted_subclasses=True)
class MahjongRound(RoundReferee):
    """One round in progress. ``move`` takes the next one; ``finish`` settles what the end of the record shows; ``verdict``
    says what is said of it."""

    agrees: ClassVar[bool] = True

    __slots__ = ("findings", "game", "hooks", "state", "table")

    def __init__(self, game: Settlement, state: RoundState) -> None:
        self.game = game
        self.state = state
        self.table = state.table
        self.hooks = state.hooks
        self.findings = state.findings
        state.hooks.ask(game.mechanisms(state))

    # -- moves -------------------------------------------------------------------------------------------------------------

    def move(self, number: int, move: Move) -> bool:
        """Referee the next move; False where the replay of the round stops at it."""
        return self._play(number, (move,))

    def moves(self, moves: Sequence[Move]) -> None:
        """Referee all moves of a round, as far as its replay goes."""
        self._play(1, moves)

    def _play(self, number: int, moves: Sequence[Move]) -> bool:
        """Referee moves, the first of which has this number; False where the replay stops among them."""
        state, wall, waiting = self.state, self.table.wall, self.hooks.waiting
        seats, absent = state.seats, state.ruleset.absent
        for move in moves:
            progress = state.progress
            if progress == HALTED:
                return False
            state.number, state.made = number, move
            number += 1
            act = KNOWN.get(move.token) or decode(move)
            kind, seat = act.kind, act.seat
            if not 0 <= seat < seats or seat in absent and kind != RULING:
                state.note(legality.NO_SUCH_SEAT, None)
                continue
            if progress or not wall.left:
                late = legality.after_end_violation(state, act)
                if late:
                    state.note(late, seat)
                    return False
            if waiting and kind != PAYMENT:
                for mechanism in waiting[:]:
                    mechanism.play_moves_on(state, act)
            if kind == DRAW:
                self.draw(act)
            elif kind == DISCARD:
                self.discard(act)
            elif kind == PAYMENT:
                agreements.pay(state, move, state.number)
            else:
                for mechanism in self.hooks.before_act:
                    mechanism.before_act(state, act)
                self._apply_other(act)
        return state.progress != HALTED

    def finish(self) -> None:
        """Settle the last win or the drawn round where the record ends, or find that the round was not finished."""
        state = self.state
        if state.progress == HALTED:
            return
        unfinished = legality.unfinished_violation(state)
        if unfinished:
            state.note(unfinished, None)
            state.outcome = "unfinished"
            return
        wall_is_empty = legality.drawn(state)
        if wall_is_empty:
            state.outcome = "drawn"
        for mechanism in self.hooks.waiting[:]:
            mechanism.round_ends(state)
        if wall_is_empty or state.outcome == "drawn":
            self.game.drawn(state)
        for mechanism in self.hooks.mechanisms:
            mechanism.over(state)
        self.game.ended(state)

    def verdict(self, round_: Round) -> RoundVerdict:
        """The verdict on the round; ``computed`` is None if its settlement is not determined (MJ-5.1, MJ-5.2)."""
        state = self.state
        if state.progress == HALTED:
            agreements.after_halt(state, round_.moves)
        over = state.progress != HALTED and state.outcome != "unfinished"
        dealer = self.game.dealer_after(state) if over and state.outcome != "abandoned" else None
        status = "halted" if state.progress == HALTED else "flagged" if state.findings else "clean"
        scores = state.ledger.scores() if over and state.determined else None
        return RoundVerdict(
            round_.number,
            status,
            state.outcome,
            tuple(state.findings),
            round_.dealer,
            None if dealer is None else SEATS[dealer],
            tuple(state.wins),
            tuple(state.kongs),
            state.ledger.ordered(),
            scores,
            round_.scores,
            {"hands": state.deal.whole_hands, "wall": state.deal.whole_wall, **(self.agreed() if state.agreed else {})},
            more=state.more,
            penalties=tuple(state.penalties),
            carried=state.carried,
        )

    def agreed(self) -> dict[str, JSON]:
        """What a verdict says of payments that the table has agreed on: at which moves (TBL-15)."""
        moves: list[JSON] = [*self.state.agreed]
        return {"agreed": moves} if moves else {}

    def _apply_other(self, act: Act) -> None:
        """Carry out a move that is neither a draw nor a discard."""
        kind = act.kind
        if kind in CLAIMS:
            self.claim(act)
        elif kind == HU:
            self.hu(act)
        elif kind == ANGANG:
            self.angang(act)
        elif kind == BUGANG:
            self.bugang(act)
        elif kind == PASS:
            self.pass_by(act)
        elif kind == INTENT:
            self.intend(act)
        elif kind == LEAVE:
            self.leave(act)
        elif kind == RULING and self.state.may_rule(act.text):
            self.state.rule(act.seat, act.text)
        else:
            self.other(act)

    # -- draws and discards ------------------------------------------------------------------------------------------------

    def draw(self, act: Act) -> None:
        """Draw a tile from the wall; after a kong a mechanism may draw the replacement instead."""
        seat, tiles, table = act.seat, act.tiles, self.table
        if not tiles:
            self.state.note(legality.SAYS_NOTHING, seat)
            return
        for kind in tiles:
            if table.phase != OFFERED or seat != table.next:
                if table.phase == KONG and self.hooks.takes_replacement and self._replaced(seat, tiles):
                    return
                if self.hooks.takes_early_draw and self._drawn_early(seat, kind):
                    continue
                violation = table_checks.draw(table, seat)
                if violation and self.state.note(violation, seat):
                    return
            lay = table.draw(seat, kind, self.state.number)
            if kind != lay:
                shown_tiles.drew_otherwise(self.state, kind, lay, seat)
        if table.wall.left <= self.hooks.low_wall:
            self._wall_runs_low()

    def _replaced(self, seat: int, tiles: tuple[int, ...]) -> bool:
        """Whether a mechanism has drawn the replacement after a kong."""
        return any(mechanism.takes_replacement(self.state, seat, tiles) for mechanism in self.hooks.takes_replacement)

    def _drawn_early(self, seat: int, kind: int) -> bool:
        """Whether a mechanism has carried out a draw that was not due."""
        return any(mechanism.takes_early_draw(self.state, seat, kind) for mechanism in self.hooks.takes_early_draw)

    def discard(self, act: Act) -> None:
        """Discard one tile of the hand, or two that were drawn at once."""
        seat, tiles, table, state = act.seat, act.tiles, self.table, self.state
        if not tiles:
            state.note(legality.SAYS_NOTHING, seat)
            return
        for kind in tiles:
            if table.phase != OWES or seat != table.turn:
                for mechanism in self.hooks.before_act:
                    mechanism.before_act(state, act)
                violation = table_checks.discard_turn(table, seat)
                if violation and state.note(violation, seat):
                    return
            objections = legality.discard_violations(state, seat, kind) if self.hooks.bind[seat] else None
            if not table.discard(seat, kind, state.number):
                if not table.has(seat, kind):
                    missing = table_checks.held(table, seat, (kind,))
                    if missing:
                        state.note(missing, seat)
                    return
                shown_tiles.leave_hand(state, seat, (kind,))
                table.discard(seat, kind, state.number, seen=False)
            if objections:
                for objection in objections:
                    state.note(objection, seat)
        if self.hooks.told_of_discards:
            for mechanism in self.hooks.told_of_discards[:]:
                mechanism.discarded(state, seat)
        if table.wall.left <= self.hooks.low_wall:
            self._wall_runs_low()

    def _wall_runs_low(self) -> None:
        for mechanism in self.hooks.wall_runs_low:
            mechanism.wall_runs_low(self.state)

    # -- melds (MJ-2.3 to MJ-2.6, MJ-3.1 to MJ-3.4) ------------------------------------------------------------------------

    def claim(self, act: Act) -> None:
        """Claim the tile on offer for a chi, a peng or a direct kong."""
        melds.claim(self.state, self.game, act)

    def angang(self, act: Act) -> None:
        """Lay down four tiles of the hand as a concealed kong."""
        melds.concealed_kong(self.state, self.game, act)

    def bugang(self, act: Act) -> None:
        """Add a tile of the hand to a peng."""
        melds.added_kong(self.state, self.game, act)

    # -- wins (MJ-3.3, MJ-3.4, MJ-4.2) -------------------------------------------------------------------------------------

    def hu(self, act: Act) -> None:
        """Win on the discard, the own draw, or the tile of a kong."""
        wins.win(self.state, self.game, act)

    # -- words -------------------------------------------------------------------------------------------------------------

    def pass_by(self, act: Act) -> None:
        """Carry out a written pass: it takes back an intent, and has no other effect unless a mechanism gives it one."""
        table = self.table
        table.intents = [intent for intent in table.intents if intent.seat != act.seat]
        for mechanism in self.hooks.passed:
            mechanism.passed(self.state, act.seat)

    def intend(self, act: Act) -> None:
        """Note the intent that a player declares before it is settled who acts (MJ-3.2)."""
        violation = legality.intent_violation(act)
        if violation:
            self.state.note(violation, act.seat)
        self.table.intents.append(Intent(act.seat, act.verb, act.tiles or ()))

    def leave(self, act: Act) -> None:
        """Carry out that a player leaves; one who has not won ends the round by it."""
        state, table, seat = self.state, self.table, act.seat
        violation = legality.leaving_violation(state, seat)
        if violation:
            state.note(violation, seat)
            return
        for mechanism in self.hooks.mechanisms:
            mechanism.left(state, seat)
        if table.states[seat] == IN:
            state.end("abandoned")
            table.offer = None
        table.states[seat] = LEFT

    def other(self, act: Act) -> None:
        """Carry out a verb that only this game has."""
        verb = self.hooks.verbs.get(act.verb)
        if verb is not None:
            verb(self.state, act)
        else:
            self.state.note(legality.verb_violation(act), act.seat)
