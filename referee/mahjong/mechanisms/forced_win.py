"""Forced wins: with four tiles or fewer in the wall, or three melds laid, a seat that can win must, or should."""

from __future__ import annotations

from typing import Final

from referee.core.verdict import Win
from referee.mahjong.mechanisms.missed_wins import MissedWins
from referee.mahjong.rules import legality
from referee.mahjong.rules.checks import lock_checks, table_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import BUGANG, CLAIMS, HU, INTENT, OTHER, PASS, RULING, Act
from referee.mahjong.table.table import DRAWN, KONG, OFFERED, OWES, REPLACED
from referee.rulebook import FindingTemplate

FEW: Final = 4
"""How few tiles of the hand are left that make a win a duty by ``hand4``."""
LOW: Final = {"advised": 4, "wall4": 4, "hand4": 108}
"""With how many tiles left in the wall somebody may have to win, by the option."""


class ForcedWin(Mechanism):
    """The seats that must win on what is on the table now."""

    __slots__ = ("advised", "any_hand", "forced", "raises")

    follows_play = True

    def __init__(self, round_: RoundState, when: str, raises: FindingTemplate) -> None:
        self.any_hand, self.advised, self.raises = when != "hand4", when == "advised", raises
        self.forced: list[int] = []
        round_.hooks.ask_with_left(LOW[when])

    def wall_runs_low(self, round_: RoundState) -> None:
        """Note the seats that can win now and must."""
        self.forced = self._able(round_)
        if self.forced:
            round_.hooks.await_move(self)

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Note the violation by seats that had to win and let the play go on, except where another's claim went first
        (MJ-3.2)."""
        kind, seat = act.kind, act.seat
        if kind == PASS:
            if not self._may_be_preceded(round_, seat):
                self._declined(round_, [seat], None)
        elif kind <= BUGANG:
            self._declined(round_, self.forced if legality.passes_over(round_, act) else [seat], act)
            self.forced = []
        elif kind in (HU, INTENT, RULING, OTHER):
            return
        if not self.forced:
            round_.hooks.waiting.remove(self)

    def round_ends(self, round_: RoundState) -> None:
        """Note the violation by seats that had to win when the record ends."""
        if round_.outcome != "abandoned":
            self._declined(round_, self.forced, None)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Take a seat that wins off the seats that must."""
        if seat in self.forced:
            self.forced.remove(seat)
        if round_.ruleset.one_winner and win.by != "draw":
            self.forced = [other for other in self.forced if round_.precedes(other, seat)]  # TBL-6

    def _may_be_preceded(self, round_: RoundState, seat: int) -> bool:
        """Whether another may yet win on the tile on offer so that this seat could not have (TBL-6)."""
        table = round_.table
        if not round_.ruleset.one_winner or table.phase == OWES:
            return False
        before = [other for other in round_.others(table.offerer) if round_.precedes(other, seat)]
        return any(other in self.forced or table.hidden(other) for other in before)

    def _able(self, round_: RoundState) -> list[int]:
        table = round_.table
        if table.phase == OWES:
            seats, by = [table.turn] if table.how in (DRAWN, REPLACED) else [], "draw"
        elif table.phase in (OFFERED, KONG) and table.offer is not None:
            seats, by = round_.others(table.offerer), table.offered
        else:
            return []
        bound = [seat for seat in seats if self.any_hand or round_.ruleset.hand - 3 * len(table.melds[seat]) <= FEW]
        able = [seat for seat in bound if round_.winning(seat, by)]
        return [seat for seat in able if not self._locked(round_, seat, by)] if round_.ruleset.missed_wins else able

    def _locked(self, round_: RoundState, seat: int, by: str) -> bool:
        """Whether the win that this seat has now is locked by one that it passed, or may be."""
        win_value = round_.winning(seat, by)
        if win_value is None or by != "draw" and round_.hooks.mechanism(MissedWins).of(round_, seat).unseen:
            return win_value is not None
        return bool(legality.win_violations(round_, seat, by, win_value))

    def _declined(self, round_: RoundState, seats: list[int], act: Act | None) -> None:
        table = round_.table
        for seat in sorted([seat for seat in seats if seat in self.forced], key=table.distance):
            if act and act.kind in CLAIMS and act.seat != seat and table_checks.wants_to_win(table, seat):
                continue
            tile = table.drawn if table.phase == OWES else table.offer
            round_.note(lock_checks.declined_win(tile, self.raises, self.advised), seat)
        self.forced = [seat for seat in self.forced if seat not in seats]
