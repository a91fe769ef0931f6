"""What the penalties of an event take from its standings. A penalty is never changed: a further one cancels it (PEN-2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from referee.rulebook.penalties import AWARD, MATCH_LOST, OUT, PLACEMENT, POINTS, STAGE_VOID
from referee.tournament.ranking.tie_breaks import Board


class Penalty(NamedTuple):
    """A penalty of an entrant. ``place`` is stage, round and table, the latter 0 and empty where it is of no table.

    ``cancels`` is the number of the penalty that it takes back; such an entry does nothing else.
    """

    number: int
    entrant: str
    place: tuple[int, int, str]
    effect: str
    amount: Fraction = Fraction(0)
    cancels: int | None = None

    @property
    def stage(self) -> int:
        return self.place[0]


def in_force(penalties: Iterable[Penalty]) -> list[Penalty]:
    """The penalties that no further entry cancels, by number (PEN-2)."""
    given = sorted(penalties, key=lambda penalty: penalty.number)
    cancelled = {penalty.cancels for penalty in given}
    return [penalty for penalty in given if penalty.cancels is None and penalty.number not in cancelled]


class Charges(NamedTuple):
    """The penalties in force, by what they are charged to."""

    points: Mapping[tuple[int, int, str], Mapping[str, int]]
    """Points off at each table, by entrant."""
    lost: frozenset[tuple[tuple[int, int, str], str]]
    """The tables at which an entrant's match is lost."""
    void: frozenset[tuple[int, str]]
    """The stages whose results are void, with the entrant."""
    placement: Mapping[int, Mapping[str, Fraction]]
    """What is taken off the points of each stage, by entrant; below zero where points are given."""
    out: frozenset[str]
    """Who is out of the event: nothing counts that they had in it."""

    @property
    def charged(self) -> frozenset[str]:
        """Everybody who has a penalty that counts."""
        at_tables = {one for charged in self.points.values() for one in charged} | {one for _, one in self.lost | self.void}
        return frozenset(at_tables | {one for charged in self.placement.values() for one in charged} | self.out)

    def board(self, board: Board, name: str) -> Board:
        """A table with the points off, and with those who lost the match or whose results are void marked."""
        place = board.stage, board.round, name
        off = self.points.get(place, {})
        return board._replace(
            table={one: points - off.get(one, 0) for one, points in board.table.items()},
            lost=frozenset(one for one in board.table if (place, one) in self.lost),
            void=frozenset(one for one in board.table if (board.stage, one) in self.void or one in self.out),
        )


def charges(penalties: Iterable[Penalty]) -> Charges:
    """Sort the penalties in force by what they are charged to."""
    points: dict[tuple[int, int, str], dict[str, int]] = {}
    placement: dict[int, dict[str, Fraction]] = {}
    lost, void, out = set(), set(), set[str]()
    for penalty in in_force(penalties):
        one, amount = penalty.entrant, penalty.amount
        if penalty.effect == POINTS:
            at_table = points.setdefault(penalty.place, {})
            at_table[one] = at_table.get(one, 0) + int(amount)
        elif penalty.effect in (PLACEMENT, AWARD):
            of_stage = placement.setdefault(penalty.stage, {})
            of_stage[one] = of_stage.get(one, Fraction(0)) + (amount if penalty.effect == PLACEMENT else -amount)
        elif penalty.effect == MATCH_LOST:
            lost.add((penalty.place, one))
        elif penalty.effect == STAGE_VOID:
            void.add((penalty.stage, one))
        elif penalty.effect == OUT:
            out.add(one)
    return Charges(points, frozenset(lost), frozenset(void), placement, frozenset(out))
