"""The mistakes of a round: which choices cost something, how much, and how often each seat took the best there was."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import referee
from tests.golden import HOME, of_mahjong
from tests.proof import one_in

ROUND = """[PPN "1"]
[Game "sichuan"]
[Rules "xuezhan forced_win=off"]
[Base "5"]
[Round "1"]
[Dealer "E"]
[Hand.E "123456789m1179p8p"]
[Hand.S "112233m445566p8p"]
[Hand.W "1379p1379s2468s2p"]
[Hand.N "333s7777m79p68s14s"]
"""

Told = dict[str, Any]


def told(moves: str, view: str | None = None) -> Told:
    record = referee.parse(ROUND + moves)
    return referee.review(record, 1, view)


def mistakes(moves: str, seat: str) -> list[Told]:
    return [row for row in told(moves)["mistakes"] if row["seat"] == seat]


def mistake(move: int, seat: str, what: str, steps: int = 0, live: int = 0, points: int | None = None) -> Told:
    return {"move": move, "seat": seat, "what": what, "steps": steps, "live": live, "points": points}


def test_missed_win_on_a_discard_costs_its_value() -> None:
    value = next(row["value"] for row in told("E-8p W+1m")["missed"] if row["seat"] == "S")
    assert mistakes("E-8p S+1s S-1s", "S")[:1] == [mistake(1, "S", "win", points=value)]


def test_discard_costs_the_steps_that_it_leads_away_from_ready() -> None:
    """The seat to the south is ready for 8p as dealt, draws a 3s and tears a pair apart."""
    assert mistakes("E-9p S+3s S-3s", "S") == []
    assert mistakes("E-9p S+3s S-1m", "S") == [mistake(3, "S", "discard", steps=1)]


def test_more_live_tiles_that_win_less_are_not_better() -> None:
    """龍七對 on one tile (16 times) and 七對 on three (4 times): neither is better for certain."""
    hand = ROUND.replace("123456789m1179p8p", "335588m99m22p444p1m")
    told_of = {}
    for discard in ("1m", "4p"):
        record = referee.parse(_unseen(hand) + f"E-{discard}")
        review: Told = referee.review(record, 1)
        told_of[discard] = review["mistakes"], {row["discard"]: row for row in review["turns"][0]["choices"]}
    choices = told_of["1m"][1]
    assert [(choices[tile]["live"], choices[tile]["value"]) for tile in ("1m", "4p")] == [(1, 16), (3, 4)]
    assert told_of["1m"][0] == told_of["4p"][0] == []


def _unseen(text: str) -> str:
    """The round with the hands of all but the dealer unseen."""
    lines = text.splitlines(keepends=True)
    return "".join(line if not line.startswith("[Hand.") or "Hand.E" in line else f'{line[:8]}"?"]\n' for line in lines)


def test_missed_kong_costs_its_fee_in_units_of_the_game() -> None:
    """Three players pay two units each for a concealed kong; a unit is five points here (Base)."""
    moves = "E-9p S+9s S-9s W+9m W-9m N+1p N-1p E+2s E-2s"
    kong = next(row for row in told(moves)["missed"] if row["what"] == "kong")
    assert (kong["move"], kong["points"]) == (6, 30)
    assert mistake(6, "N", "kong", points=6) in mistakes(moves, "N")


def test_chance_that_was_taken_is_a_choice_and_no_mistake() -> None:
    won = told("E.hu")
    assert (won["mistakes"], won["summary"]["E"]) == ([], {"choices": 1, "best": 1, "steps": 0, "live": 0, "points": 0})
    laid = told("E-9p S+9s S-9s W+9m W-9m N+1p N.angang:7777m")
    assert "N" not in {row["seat"] for row in laid["mistakes"]}
    assert laid["summary"]["N"] == {"choices": 1, "best": 1, "steps": 0, "live": 0, "points": 0}
    offered = told("E-8p S.hu W+1m")
    assert (offered["summary"]["S"]["choices"], offered["summary"]["S"]["best"]) == (1, 1)


def test_view_has_mistakes_and_summary_of_its_seat_alone() -> None:
    moves = "E-7p S+1s S-8p W+1m W-1m"
    all_, one = told(moves), told(moves, "S")
    assert one["mistakes"] == [row for row in all_["mistakes"] if row["seat"] == "S"] != []
    assert one["summary"] == {"S": all_["summary"]["S"]}


def test_dearness_orders_points_before_steps_before_live_tiles() -> None:
    rows = [
        mistake(1, "E", "discard", live=9),
        mistake(2, "E", "discard", steps=1),
        mistake(3, "E", "kong", steps=1, points=1),
        mistake(4, "E", "win", points=2),
    ]
    assert sorted([rows[index] for index in (2, 0, 3, 1)], key=referee.dearness) == rows


@pytest.mark.parametrize("game", one_in(4, ["hengyang", "kawuxing", "luzhou", "sichuan"]))
def test_mistakes_are_the_turns_and_missed_chances_that_cost_something(game: str) -> None:
    """Worked out once more from what the review tells of each turn and of what was missed; the summary is their sum."""
    seen = Counter[str]()
    for path in (path for path in of_mahjong() if path.parent == HOME / game and path.stem.startswith("clean")):
        record = referee.parse(path.read_bytes())
        for round_ in record.rounds[:2]:
            review: Told = referee.review(record, round_.number)
            wanted = _from_turns(review["turns"]) | _from_missed(review["missed"], record.base or 1)
            rows = review["mistakes"]
            assert {(row["move"], row["seat"], row["what"]): _cost(row) for row in rows} == wanted
            seen.update(row["what"] for row in rows)
            for seat, summary in review["summary"].items():
                own = [row for row in rows if row["seat"] == seat]
                assert summary["choices"] - summary["best"] == len(own)
                assert [summary[name] for name in ("steps", "live", "points")] == [
                    sum(_cost(row)[i] for row in own) for i in range(3)
                ]
    assert seen["discard"] > 0


def _cost(row: Told) -> tuple[int, int, int]:
    return row["steps"], row["live"], row["points"] or 0


def _from_turns(turns: list[Told]) -> dict[tuple[int, str, str], tuple[int, int, int]]:
    found = {}
    for turn in turns:
        made = next((row for row in turn["choices"] if row["discard"] == turn["tile"]), None)
        if made is None or made["distance"] is None:
            continue
        steps = max(made["distance"] - row["distance"] for row in turn["choices"])
        equal = [row for row in turn["choices"] if row["distance"] == made["distance"]]
        live = max(row["live"] - made["live"] for row in equal if (row["value"] or 0) >= (made["value"] or 0))
        if steps or live:
            found[turn["move"], turn["seat"], "discard"] = (steps, 0 if steps else live, 0)
    return found


def _from_missed(missed: list[Told], base: int) -> dict[tuple[int, str, str], tuple[int, int, int]]:
    found: dict[tuple[int, str], tuple[tuple[int, int, int], str]] = {}
    for row in missed:
        points = row.get("value", row.get("points", 0) // base)
        cost = points, max(0, row.get("from", 0) - row.get("to", 0)), 0
        at = row["move"], row["seat"]
        if any(cost) and cost > found.get(at, ((0, 0, 0), ""))[0]:
            found[at] = cost, row["what"]
    return {(*at, what): (steps, live, points) for at, ((points, steps, live), what) in found.items()}
