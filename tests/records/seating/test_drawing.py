"""Drawing rounds, without a database: everybody once a round, nobody twice where that can be, the same from the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from records.tournament.seating.drawing import (
    METHODS,
    DrawTask,
    Found,
    Layout,
    Misfit,
    Person,
    Round,
    counts_of,
    going_on,
    misfit,
)
from records.tournament.seating.drawing.algebra import IRREDUCIBLE, _field
from records.tournament.seating.drawing.counts import DrawCounts

FOUR = Layout("ESWN", ("E", "S", "W", "N"))
THREE = Layout("ESW", ("E", "S", "W"))
TEAMS = Layout("ABCDEF", ("ACE", "BDF"))


def people(number: int, team_of: int = 0, ranked: bool = False) -> tuple[Person, ...]:
    """People 1, 2, 3 …, in teams of so many."""
    return tuple(
        Person(one, f"team {(one - 1) // team_of}" if team_of else "", one if ranked else 0) for one in range(1, number + 1)
    )


def counted(task: DrawTask, found: Found) -> DrawCounts:
    return counts_of(task.people, task.layout.sides, task.layout.seats, found.rounds, task.before)


@pytest.mark.parametrize("method", sorted(METHODS))
@pytest.mark.parametrize(
    ("number", "layout", "sit_out"), [(24, FOUR, False), (24, THREE, False), (24, TEAMS, False), (27, FOUR, True)]
)
def test_everybody_sits_at_one_full_table_a_round(method: str, number: int, layout: Layout, sit_out: bool) -> None:
    size = layout.side_size if method == "teams" else 0
    rounds = 1 if method == "swiss" else 3
    task = DrawTask(people(number, size), layout, rounds, seed=7, sit_out=sit_out, groups=2 if method == "groups" else 1)
    assert misfit(task, method == "teams") is None
    found = METHODS[method](task)
    assert len(found.rounds) == rounds
    for tables in found.rounds:
        seated = [person for table in tables for person in table]
        assert len(seated) == len(set(seated)), "nobody twice"
        assert {len(table) for table in tables} == {len(layout.seats)}
        assert len(seated) >= number - len(layout.seats) * (2 if method == "groups" else 1) + 1
        assert sit_out or len(seated) == number
    assert METHODS[method](task) == found, "the same from the same seed"
    assert METHODS[method](task._replace(seed=8)) != found


@pytest.mark.parametrize(
    ("number", "layout", "rounds"),
    [
        pytest.param(148, FOUR, 8, id="37 tables, eight rounds"),
        pytest.param(40, FOUR, 8, id="ten tables, eight rounds"),
        pytest.param(16, FOUR, 5, id="everybody meets everybody: a field of four, then the columns"),
        pytest.param(32, FOUR, 8, id="a field of eight"),
        pytest.param(24, FOUR, 4, id="six tables, searched"),
        pytest.param(9, THREE, 4, id="three seats, everybody meets everybody"),
        pytest.param(30, THREE, 5, id="three seats"),
        pytest.param(42, TEAMS, 4, id="six seats"),
        pytest.param(41, FOUR, 4, id="one sits out in turn"),
    ],
)
def test_nobody_meets_twice_where_that_can_be(number: int, layout: Layout, rounds: int) -> None:
    task = DrawTask(people(number), layout, rounds, sit_out=bool(number % len(layout.seats)))
    counts = counted(task, METHODS["unmet"](task))
    assert (counts.repeats, counts.most) == (0, 1)
    assert counts.seats == 0, "everybody has each seat as often as any other, as far as that goes"
    assert counts.sits_out <= 1


def test_search_ends_after_its_steps_where_repeats_cannot_be_avoided() -> None:
    task = DrawTask(people(12), FOUR, 6, steps=50)  # everybody meets 18 times among 11 others
    found = METHODS["unmet"](task)
    assert found.steps <= 50
    counts = counted(task, found)
    assert 6 * 3 * 6 - 66 <= counts.repeats <= 6 * 3 * 6 - 40
    assert counts.most <= 4


def test_earlier_rounds_count_for_who_has_met_and_who_had_which_seat() -> None:
    first = METHODS["unmet"](DrawTask(people(40), FOUR, 2, seed=3)).rounds
    task = DrawTask(people(40), FOUR, 2, seed=4, before=first)
    counts = counted(task, METHODS["unmet"](task))
    assert counts.repeats == 0
    assert counts.seats < 15, "by lot there would be about fifty"


@pytest.mark.parametrize("size", [2, 4, 8, 10])
@pytest.mark.parametrize("method", ["unmet", "lot"])
def test_people_of_one_team_are_kept_apart(size: int, method: str) -> None:
    task = DrawTask(people(40, size), FOUR, 4, apart=True)
    counts = counted(task, METHODS[method](task))
    assert counts.team_mates == 0
    assert method == "lot" or counts.repeats == 0


def test_swiss_seats_people_of_like_standing_together() -> None:
    task = DrawTask(people(16, ranked=True), FOUR)
    assert [set(table) for table in METHODS["swiss"](task).rounds[0]] == [
        {1, 2, 3, 4},
        {5, 6, 7, 8},
        {9, 10, 11, 12},
        {13, 14, 15, 16},
    ]


def test_swiss_avoids_who_met_and_goes_no_further_than_needed() -> None:
    before: tuple[Round, ...] = (((1, 2, 5, 6), (3, 4, 7, 8), (9, 10, 13, 14), (11, 12, 15, 16)),)
    task = DrawTask(people(16, ranked=True), FOUR, before=before)
    found = METHODS["swiss"](task)
    assert (
        counted(task, found).repeats
        < counted(task, Found((((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)),))).repeats
    )
    assert 1 in found.rounds[0][0], "the first is at the first table"
    assert max(abs((one - 1) // 4 - at) for at, table in enumerate(found.rounds[0]) for one in table) <= 3


def test_who_sat_out_is_not_asked_to_again_before_the_others() -> None:
    before: tuple[Round, ...] = ()
    out: Counter[int] = Counter()
    for number in range(5):
        task = DrawTask(people(9, ranked=True), FOUR, seed=number, sit_out=True, before=before)
        before += METHODS["swiss"](task).rounds
        out.update({1, 2, 3, 4, 5, 6, 7, 8, 9} - {one for table in before[-1] for one in table})
    assert out == {9: 1, 8: 1, 7: 1, 6: 1, 5: 1}, "from the bottom of the standings"


def test_groups_play_among_themselves_and_are_alike_strong() -> None:
    task = DrawTask(people(32, ranked=True), FOUR, 3, groups=2)
    found = METHODS["groups"](task)
    group = {one: number for number, members in enumerate(found.groups) for one in members}
    assert all(len({group[one] for one in table}) == 1 for tables in found.rounds for table in tables)
    assert {one for one, number in group.items() if number == group[1]} >= {1, 4, 5, 8}
    assert going_on([(1, 2, 3, 4)], {1: 1, 2: 2, 3: 2, 4: 4}, 2) == [1, 2, 3], "who shares the last place goes on too"
    task = DrawTask(people(24), FOUR, 2, groups=3, tables=4, sit_out=True)
    assert [len(round_) for round_ in METHODS["groups"](task).rounds] == [4, 4]
    assert going_on(found.groups, {one: one for one in range(1, 33)}, 1) == [1, 2]


@pytest.mark.parametrize(("teams", "rounds"), [(6, 5), (7, 7), (2, 1)])
def test_teams_play_every_other_team_once(teams: int, rounds: int) -> None:
    task = DrawTask(people(teams * 3, 3), TEAMS, rounds, sit_out=True)
    found = METHODS["teams"](task)
    met = Counter(frozenset((one - 1) // 3 for one in table) for tables in found.rounds for table in tables)
    assert len(met) == teams * (teams - 1) // 2
    assert set(met.values()) == {1}
    for tables in found.rounds:
        for table in tables:
            assert len({(one - 1) // 3 for one in (table[0], table[2], table[4])}) == 1, "a team is a side"
    assert counted(task, found).repeats == 0


@pytest.mark.parametrize(("method", "size", "most"), [("teams", 3, 10), ("groups", 0, 20)])
def test_seats_are_near_even_where_rounds_are_drawn_one_by_one(method: str, size: int, most: int) -> None:
    layout = TEAMS if size else FOUR
    task = DrawTask(people(24, size), layout, groups=1 if size else 6)
    for number in range(6):
        task = task._replace(seed=number, before=task.before + METHODS[method](task).rounds)
    counts = counts_of(task.people, layout.sides, layout.seats, task.before)
    assert counts.seats <= most, "by lot there are some fifty"


@pytest.mark.parametrize(
    ("task", "teams", "said"),
    [
        (DrawTask((), FOUR), False, Misfit("nobody", 0, 4, 0)),
        (DrawTask(people(3), FOUR), False, Misfit("too-few", 3, 4, 0, missing=1)),
        (DrawTask(people(41), FOUR), False, Misfit("uneven", 41, 4, 10, over=1, missing=3)),
        (DrawTask(people(44), FOUR, tables=10), False, Misfit("too-many", 44, 4, 10, over=4)),
        (DrawTask(people(40, 20), FOUR, apart=True), False, Misfit("team-too-large", 40, 4, 10, 10, 0, "team 0", 20)),
        (DrawTask(people(40), FOUR, groups=11), False, Misfit("too-many-groups", 40, 4, 10, members=11)),
        (DrawTask(people(40), FOUR, groups=4), False, Misfit("uneven", 10, 4, 2, over=2, missing=2)),
        (DrawTask(people(16), FOUR, groups=4, tables=3, sit_out=True), False, Misfit("too-many-groups", 16, 4, 3, members=4)),
        (DrawTask(people(8, 4), TEAMS), True, Misfit("team-size", 8, 6, 0, 1, -1, "team 0", 4)),
        (DrawTask(people(9, 3), TEAMS), True, Misfit("uneven", 9, 6, 1, 3, 3)),
        (DrawTask(people(12, 3), TEAMS, tables=1), True, Misfit("too-many", 12, 6, 1, 6)),
        (DrawTask(people(41), FOUR, sit_out=True), False, None),
        (DrawTask(people(44), FOUR, tables=10, sit_out=True), False, None),
    ],
)
def test_what_does_not_fit_is_said_with_its_figures(task: DrawTask, teams: bool, said: Misfit | None) -> None:
    assert misfit(task, teams) == said


@pytest.mark.parametrize("size", sorted(IRREDUCIBLE))
def test_every_field_has_no_two_numbers_whose_product_is_zero(size: int) -> None:
    _, multiply = _field(size)
    assert all(len({multiply(a, b) for b in range(size)}) == size for a in range(1, size))
