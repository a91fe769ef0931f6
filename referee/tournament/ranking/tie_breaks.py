"""Tie-breaks: what separates entrants with equal points, each with a name and a defining sentence.

Figures are looked up for one player among those still tied; more is better everywhere, so what should be few counts negatively
(``shown`` turns it back). They look at the tables of the stage and of those before it that points are carried over from.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from referee.core.texts import Texts
from referee.core.verdict import Text

TEXTS = Texts(__file__)
Points = Mapping[str, Fraction]


class Board(NamedTuple):
    """A table with known points, by entrants: ``table`` the points as refereed, ``points`` as the stage counts them.

    ``lost``: whose match is lost by a penalty, who has not won the table whatever the points; ``void``: whose figures here do not
    count.
    """

    stage: int
    round: int
    table: Mapping[str, int]
    points: Points
    wins: Mapping[str, int]
    upheld: Mapping[str, int]
    sides: frozenset[frozenset[str]]
    lost: frozenset[str] = frozenset()
    void: frozenset[str] = frozenset()


class RankingView(NamedTuple):
    """What a tie-break may look at: the boards that count by who sat there, everybody's points, the stage that is ranked and
    its last round."""

    boards: Mapping[str, Sequence[Board]]
    points: Points
    stage: int
    last_round: int

    def of(self, one: str) -> Sequence[Board]:
        """The boards of an entrant."""
        return self.boards.get(one, ())


def ranking_view(boards: Iterable[Board], points: Points, stage: int) -> RankingView:
    """Index the boards by entrant."""
    found: dict[str, list[Board]] = {}
    last = 0
    for board in boards:
        last = max(last, board.round) if board.stage == stage else last
        for one in board.points:
            if one not in board.void:
                found.setdefault(one, []).append(board)
    return RankingView(found, points, stage, last)


Figure = Callable[[RankingView, str, Collection[str]], Fraction | None]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A criterion among entrants with equal points. Its ``figure`` is None for those without one; they come last."""

    name: str
    figure: Figure
    fewer: bool = False

    @property
    def title(self) -> Text:
        """The name of the tie-break."""
        return TEXTS(self.name)

    @property
    def definition(self) -> Text:
        """A sentence that says what the tie-break counts."""
        return TEXTS(f"{self.name}-definition")

    def shown(self, figure: Fraction | None) -> Fraction | None:
        """The figure as text."""
        return -figure if self.fewer and figure is not None else figure


def _points(ranking_view: RankingView, one: str, tied: Collection[str]) -> Fraction:
    return ranking_view.points.get(one, Fraction(0))


def _table_points(ranking_view: RankingView, one: str, tied: Collection[str]) -> Fraction:
    return Fraction(sum(board.table[one] for board in ranking_view.of(one)))


def _tables_won(ranking_view: RankingView, one: str, tied: Collection[str]) -> Fraction:
    won = [board for board in ranking_view.of(one) if one not in board.lost]
    return Fraction(sum(board.table[one] == max(board.table.values()) for board in won))


def _rounds_won(ranking_view: RankingView, one: str, tied: Collection[str]) -> Fraction:
    return Fraction(sum(board.wins.get(one, 0) for board in ranking_view.of(one)))


def _best_table(ranking_view: RankingView, one: str, tied: Collection[str]) -> Fraction | None:
    return max((Fraction(board.table[one]) for board in ranking_view.of(one)), default=None)


def _head_to_head(ranking_view: RankingView, one: str, tied: Collection[str]) -> Fraction | None:
    met = [board for board in ranking_view.of(one) if all(other in board.points for other in tied)]
    return sum((board.points[one] for board in met), Fraction(0)) if met else None


def _fewest_findings(ranking_view: RankingView, one: str, tied: Collection[str]) -> Fraction:
    return Fraction(-sum(board.upheld.get(one, 0) for board in ranking_view.of(one)))


def _strength(ranking_view: RankingView, one: str, tied: Collection[str]) -> Fraction:
    total = Fraction(0)
    for board in ranking_view.of(one):
        own = {other for side in board.sides if one in side for other in side} | {one}
        total += sum((ranking_view.points.get(other, Fraction(0)) for other in board.points if other not in own), Fraction(0))
    return total


def _last_round(ranking_view: RankingView, one: str, tied: Collection[str]) -> Fraction | None:
    got = [
        board.points[one]
        for board in ranking_view.of(one)
        if (board.stage, board.round) == (ranking_view.stage, ranking_view.last_round)
    ]
    return sum(got, Fraction(0)) if got else None


TIE_BREAKS: Mapping[str, TieBreak] = {
    tie_break.name: tie_break
    for tie_break in (
        TieBreak("points", _points),
        TieBreak("head-to-head", _head_to_head),
        TieBreak("table-points", _table_points),
        TieBreak("tables-won", _tables_won),
        TieBreak("rounds-won", _rounds_won),
        TieBreak("best-table", _best_table),
        TieBreak("strength", _strength),
        TieBreak("last-round", _last_round),
        TieBreak("fewest-findings", _fewest_findings, fewer=True),
    )
}
"""All tie-breaks, in the order in which they are offered."""
