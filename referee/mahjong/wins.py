"""Wins of a mahjong round: on the discard, the own draw, or an added kong (MJ-3.3, MJ-3.4, MJ-4.2)."""

from __future__ import annotations

from typing import Final

from referee.mahjong.claims import Claims
from referee.mahjong.clauses import MJ
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.rules import checks
from referee.mahjong.rules.checks import Violation
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.table import OWES
from referee.rulebook import Raise
from referee.verdict import Win

VALUE_MISMATCH: Final = MJ["MJ-6.3"].raises("value-mismatch")


class Wins(Claims):
    """A round in which hands are won."""

    __slots__ = ()

    def _hu(self, act: Act) -> None:
        table, seat = self.table, act.seat
        violation = checks.win_turn(table, seat)
        if violation and self._stopped(violation, seat):
            return
        if checks.ghost_on_offer(table):
            self._stopped(Violation(self.game.ghost_claimed, True), seat)
            return
        by = "draw" if table.phase == OWES else "rob" if table.offered != "discard" else "discard"
        if by == "rob" and table.offered not in self._robbable():
            self._stopped(Violation(self.game.no_robbing, True), seat)
            return
        win_value = self.best(seat, by)
        if win_value is None:
            self._unseen_win(act, by)
        elif isinstance(win_value, Raise):
            tile = table.winning_tiles(by)[0]
            self._stopped(Violation(win_value, True, {"tile": self._name(tile), **self.game.why(win_value)}), seat)
        else:
            self._allowed_win(act, by, win_value)

    def _allowed_win(self, act: Act, by: str, win_value: WinValue) -> None:
        """A hand that wins; what it breaks besides is found, and it stands (MJ-5.1)."""
        seat, tile = act.seat, win_value.reading.candidate.tile
        if win_value.breaks:
            self.find(win_value.breaks, seat, actual=win_value.value)
        if by != "draw" and win_value.rank <= self.lock(seat):
            self.find(self.game.missed_win, seat, expected=self.lock(seat), actual=win_value.rank)
        if act.value is not None and act.value != win_value.value:
            self.find(VALUE_MISMATCH, seat, expected=win_value.value, actual=act.value)
        self.won_with[seat] = win_value.reading.candidate
        self._win(Win(SEATS[seat], self._source(by), by, self._name(tile), self.number, win_value.value, win_value.fans), seat)

    def _robbable(self) -> set[str]:
        return {"rob"} if self.unpaid or self.table.takers else set()

    def _unseen_win(self, act: Act, by: str) -> None:
        """A win with tiles that nobody saw: what is seen may refute it, its value stays unknown."""
        tile = self.table.winning_tiles(by)[0]
        candidate = self.table.candidate(act.seat, tile, by, self.circumstances(act.seat, by))
        refuted = self.game.refuted(self.rules, candidate)
        if refuted:
            self._stopped(Violation(refuted, True, {"tile": self._name(tile)}), act.seat)
            return
        self.determined = False
        self._win(Win(SEATS[act.seat], self._source(by), by, self._name(tile), self.number, None, ()), act.seat)

    def _win(self, win: Win, seat: int) -> None:
        table = self.table
        if win.by == "rob" and self.unpaid:
            robbed = self.unpaid
            self.unpaid = None
            table.unkong(robbed)
        self.wins.append(win)
        brought = self.number
        if win.by != "draw":
            brought = table.rivers[table.offerer][-1][1]
            self.marks[table.offerer, brought] = "won" if win.by == "discard" else "robbed"
            self.closed = False
        self.won_on.append(brought)
        if seat in self.chances:
            self.chances.remove(seat)
        self.game.won(self, win, seat)
        table.won(seat)
        if not self.ruleset.blood or table.winners() >= self.ruleset.winners:
            self.end("win")
        if win.by == "draw":
            self._miss(self.chances)
