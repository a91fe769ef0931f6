"""Missed wins: who passes a win on another's tile may win on nothing up to its worth until the lock ends.

What a seat could have won on an ordinary discard is worked out when it matters: before its hand changes, or when it wins. A
tile after a kong, of a kong, or the first of all is worth more than its tiles: of it who could win is asked as it is passed.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from referee.mahjong.hand.fans import WinValue
from referee.mahjong.rules import legality
from referee.mahjong.rules.mechanism import Mechanism, Violation
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import BUGANG, HU, INTENT, OTHER, PASS, RULING, Act
from referee.mahjong.table.table import IN, Laying
from referee.rulebook import Raise
from referee.verdict import Win

NONE = -1
WORDS = (PASS, INTENT, RULING)
"""Acts that change no hand."""


@mypyc_attr(allow_interpreted_subclasses=True)
class MissedWins(Mechanism):
    """The worth of the dearest win that each seat has passed. ``until_turn``: a claim ends the lock as a draw does;
    ``first_discard``: a win on the dealer's first discard is worth something of its own."""

    __slots__ = (
        "first_discard",
        "ghost",
        "last_discard",
        "missed",
        "offer_unchecked",
        "passed_discards",
        "raises",
        "round",
        "table",
        "takers",
        "worked_out",
    )

    def __init__(self, round_: RoundState, raises: Raise, until_turn: bool, first_discard: bool = False) -> None:
        self.round, self.raises = round_, raises
        self.table, self.ghost = round_.table, round_.ruleset.ghost
        self.first_discard = first_discard
        self.missed = [0] * round_.seats
        """As far as it is worked out; what counts is ``worth_passed``."""
        self.last_discard = NONE
        """The ordinary discard on offer, as its tile and its seat in one number …"""
        self.passed_discards: list[int] = []
        """… and those that the play went on over."""
        self.worked_out = [0] * round_.seats
        """For each seat how many of them were looked at."""
        self.offer_unchecked = False
        """Whether a tile worth more than its tiles is on offer, of which nobody was asked yet who could win on it."""
        self.takers: list[int] = []
        """Who could."""
        round_.after_draw += (self,)
        round_.after_discard += (self,)
        round_.on_act += (self,)
        round_.on_kong += (self,)
        round_.on_win += (self,)
        if until_turn:
            round_.on_claim += (self,)

    def worth_passed(self, seat: int) -> int:
        """The worth up to which a seat may not win on another's tile; 0: it passed nothing."""
        self._work_out(seat)
        return self.missed[seat]

    def objects_to_win(self, seat: int, by: str, win_value: WinValue) -> Violation | None:
        """A win on another's tile of no more worth than one that was passed."""
        if by == "draw" or win_value.rank > self.worth_passed(seat):
            return None
        return Violation(self.raises, False, {"expected": self.missed[seat], "actual": win_value.rank})

    # -- moments ---------------------------------------------------------------------------------------------------------------

    def drawn(self, seat: int) -> None:
        """An own draw ends the lock; the play has gone on over what was on offer."""
        if self.last_discard >= 0:
            self.passed_discards.append(self.last_discard)
            self.last_discard = NONE
        self.missed[seat] = 0
        self.worked_out[seat] = len(self.passed_discards)

    def discarded(self, seat: int) -> None:
        """A tile is on offer: who could win on it is asked when it matters."""
        table = self.table
        if table.kong is not None or self.first_discard and seat == table.dealer and table.discards[seat] == 1:
            self._watch()
        elif table.offer is not None and table.offer != self.ghost:
            self.last_discard = table.offer << 2 | seat

    def holds_back(self, kong: Laying) -> bool:
        """A kong that can be robbed is on offer."""
        if kong.kind in self.round.ruleset.robbed:
            self._watch()
        return False

    def before_claim(self, seat: int, kind: str) -> None:
        """A claim is a turn."""
        self.missed[seat] = 0

    def before_act(self, act: Act) -> None:
        """With the hand as it was: who claims a tile has passed the win on it too."""
        if self.last_discard >= 0:
            if act.kind <= BUGANG:
                self.passed_discards.append(self.last_discard)
                self.last_discard = NONE
            else:
                self._talk(act)
        if self.worked_out[act.seat] < len(self.passed_discards) and act.kind not in WORDS:
            self._work_out(act.seat)

    def play_moves_on(self, act: Act) -> None:
        """Over a tile that was worth more than its tiles, or one that there was talk about."""
        kind, seat, round_ = act.kind, act.seat, self.round
        if _idle(act, round_.table.offerer) or kind == HU and not self.offer_unchecked:
            return
        if self.offer_unchecked:
            if kind == PASS and not self._may_take(seat):
                return
            self.offer_unchecked = False
            self.takers = round_.takers()
            if kind <= BUGANG:
                self._pass(self.takers)
        elif kind <= BUGANG:
            self._pass(self.takers if legality.passes_over(round_, act) else [seat])
        if kind == PASS:
            self._pass([seat])
        if kind <= BUGANG:
            self.takers = []
        if not self.takers:
            round_.waiting.remove(self)

    def won(self, win: Win, seat: int) -> None:
        """Who wins has passed nothing."""
        if seat in self.takers:
            self.takers.remove(seat)

    # -- what was passed -------------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        self.offer_unchecked = True
        self.round.await_move(self)

    def _talk(self, act: Act) -> None:
        """A word is said while an ordinary discard is on offer: a pass, or one over which who could win must be known."""
        if _idle(act, self.round.table.offerer) or act.kind == HU:
            return
        if act.kind == PASS:
            if self.round.takes(act.seat):
                self._note_passed(act.seat)
            return
        self.last_discard = NONE
        self.takers = self.round.takers()
        if self.takers:
            self.round.await_move(self)

    def _may_take(self, seat: int) -> bool:
        """Whether a seat's hand is of those that the tile on offer may complete."""
        table = self.round.table
        return table.offer is None or table.hidden(seat) or self.round.completes(seat, table.offer)

    def _pass(self, seats: list[int]) -> None:
        for seat in seats:
            if seat in self.takers:
                self._note_passed(seat)
        self.takers = [seat for seat in self.takers if seat not in seats]

    def _note_passed(self, seat: int) -> None:
        """A seat passed a win on the tile on offer: nothing up to its worth may be won so till the lock ends."""
        passed = self.round.winning(seat, self.round.table.offered)
        if passed and passed.rank > self.missed[seat]:
            self.missed[seat] = passed.rank

    def _work_out(self, seat: int) -> None:
        """What a seat has passed of ordinary discards since it last drew."""
        round_, table, since = self.round, self.round.table, self.worked_out[seat]
        self.worked_out[seat] = len(self.passed_discards)
        if table.states[seat] != IN or table.hidden(seat):
            return
        completes, rules = round_.game.completes, round_.rules
        for discard in self.passed_discards[since:]:
            if discard & 3 != seat and completes(rules, table, seat, discard >> 2):
                win_value = round_.win_value(table.candidate(seat, discard >> 2, "discard", round_.standing(seat)))
                if isinstance(win_value, WinValue) and win_value.breaks is None and win_value.rank > self.missed[seat]:
                    self.missed[seat] = win_value.rank


def _idle(act: Act, offerer: int) -> bool:
    """Whether a move says nothing about the tile on offer."""
    return act.kind in (INTENT, RULING) or act.kind == OTHER and act.seat == offerer
