"""Referees a score sheet of a mahjong round: its events are settled as those of a full record, each by itself.

Nothing is known of what was played between two moves, so the table is set to each event as it comes, and only mechanisms that
do not watch the play have a part in it. A finding never halts a sheet: what is wrong is noted, and the rest is refereed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.game.sheets import SHEET, checked
from referee.core.record import Move, Round
from referee.core.verdict import RoundVerdict
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules import agreements, legality
from referee.mahjong.rules.round_state import ENDED, RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.rules.violation import Violation
from referee.mahjong.sheet import checks
from referee.mahjong.sheet.ending import SheetEnd
from referee.mahjong.sheet.hands import ShownHands
from referee.mahjong.sheet.kongs import SheetKongs
from referee.mahjong.sheet.tags import SheetTags
from referee.mahjong.sheet.wins import SheetWins
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
    Act,
    decode,
)
from referee.mahjong.table.table import IN, OFFERED, OWES

SILENT: Final = (PASS, INTENT, RULING)
"""Acts of which a sheet says nothing but that they were."""


class SheetRound(MahjongRound):
    """The referee of one score sheet."""

    __slots__ = ("end", "hands", "kongs", "tags", "won")

    def __init__(self, game: Settlement, state: RoundState, tags: SheetTags) -> None:
        super().__init__(game, state)
        state.hooks.leave_out_play()
        self.tags = tags
        self.table.unseen = [state.ruleset.hand] * state.seats
        if tags.left is not None:
            self.table.wall.left = tags.left
        self.hands = ShownHands(state, tags)
        self.kongs = SheetKongs(game, state, tags, self.hands)
        self.won = SheetWins(game, state, tags, self.hands, self.kongs)
        self.end = SheetEnd(game, state, tags, self.hands)
        if not state.header.moves:
            self.hands.lay_all_open()

    def verdict(self, round_: Round) -> RoundVerdict:
        """The verdict on the round, with what was taken on the sheet's word."""
        verdict = super().verdict(round_)
        hands = not any(map(self.table.hidden, range(self.state.seats)))
        return verdict._replace(
            computed=round_.scores if self.end.by_scores else verdict.computed,
            next_dealer=None if self.won.false else verdict.next_dealer,
            checked={**checked(SHEET, hands, [*self.won.unchecked, *self.end.taken()]), **self.agreed()},
        )

    # -- moves -----------------------------------------------------------------------------------------------------------------

    def move(self, number: int, move: Move) -> bool:
        """Referee the next move; a sheet never halts."""
        state = self.state
        state.number, state.made = number, move
        act = KNOWN.get(move.token) or decode(move)
        if not 0 <= act.seat < state.seats or act.seat in state.ruleset.absent and act.kind != RULING:
            state.note(legality.NO_SUCH_SEAT, None)
        elif act.kind == PAYMENT:
            agreements.pay(state, move, number)
        elif act.kind in SILENT:
            if act.kind == RULING:
                self._rule(act)
        else:
            self._event(act)
        return True

    def moves(self, moves: Sequence[Move]) -> None:
        """Referee all moves of the sheet."""
        for number, move in enumerate(moves, 1):
            self.move(number, move)

    def _rule(self, act: Act) -> None:
        if self.state.may_rule(act.text):
            self.state.rule(act.seat, act.text)
        else:
            self.state.note(legality.verb_violation(act), act.seat)

    def _event(self, act: Act) -> None:
        """Carry out what happened, whoever's turn it was."""
        state, table, kind, seat = self.state, self.table, act.kind, act.seat
        if state.progress == ENDED and legality.after_end_violation(state, act) or self.won.wall_was_used_up(act):
            self._note(checks.ENDED, seat)
            return
        if table.states[seat] != IN and kind != LEAVE and state.progress != ENDED:
            self._note(checks.OUT, seat)
            if kind != DISCARD:
                return
        if kind == HU:
            self.hu(act)
            return
        if kind not in CLAIMS and not legality.follows(state, act):
            self._offer_ends()
        if kind == DRAW:
            self.draw(act)
        elif kind == DISCARD:
            self.discard(act)
        elif kind in CLAIMS:
            self.kongs.claim(act)
        elif kind == ANGANG:
            self.kongs.concealed(act)
        elif kind == BUGANG:
            self.kongs.added(act)
        elif kind == LEAVE:
            self.leave(act)
        else:
            self.other(act)

    def _offer_ends(self) -> None:
        """Settle what waits for the play to go on: a kong that nobody robs, nor can any more, a fee that moves on."""
        table = self.table
        for mechanism in self.state.hooks.waiting[:]:
            mechanism.round_ends(self.state)
        if table.offered == "rob" and not table.takers:
            table.offer = None

    def _note(self, violation: Violation, seat: int | None) -> None:
        self.state.note(violation._replace(halts=False), seat)

    # -- draws, discards, wins, words ------------------------------------------------------------------------------------------

    def draw(self, act: Act) -> None:
        """Set the table to a seat that has drawn."""
        if not act.tiles:
            self._note(legality.SAYS_NOTHING, act.seat)
            return
        table = self.table
        table.phase, table.turn, table.offer, table.takers = OWES, act.seat, None, []
        table.drawn, table.also = act.tiles[0], act.tiles[1] if len(act.tiles) > 1 else None

    def discard(self, act: Act) -> None:
        """Set the table to a discard that is on offer; of two laid out at once both are."""
        if not act.tiles:
            self._note(legality.SAYS_NOTHING, act.seat)
            return
        table, seat = self.table, act.seat
        table.rivers[seat] += [(tile, self.state.number) for tile in act.tiles]
        table.phase, table.turn, table.drawn, table.kong = OFFERED, seat, None, None
        table.put_on_offer(seat, act.tiles[0], "discard")
        table.also = act.tiles[1] if len(act.tiles) > 1 else None
        table.next = table.after(seat)

    def hu(self, act: Act) -> None:
        """Win on the tile that is there to be won on; with none there, by an own draw."""
        table, offered = self.table, self.won.offered(act.seat)
        if not offered:
            self._offer_ends()
        kong = table.kong if offered and table.offered == "rob" else None
        self.won.win(act)
        if kong is not None and table.kong is None:
            self.kongs.robbed(kong)

    def other(self, act: Act) -> None:
        """Carry out a verb that only this game has, as far as a sheet can."""
        if not any(mechanism.noted(self.state, act) for mechanism in self.state.hooks.mechanisms):
            super().other(act)

    # -- the end ---------------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Settle what the sheet has not settled yet: the last kong, the drawn round, birds."""
        state = self.state
        self._offer_ends()
        self.kongs.none_left()
        self.won.after_all()
        self.hands.lay_all_open()
        was_drawn = state.progress != ENDED
        if was_drawn:
            state.outcome = "drawn"
        self.end.ask_hands()
        if was_drawn:
            self.game.drawn(state)
        for mechanism in state.hooks.mechanisms:
            mechanism.over(state)
        self.game.ended(state)
        if not state.determined and not self.won.false:
            self.end.take_scores()
