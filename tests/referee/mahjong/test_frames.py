"""What a frame says that a ready seat waits for: as often as the calculator is asked, the same."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from tests.golden import HOME


def frames(game: str, view: str | None = None) -> list[Any]:
    record: Any = referee.parse((HOME / game / "clean-01.ppn").read_text(encoding="utf-8"))
    return referee.replay(record, record.rounds[0].number, view)


@pytest.mark.parametrize("game", ["kawuxing", "luzhou", "sichuan", "hengyang"])
def test_a_won_tile_was_waited_for_one_move_before(game: str) -> None:
    told = frames(game)
    for before, now in zip(told, told[1:], strict=False):
        for seat, earlier in zip(now["seats"], before["seats"], strict=True):
            for win in seat["wins"]:
                if win["move"] == now["move"] and win["by"] == "discard" and not earlier["wins"]:
                    assert win["tile"] in [wait["tile"] for wait in earlier["waits"]]


def test_waits_are_valued_as_the_calculator_values_them() -> None:
    told = frames("sichuan")
    for frame in told:
        for seat in frame["seats"]:
            if seat["waits"] and not seat["melds"]:
                answer: Any = referee.score({"game": "sichuan", "hand": "".join(seat["hand"]), "waits": True, "by": "discard"})
                assert {wait["tile"]: wait["value"] for wait in seat["waits"]} == answer["waits"]


def test_tiles_that_lie_open_are_not_still_to_come() -> None:
    for frame in frames("luzhou"):
        seen = [tile for seat in frame["seats"] for laid in (*seat["melds"],) for tile in laid["tiles"]]
        seen += [laid["tile"] for seat in frame["seats"] for laid in seat["river"]]
        for seat in frame["seats"]:
            for wait in seat["waits"]:
                held = [*seat["hand"], *([seat["drawn"]] if seat["drawn"] else [])]
                assert wait["left"] <= 4 - (seen + held).count(wait["tile"])


def test_nobody_is_told_what_others_wait_for() -> None:
    for frame in frames("hengyang", "S"):
        assert all(seat["waits"] == [] for seat in frame["seats"] if "?" in seat["hand"])


@pytest.mark.parametrize("game", ["kawuxing", "luzhou", "sichuan", "hengyang"])
def test_a_seat_is_not_told_what_others_draw(game: str) -> None:
    hidden = 0
    for everybodys, frame in zip(frames(game), frames(game, "S"), strict=True):
        token = everybodys["token"] or ""
        concealed = {seat["seat"] for seat in frame["seats"] if "?" in seat["hand"]}
        assert "S" not in concealed
        if token[1:2] == "+" and token[0] in concealed:
            hidden += 1
            assert frame["token"] == f"{token[0]}+?"
            assert frame["last"] == everybodys["last"] | {"tile": "?"}
        else:
            assert (frame["token"], frame["last"]) == (token or None, everybodys["last"])
    assert hidden
