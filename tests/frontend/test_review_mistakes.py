"""Mistakes as the page has them: where the board shows each, how grave it is, and what would have been best."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from records.wording.review import ANY, READY_OR_WON, TILE, UNCOUNTED, listed, mark_best
from tests.golden import HOME


def choice(discard: str, distance: int, live: int, value: int | None = None) -> dict[str, Any]:
    return {"discard": discard, "distance": distance, "live": live, "value": value}


def turn(made: str, *choices: dict[str, Any], move: int = 9) -> dict[str, Any]:
    return {"move": move, "seat": "E", "made": "discard", "tile": made, "distance": choices[0]["distance"], "choices": [*choices]}


def mistake(what: str = "discard", move: int = 9, steps: int = 0, live: int = 0, points: int | None = None) -> dict[str, Any]:
    return {"move": move, "seat": "E", "what": what, "steps": steps, "live": live, "points": points}


def review(*turns: dict[str, Any], mistakes: tuple[Any, ...] = (), missed: tuple[Any, ...] = ()) -> dict[str, Any]:
    return {"turns": [*turns], "mistakes": [*mistakes], "missed": [*missed]}


BEST, WIDE, DEAR = choice("1p", 0, 4, 2), choice("2p", 0, 3, 2), choice("3p", 0, 2, 8)
FAR = choice("4p", 1, 20)


@pytest.mark.parametrize(
    ("made", "cost", "best"),
    [
        ("1p", None, "1p"),
        ("3p", None, "3p"),  # fewer tiles that win more are no mistake
        ("2p", {"live": 1}, "1p"),
        ("4p", {"steps": 1}, "1p"),
    ],
)
def test_best_discard_is_the_one_that_was_made_unless_it_cost_something(made: str, cost: Any, best: str) -> None:
    told = review(turn(made, BEST, WIDE, DEAR, FAR), mistakes=(mistake(**cost),) if cost else ())
    mark_best(told)
    assert told["turns"][0]["best"] == best


def test_fewer_tiles_are_held_against_a_discard_that_wins_no_less_and_nothing_against_a_win() -> None:
    won = {**turn("1p", BEST), "made": "hu", "tile": None}
    told = review(turn("2p", choice("5p", 0, 6, 1), BEST, WIDE), won, mistakes=(mistake(live=1),))
    mark_best(told)
    assert (told["turns"][0]["best"], "best" in won) == ("1p", False)


@pytest.mark.parametrize(
    ("made", "cost", "grade"),
    [
        (turn("2p", BEST, WIDE, FAR), {"live": 1}, ANY),
        (turn("5p", choice("4p", 2, 20), choice("5p", 3, 40)), {"steps": 1}, TILE),
        (turn("4p", BEST, WIDE, FAR), {"steps": 1}, READY_OR_WON),
    ],
)
def test_discard_is_shown_before_it_is_made_and_graded_by_what_it_costs(made: Any, cost: Any, grade: int) -> None:
    (found,) = listed(review(made, mistakes=(mistake(**cost),)))
    assert (found["at"], found["grade"], found["missed"]) == (8, grade, None)


@pytest.mark.parametrize(
    ("missed", "cost", "grade"),
    [
        ({"what": "win", "value": 4}, {"points": 4}, READY_OR_WON),
        ({"what": "claim", "to": 0}, {"steps": 1}, READY_OR_WON),
        ({"what": "claim", "to": 2}, {"steps": 1}, TILE),
        ({"what": "kong", "to": 2}, {"points": 6}, TILE),
        ({"what": "kong", "to": 2}, None, UNCOUNTED),
    ],
)
def test_chance_let_go_is_shown_where_it_came(missed: dict[str, Any], cost: Any, grade: int) -> None:
    row = {**missed, "move": 9, "seat": "E"}
    told = review(mistakes=(mistake(missed["what"], **cost),) if cost else (), missed=(row,))
    (found,) = listed(told)
    assert (found["at"], found["grade"], found["missed"]) == (9, grade, row)


@pytest.mark.parametrize("game", ["sichuan", "luzhou", "hengyang"])
def test_every_mistake_and_every_chance_of_a_match_is_listed_once(game: str) -> None:
    record = referee.parse((HOME / game / "clean-01.ppn").read_bytes())
    assert isinstance(record, referee.Record)
    for round_ in record.rounds:
        told: Any = referee.review(record, round_.number)
        counted, chances = len(told["mistakes"]), len(told["missed"])
        mark_best(told)
        found = listed(told)
        assert sum(one["grade"] != UNCOUNTED for one in found) == counted
        assert sum(one["missed"] is not None for one in found) == chances
        assert [one["at"] for one in found] == sorted(one["at"] for one in found)
        for one in found:
            if one["missed"] is None:
                made = next(turn for turn in told["turns"] if turn["move"] == one["move"])
                assert made["best"] != made["tile"]
