"""The standings of an event: a pure function of the tables played, the stages' rules and the entrants.

Points are exact fractions. Whoever no tie-break separates shares a rank. Nothing depends on the order of what is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from referee.tournament.ranking.penalties import Penalty, charges
from referee.tournament.ranking.seat_scores import SeatScores
from referee.tournament.ranking.tie_breaks import TIE_BREAKS, Board, RankingView, ranking_view

N = TypeVar("N", int, Fraction)

SCORE, PLACEMENT = "score", "placement"
DEFAULT = ("head-to-head", "tables-won", "rounds-won")
"""The tie-breaks of a stage where none are chosen."""


@dataclass(frozen=True, slots=True)
class StageRules:
    """How a stage counts. ``placement`` are the points of the places, the first to the last; ``carry`` the part of the points
    so far that is brought along. ``cut``: only who plays in it is ranked by it, the others behind as the stage before left
    them.

    Raises ValueError where a tie-break is unknown or named twice, a fraction negative or beyond 1, places without points.
    """

    number: int
    points: str = SCORE
    placement: tuple[Fraction, ...] = ()
    carry: Fraction = Fraction(1)
    cut: bool = False
    tie_breaks: tuple[str, ...] = DEFAULT

    def __post_init__(self) -> None:
        unknown = [name for name in self.tie_breaks if name not in TIE_BREAKS]
        if unknown or len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError(f"tie-breaks {', '.join(self.tie_breaks)}: each once, of {', '.join(TIE_BREAKS)}")
        if not 0 <= self.carry <= 1:
            raise ValueError(f"carried over {self.carry}: from 0 to 1")
        if self.points not in (SCORE, PLACEMENT) or (self.points == PLACEMENT and not self.placement):
            raise ValueError(f"points {self.points}: {SCORE}, or {PLACEMENT} with the points of the places")

    @property
    def criteria(self) -> tuple[str, ...]:
        """The tie-break criteria in order; points come first unless they are named elsewhere."""
        return self.tie_breaks if "points" in self.tie_breaks else ("points", *self.tie_breaks)


class Row(NamedTuple):
    """A row of the standings. ``stage`` is the stage that decides the rank, ``carried`` a part of ``points``.

    ``figures`` are those of the stage's criteria beyond the points, in their order; None where there is none. ``taken_off`` is
    what the entrant's own penalties took from these points.
    """

    rank: int
    shared: bool
    entrant: str
    stage: int
    points: Fraction
    carried: Fraction
    tables: int
    figures: tuple[tuple[str, Fraction | None], ...]
    taken_off: Fraction = Fraction(0)

    def as_dict(self) -> dict[str, object]:
        """The row with exact figures as text: ``-3``, ``7/2``."""
        return {
            "rank": self.rank,
            "shared": self.shared,
            "entrant": self.entrant,
            "stage": self.stage,
            "points": str(self.points),
            "carried": str(self.carried),
            "tables": self.tables,
            "figures": {name: None if figure is None else str(figure) for name, figure in self.figures},
            **({"taken_off": str(self.taken_off)} if self.taken_off else {}),
        }


class Standings(NamedTuple):
    """The rows, best first, and the tables without known points; while there are any, the standings are provisional.

    ``out`` are those whom a penalty has put out of the event: they have no row.
    """

    rows: tuple[Row, ...]
    undecided: tuple[SeatScores, ...]
    out: tuple[str, ...] = ()

    @property
    def provisional(self) -> bool:
        return bool(self.undecided)


def standings(
    stages: Iterable[StageRules],
    tables: Iterable[SeatScores],
    entrants: Iterable[str],
    called: Mapping[str, str],
    teams: Mapping[str, str] | None = None,
    penalties: Iterable[Penalty] = (),
) -> Standings:
    """Rank the entrants by the last stage that has begun, then those who were cut in earlier stages.

    ``called`` says which entrant is meant by a name at the tables; whoever is called otherwise is not ranked, and still was
    an opponent at the table. With ``teams``, the team of each entrant who has one, teams are ranked in their stead: at every
    table a team has what its players there got by themselves, together. ``penalties`` are those that count.
    """
    played = sorted(tables, key=lambda table: (table.stage, table.round, table.table, table.match))
    boards = {id(table): _board(table, called) for table in played}
    rules = sorted(stages, key=lambda stage: stage.number)
    begun = [stage for stage in rules if any(table.stage == stage.number for table in played)]
    charged = charges(penalties)
    known, whose = sorted(set(entrants) - charged.out), called
    if teams is not None:
        known, whose = sorted(set(teams.values())), {name: teams[one] for name, one in called.items() if one in teams}
    ranking: list[list[Row]] = []
    points: dict[str, Fraction] = {}
    taken: dict[str, Fraction] = {}
    here = set(known)
    counting: list[Board] = []
    for stage in begun or rules[:1]:
        of_stage = [table for table in played if table.stage == stage.number]
        found = [(table.table, board) for table in of_stage if (board := boards[id(table)]) is not None]
        new = _of_stage(stage, [charged.board(board, name) for name, board in found], teams)
        seated = {whose[name] for table in of_stage for name in table.names if name in whose} & set(known)
        here = seated if stage.cut else here | seated
        carried = {one: points.get(one, Fraction(0)) * stage.carry for one in known} if ranking else {}
        off = charged.placement.get(stage.number, {})
        off = off if teams is None else _add_team_figures(off, teams)
        points = _sums(known, new, {one: carried.get(one, Fraction(0)) - off.get(one, Fraction(0)) for one in known})
        if charged.charged:
            whole = _sums(known, _of_stage(stage, [board for _, board in found], teams), carried)
            before = {one: taken.get(one, Fraction(0)) * stage.carry for one in known} if ranking else {}
            taken = {one: before.get(one, Fraction(0)) + whole[one] - points[one] for one in known}
        counting = [*(counting if ranking and stage.carry else []), *new]
        at_tables = _tables(played, whose, {stage.number, *(board.stage for board in counting)})
        rows = _ranked(stage, sorted(here), ranking_view(counting, points, stage.number), carried, at_tables)
        own = {_team(one, teams) for one in charged.charged} if teams is not None else charged.charged
        ranking.append([row._replace(taken_off=taken[row.entrant]) if row.entrant in own else row for row in rows])
    undecided = tuple(table for table in played if boards[id(table)] is None)
    return Standings(_joined_rows(ranking), undecided, tuple(sorted(set(entrants) & charged.out)))


def _of_stage(stage: StageRules, boards: Iterable[Board], teams: Mapping[str, str] | None) -> list[Board]:
    """The tables of a stage with the points that it gives for them, to players or to teams."""
    given = [_stage_board(board, stage) for board in boards]
    return given if teams is None else [_of_teams(board, teams) for board in given]


def _board(table: SeatScores, called: Mapping[str, str]) -> Board | None:
    """The points of a table by entrants; others keep their name at the table. None if the points are not known."""
    names = {name: called.get(name, f"\0{name}") for name in table.names}
    if table.points is None or len(set(names.values())) < len(names):
        return None
    return Board(
        table.stage,
        table.round,
        {names[name]: points for name, points in table.points.items()},
        {},
        {names[name]: won for name, won in table.wins.items() if name in names},
        {names[name]: many for name, many in table.upheld.items() if name in names},
        frozenset(frozenset(names[name] for name in side) for side in table.sides),
    )


def _stage_board(board: Board, stage: StageRules) -> Board:
    """The points that the stage gives for a table. Players with equal points share what their places give; whose match is lost
    has nothing of them, and whose results are void has nothing at all."""
    if stage.points == SCORE:
        scores = {one: Fraction(points) for one, points in board.table.items()}
        return board._replace(points={**scores, **dict.fromkeys(board.void, Fraction(0))})
    given: dict[str, Fraction] = {}
    place = 0
    for points in sorted(set(board.table.values()), reverse=True):
        level = [one for one, many in board.table.items() if many == points]
        shared = sum(stage.placement[place : place + len(level)], Fraction(0))
        given.update(dict.fromkeys(level, shared / len(level)))
        place += len(level)
    return board._replace(points={**given, **dict.fromkeys(board.lost | board.void, Fraction(0))})


def _of_teams(board: Board, teams: Mapping[str, str]) -> Board:
    """The points of a table by teams; a player without a team stays an opponent, one whose results are void brings nothing."""

    def counted(figures: Mapping[str, N]) -> dict[str, N]:
        return _add_team_figures({one: figure for one, figure in figures.items() if one not in board.void}, teams)

    return Board(
        board.stage,
        board.round,
        counted(board.table),
        counted(board.points),
        counted(board.wins),
        counted(board.upheld),
        frozenset(frozenset(_team(one, teams) for one in side) for side in board.sides),
    )


def _add_team_figures(figures: Mapping[str, N], teams: Mapping[str, str]) -> dict[str, N]:
    added: dict[str, N] = {}
    for one, figure in figures.items():
        team = _team(one, teams)
        added[team] = added[team] + figure if team in added else figure
    return added


def _team(one: str, teams: Mapping[str, str]) -> str:
    return teams.get(one, f"\0{one}")


def _sums(known: Sequence[str], boards: Iterable[Board], carried: Mapping[str, Fraction]) -> dict[str, Fraction]:
    points = {one: carried.get(one, Fraction(0)) for one in known}
    for board in boards:
        for one, got in board.points.items():
            if one in points:
                points[one] += got
    return points


def _tables(played: Iterable[SeatScores], called: Mapping[str, str], stages: set[int]) -> dict[str, int]:
    """The number of tables at which each entrant sat, decided or not."""
    tables: dict[str, int] = {}
    for table in played:
        if table.stage in stages:
            for one in {called[name] for name in table.names if name in called}:
                tables[one] = tables.get(one, 0) + 1
    return tables


def _ranked(
    stage: StageRules, entrants: list[str], seen: RankingView, carried: Mapping[str, Fraction], tables: Mapping[str, int]
) -> list[Row]:
    figures: dict[str, dict[str, Fraction | None]] = {one: {} for one in entrants}
    rows: list[Row] = []
    for group in _separated(stage.criteria, entrants, seen, figures):
        rank = len(rows) + 1
        for one in group:
            named = tuple((name, figures[one].get(name)) for name in stage.criteria if name != "points")
            rows.append(
                Row(
                    rank,
                    len(group) > 1,
                    one,
                    stage.number,
                    seen.points[one],
                    carried.get(one, Fraction(0)),
                    tables.get(one, 0),
                    named,
                )
            )
    return rows


def _separated(
    criteria: Sequence[str], tied: list[str], seen: RankingView, figures: dict[str, dict[str, Fraction | None]]
) -> list[list[str]]:
    """Tied entrants in groups, separated by the first criterion, then by the others; all their figures are noted."""
    if not criteria or not tied:
        return [tied] if tied else []
    tie_break = TIE_BREAKS[criteria[0]]
    alone = len(tied) == 1
    found = {one: None if alone and tie_break.name == "head-to-head" else tie_break.figure(seen, one, tied) for one in tied}
    for one, figure in found.items():
        figures[one][tie_break.name] = tie_break.shown(figure)
    groups: dict[Fraction | None, list[str]] = {}
    for one in tied:
        groups.setdefault(found[one], []).append(one)
    levels = sorted((figure for figure in groups if figure is not None), reverse=True)
    level_with = [groups[figure] for figure in (*levels, *({None} & groups.keys()))]
    return [group for level in level_with for group in _separated(criteria[1:], level, seen, figures)]


def _joined_rows(ranking: list[list[Row]]) -> tuple[Row, ...]:
    """The rows of the last stage, then those of earlier stages for entrants who are not in it."""
    rows: list[Row] = []
    for stage in reversed(ranking):
        there = {row.entrant for row in rows}
        behind = [row for row in stage if row.entrant not in there]
        level = Counter(row.rank for row in behind)
        before, last = len(rows), (0, 0)
        for place, row in enumerate(behind, 1):
            rank = last[1] if row.rank == last[0] else place
            last = row.rank, rank
            rows.append(row._replace(rank=before + rank, shared=level[row.rank] > 1))
    return tuple(rows)
