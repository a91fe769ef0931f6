"""Wins of a mahjong round: on the discard, the own draw, or an added kong (MJ-3.3, MJ-3.4, MJ-4.2)."""

from __future__ import annotations

from typing import Final

from referee.mahjong import checks
from referee.mahjong.checks import Trouble
from referee.mahjong.claims import Claims
from referee.mahjong.clauses import MJ
from referee.mahjong.fans import Judged
from referee.mahjong.moves import SEATS, Act
from referee.mahjong.table import OWES
from referee.rulebook import Raise
from referee.verdict import Win

VALUE_MISMATCH: Final = MJ["MJ-6.3"].raises("value-mismatch")


class Wins(Claims):
    """A round in which hands are won."""

    __slots__ = ()

    def _hu(self, act: Act) -> None:
        table, seat = self.table, act.seat
        trouble = checks.win_turn(table, seat)
        if trouble and self._stopped(trouble, seat):
            return
        if checks.ghost_on_offer(table):
            self._stopped(Trouble(self.game.ghost_claimed, True), seat)
            return
        by = "draw" if table.phase == OWES else "rob" if table.offered != "discard" else "discard"
        if by == "rob" and table.offered not in self._robbable():
            self._stopped(Trouble(self.game.no_robbing, True), seat)
            return
        judged = self.best(seat, by)
        if judged is None:
            self._unseen_win(act, by)
        elif isinstance(judged, Raise):
            tile = table.winning_tiles(by)[0]
            self._stopped(Trouble(judged, True, {"tile": self._name(tile), **self.game.why(judged)}), seat)
        else:
            self._allowed_win(act, by, judged)

    def _allowed_win(self, act: Act, by: str, judged: Judged) -> None:
        """A hand that wins; what it breaks besides is found, and it stands (MJ-5.1)."""
        seat, tile = act.seat, judged.reading.holding.tile
        if judged.breaks:
            self.find(judged.breaks, seat, actual=judged.value)
        if by != "draw" and judged.rank <= self.lock(seat):
            self.find(self.game.missed_win, seat, expected=self.lock(seat), actual=judged.rank)
        if act.value is not None and act.value != judged.value:
            self.find(VALUE_MISMATCH, seat, expected=judged.value, actual=act.value)
        self.won_with[seat] = judged.reading.holding
        self._win(Win(SEATS[seat], self._source(by), by, self._name(tile), self.number, judged.value, judged.fans), seat)

    def _robbable(self) -> set[str]:
        return {"rob"} if self.unpaid or self.table.takers else set()

    def _unseen_win(self, act: Act, by: str) -> None:
        """A win with tiles that nobody saw: what is seen may refute it, its value stays unknown."""
        tile = self.table.winning_tiles(by)[0]
        holding = self.table.holding(act.seat, tile, by, self.circumstances(act.seat, by))
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
