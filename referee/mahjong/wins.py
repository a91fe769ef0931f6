"""Wins of a mahjong round: on the discard, the own draw, or an added kong (MJ-3.3, MJ-3.4, MJ-4.2)."""

from __future__ import annotations

from referee.mahjong import checks
from referee.mahjong.checks import Trouble
from referee.mahjong.claims import Claims
from referee.mahjong.clauses import MJ
from referee.mahjong.moves import SEATS, Act
from referee.mahjong.table import OWES
from referee.mahjong.tiles import NAMES, UNSEEN
from referee.rulebook import Raise
from referee.verdict import Win

VALUE_MISMATCH = MJ["MJ-6.3"].raises("value-mismatch")


class Wins(Claims):
    """A round in which hands are won."""

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
