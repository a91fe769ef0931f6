"""Standings: what each rule of a stage and each tie-break does, and what holds of any event whatever."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from referee.tournament.ranking.seat_scores import SeatScores
from referee.tournament.ranking.standings import DEFAULT, PLACEMENT, Row, StageRules, Standings, standings
from referee.tournament.ranking.tie_breaks import TIE_BREAKS


def table(
    points: Mapping[str, int] | None,
    round_: int = 1,
    name: str = "1",
    stage: int = 1,
    wins: Mapping[str, int] | None = None,
    upheld: Mapping[str, int] | None = None,
    sides: Any = None,
) -> SeatScores:
    alone = frozenset(frozenset({one}) for one in points or {})
    return SeatScores(stage, round_, name, f"{stage}-{round_}-{name}", points, wins or {}, upheld or {}, sides or alone)


def ranked(*tables: SeatScores, tie_breaks: tuple[str, ...] = (), stages: Any = None, entrants: str = "ABCD") -> Standings:
    return standings(stages or [StageRules(1, tie_breaks=tie_breaks)], tables, entrants, {one: one for one in entrants})


def order(result: Standings) -> list[tuple[int, str]]:
    return [(row.rank, row.entrant) for row in result.rows]


def row(result: Standings, entrant: str) -> Row:
    return next(row for row in result.rows if row.entrant == entrant)


def test_points_are_the_sums_of_the_tables() -> None:
    result = ranked(table({"A": 3, "B": -3}), table({"A": -1, "C": 1}, round_=2))
    assert [(r.rank, r.entrant, r.points, r.tables) for r in result.rows] == [
        (1, "A", 2, 2),
        (2, "C", 1, 1),
        (3, "D", 0, 0),
        (4, "B", -3, 1),
    ]


class TestTeams:
    """A team has what its players got by themselves, together; the same rules and tie-breaks rank teams."""

    TEAMS = {"A": "Red", "B": "Blue", "C": "Red"}

    def ranked(self, *tables: SeatScores, stages: Any = None, tie_breaks: tuple[str, ...] = ()) -> Standings:
        rules = stages or [StageRules(1, tie_breaks=tie_breaks)]
        return standings(rules, tables, "ABCD", {one: one for one in "ABCD"}, self.TEAMS)

    def test_team_has_the_sum_of_its_players_wherever_they_sat(self) -> None:
        first, second = table({"A": 3, "B": 5, "D": -8}), table({"C": 4, "D": -4}, name="2")
        result = self.ranked(first, second, table({"A": -1, "C": 1}, round_=2))
        assert [(row.rank, row.entrant, row.points, row.tables) for row in result.rows] == [(1, "Red", 7, 3), (2, "Blue", 5, 1)]

    def test_team_has_the_points_of_its_players_places(self) -> None:
        stage = StageRules(1, points=PLACEMENT, placement=tuple(map(Fraction, (4, 2, 1))), tie_breaks=())
        result = self.ranked(table({"A": 9, "B": 8, "C": 7, "D": -24}), stages=[stage])
        assert [(row.entrant, str(row.points)) for row in result.rows] == [("Red", "5"), ("Blue", "2")]

    def test_team_carries_over_what_all_its_players_got(self) -> None:
        stages = [StageRules(1), StageRules(2, carry=Fraction(1, 2), cut=True)]
        result = self.ranked(table({"A": 3, "B": -5, "C": 2}), table({"A": 1, "B": -1}, stage=2), stages=stages)
        assert [(row.entrant, str(row.points), str(row.carried)) for row in result.rows] == [
            ("Red", "7/2", "5/2"),
            ("Blue", "-7/2", "-5/2"),
        ]

    def test_teams_are_told_apart_by_the_named_tie_breaks(self) -> None:
        sides = frozenset({frozenset("AC"), frozenset("BD")})
        tables = [table({"A": 1, "C": 1, "B": 2, "D": -4}, wins={"A": 1, "C": 1, "B": 1}, sides=sides)]
        result = self.ranked(*tables, tie_breaks=("rounds-won", "strength"))
        assert [(row.entrant, dict(row.figures)) for row in result.rows] == [
            ("Red", {"rounds-won": 2, "strength": 2}),
            ("Blue", {"rounds-won": 1, "strength": 2}),
        ]

    def test_entrant_with_the_name_of_a_team_is_not_the_team(self) -> None:
        """D is of no team: not even of one that is called so."""
        result = standings([StageRules(1)], [table({"A": 1, "D": 9})], "AD", {"A": "A", "D": "D"}, {"A": "D"})
        assert [(row.entrant, row.points) for row in result.rows] == [("D", 1)]


def test_entrants_that_nothing_separates_share_a_rank() -> None:
    result = ranked(table({"A": 3, "B": 3, "C": -1, "D": -5}))
    assert order(result) == [(1, "A"), (1, "B"), (3, "C"), (4, "D")]
    assert [row.shared for row in result.rows] == [True, True, False, False]


def test_a_table_without_points_counts_nothing_and_makes_all_provisional() -> None:
    lost = table(None, round_=2, sides=frozenset({frozenset("A"), frozenset("B")}))
    result = ranked(table({"A": 3, "B": -3}), lost)
    assert result.provisional
    assert result.undecided == (lost,)
    assert (row(result, "A").points, row(result, "A").tables) == (3, 2)


def test_two_names_of_one_entrant_at_a_table_leave_it_undecided() -> None:
    twice = table({"A": 3, "a": -3})
    result = standings([StageRules(1)], [twice], ["A"], {"A": "A", "a": "A"})
    assert result.undecided == (twice,)


def test_an_unknown_name_is_not_ranked_and_still_an_opponent() -> None:
    result = standings([StageRules(1, tie_breaks=("tables-won",))], [table({"A": 1, "who": 2})], ["A"], {"A": "A"})
    assert order(result) == [(1, "A")]
    assert dict(row(result, "A").figures) == {"tables-won": 0}


def test_places_give_their_points_and_equals_share_them() -> None:
    stage = StageRules(1, points=PLACEMENT, placement=(Fraction(4), Fraction(2), Fraction(1)), tie_breaks=())
    result = ranked(table({"A": 9, "B": 9, "C": 1, "D": -19}), stages=[stage])
    assert [(r.entrant, str(r.points)) for r in result.rows] == [("A", "3"), ("B", "3"), ("C", "1"), ("D", "0")]


def test_a_team_shares_the_points_of_its_places() -> None:
    sides = frozenset({frozenset("ACE"), frozenset("BDF")})
    stage = StageRules(1, points=PLACEMENT, placement=tuple(map(Fraction, (6, 5, 3, 2, 1))), tie_breaks=())
    points = {"A": 4, "C": 4, "E": 4, "B": 0, "D": 0, "F": 0}
    result = standings([stage], [table(points, sides=sides)], "ABCDEF", {one: one for one in "ABCDEF"})
    assert {r.entrant: str(r.points) for r in result.rows} == dict.fromkeys("ACE", "14/3") | dict.fromkeys("BDF", "1")


def test_a_part_of_the_points_is_carried_over_exactly() -> None:
    stages = [StageRules(1), StageRules(2, carry=Fraction(2, 3))]
    result = ranked(table({"A": 5, "B": -5}), table({"A": -1, "B": 1}, stage=2), stages=stages)
    assert (str(row(result, "A").points), str(row(result, "A").carried)) == ("7/3", "10/3")
    assert str(row(result, "B").points) == "-7/3"


def test_a_cut_stage_ranks_who_plays_in_it_and_leaves_the_others_as_they_were() -> None:
    stages = [StageRules(1), StageRules(2, carry=Fraction(0), cut=True)]
    result = ranked(table({"A": 1, "B": 2, "C": 3, "D": -6}), table({"A": 7, "D": -7}, stage=2), stages=stages)
    assert order(result) == [(1, "A"), (2, "D"), (3, "C"), (4, "B")]
    assert [row.stage for row in result.rows] == [2, 2, 1, 1]


def test_a_stage_that_was_not_begun_changes_nothing() -> None:
    stages = [StageRules(1), StageRules(2, carry=Fraction(0), cut=True)]
    assert order(ranked(table({"A": 1, "B": -1}), stages=stages)) == [(1, "A"), (2, "C"), (2, "D"), (4, "B")]


def test_before_anything_is_played_all_share_the_first_rank() -> None:
    assert order(ranked()) == [(1, one) for one in "ABCD"]


LEVEL = (table({"A": 4, "B": -4, "C": 0}), table({"A": -4, "B": 4, "D": 0}, round_=2))
"""A and B with the same points, B better in the last round."""


@pytest.mark.parametrize(
    ("name", "tables", "first", "figures"),
    [
        ("last-round", LEVEL, "B", ("-4", "4")),
        ("best-table", (table({"A": 4, "C": 0}), table({"A": -4, "C": 0}, round_=2), table({"B": 0}, name="2")), "A", ("4", "0")),
        ("tables-won", (table({"A": 1, "C": 2}), table({"B": 1, "D": 0}, name="2")), "B", ("0", "1")),
        ("rounds-won", (table({"A": 0, "B": 0}, wins={"B": 2, "A": 1}),), "B", ("1", "2")),
        ("fewest-findings", (table({"A": 0, "B": 0}, upheld={"A": 1}),), "B", ("1", "0")),
        ("strength", (table({"A": 0, "C": 5}), table({"B": 0, "D": 7}, name="2")), "B", ("5", "7")),
        ("head-to-head", (table({"A": 2, "B": 1}), table({"B": 1, "C": 0}, name="2")), "A", ("2", "1")),
    ],
)
def test_tie_break(name: str, tables: tuple[SeatScores, ...], first: str, figures: tuple[str, str]) -> None:
    result = ranked(*tables, tie_breaks=(name,))
    a, b = row(result, "A"), row(result, "B")
    assert (a if first == "A" else b).rank < (b if first == "A" else a).rank
    assert (str(dict(a.figures)[name]), str(dict(b.figures)[name])) == figures
    level = ranked(*tables)
    assert row(level, "A").points == row(level, "B").points, "only the tie-break separates them"


def test_table_points_tell_apart_who_has_the_same_places() -> None:
    stage = StageRules(1, points=PLACEMENT, placement=(Fraction(2), Fraction(1)), tie_breaks=("table-points",))
    result = ranked(table({"A": 1, "C": 0}), table({"B": 9, "D": -9}, name="2"), stages=[stage])
    assert order(result) == [(1, "B"), (2, "A"), (3, "C"), (4, "D")]


def test_partners_are_no_opponents() -> None:
    sides = frozenset({frozenset("AC"), frozenset("BD")})
    result = ranked(table({"A": 4, "C": 4, "B": 1, "D": 1}, sides=sides), tie_breaks=("strength",))
    assert dict(row(result, "A").figures)["strength"] == 2


def test_head_to_head_asks_only_where_all_those_tied_met() -> None:
    result = ranked(
        table({"A": 1, "B": 0}),
        table({"B": 1, "C": 0}, name="2"),
        table({"C": 1, "A": 0}, name="3"),
        tie_breaks=("head-to-head",),
    )
    assert order(result)[:3] == [(1, "A"), (1, "B"), (1, "C")]


def test_tie_breaks_forget_the_stages_that_nothing_is_carried_over_from() -> None:
    tables = (table({"A": 0, "B": 0}, wins={"A": 5}), table({"A": 0, "B": 0}, stage=2, wins={"B": 1}))
    kept = [StageRules(1), StageRules(2, tie_breaks=("rounds-won",))]
    fresh = [StageRules(1), StageRules(2, tie_breaks=("rounds-won",), carry=Fraction(0))]
    assert order(ranked(*tables, stages=kept, entrants="AB")) == [(1, "A"), (2, "B")]
    assert order(ranked(*tables, stages=fresh, entrants="AB")) == [(1, "B"), (2, "A")]


@pytest.mark.parametrize(
    "rules",
    [
        {"tie_breaks": ("luck",)},
        {"tie_breaks": ("strength", "strength")},
        {"carry": Fraction(3, 2)},
        {"carry": Fraction(-1)},
        {"points": PLACEMENT},
        {"points": "beauty"},
    ],
)
def test_rules_that_make_no_sense_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"tie-breaks|carried|points"):
        StageRules(1, **rules)


def test_the_document_defines_every_tie_break_as_the_engine_does() -> None:
    told = (Path(__file__).parents[3] / "docs" / "how-to" / "events.md").read_text(encoding="utf-8")
    for name, tie_break in TIE_BREAKS.items():
        assert f"| `{name}` | " in told
        assert tie_break.definition["zh"].rstrip("。") in told
        assert tie_break.definition["en"].rstrip(".")[1:] in told, name


NAMES = "ABCDEFGH"


@some.composite
def seatings(draw: some.DrawFn) -> list[SeatScores]:
    """Tables of three or four at which points sum to zero, some of them undecided."""
    tables = []
    for number in range(draw(some.integers(0, 8))):
        sitting = draw(some.permutations(NAMES))[: draw(some.integers(3, 4))]
        got = draw(some.lists(some.integers(-9, 9), min_size=len(sitting) - 1, max_size=len(sitting) - 1))
        points = None if draw(some.integers(0, 9)) == 0 else dict(zip(sitting, [*got, -sum(got)], strict=True))
        sides = frozenset(frozenset({one}) for one in sitting)
        wins = {sitting[0]: draw(some.integers(0, 3))}
        tables.append(table(points, draw(some.integers(1, 3)), str(number), draw(some.integers(1, 2)), wins, None, sides))
    return tables


STAGES = [
    StageRules(1, tie_breaks=tuple(name for name in TIE_BREAKS if name != "points")),
    StageRules(2, PLACEMENT, (Fraction(4), Fraction(2), Fraction(1), Fraction(0)), Fraction(1, 2), tie_breaks=DEFAULT),
]


@given(seatings(), some.randoms(use_true_random=False))
def test_the_order_of_what_is_given_changes_nothing(tables: list[SeatScores], random: Any) -> None:
    called = {one: one for one in NAMES}
    first = standings(STAGES, tables, NAMES, called)
    shuffled = random.sample(tables, len(tables))
    assert standings(random.sample(STAGES, 2), shuffled, random.sample(NAMES, len(NAMES)), called) == first


@given(seatings())
def test_sums_and_ranks_hold(tables: list[SeatScores]) -> None:
    result = standings(STAGES[:1], [one._replace(stage=1) for one in tables], NAMES, {one: one for one in NAMES})
    assert sum(row.points for row in result.rows) == 0
    assert [row.entrant for row in sorted(result.rows, key=lambda row: row.entrant)] == sorted(NAMES)
    for place, one in enumerate(result.rows, 1):
        assert one.rank <= place
        assert one.shared == (sum(other.rank == one.rank for other in result.rows) > 1)
    assert [row.points for row in result.rows] == sorted((row.points for row in result.rows), reverse=True)


@given(seatings())
def test_places_give_away_what_they_hold(tables: list[SeatScores]) -> None:
    """Whoever shares what, a table of four gives 7, one of three 7 of it too: the fourth place is worth nothing."""
    decided = [one._replace(stage=2) for one in tables if one.points is not None]
    result = standings(STAGES, decided, NAMES, {one: one for one in NAMES})
    assert sum(row.points for row in result.rows) == 7 * len(decided)
