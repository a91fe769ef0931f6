"""What people write in the cells of a spreadsheet: a game by its name (P6), a blank for a score of zero (P7)."""

from __future__ import annotations

import pytest

import referee
from referee.notation import Hints
from referee.notation.ppn.grammar import game_named


def record_of(text: str) -> referee.Record:
    (record,) = referee.parse_file(text.encode())
    assert isinstance(record, referee.Record), record
    return record


def refusal_of(text: str) -> str:
    (error,) = referee.parse_file(text.encode())
    assert isinstance(error, referee.NotationError)
    return error.message["en"]


@pytest.mark.parametrize("name", ["四川麻將", "四川麻将", "四川", "Sichuan mahjong", "sichuan", "SICHUAN", " 四川 麻將 "])
def test_game_is_known_by_every_name_that_it_declares(name: str) -> None:
    assert record_of(f"局,庄,游戏,东,南,西,北\n1,东,{name},12,-4,-4,-4\n").game == "sichuan"


@pytest.mark.parametrize("name", ["四川麻將", "Sichuan"])
def test_game_that_is_told_beside_the_file_is_known_by_its_names(name: str) -> None:
    (record,) = referee.parse_file("局,东,南,西,北\n1,12,-4,-4,-4\n".encode(), Hints(name))
    assert isinstance(record, referee.Record)
    assert record.game == "sichuan"


def test_every_game_is_known_by_its_own_names_alone() -> None:
    names = [(game.id, name) for game in referee.games() for name in (*game.rulebook.name.values(), *game.rulebook.called)]
    assert [game_named(name) for _, name in names] == [game for game, _ in names]
    assert game_named("麻將") == "麻將", "what no game is called stays, and the referee says which games there are"


@pytest.mark.parametrize(
    ("row", "scores"),
    [
        ("4,-4,,", {"E": 4, "S": -4, "W": 0, "N": 0}),
        (",-4,,4", {"E": 0, "S": -4, "W": 0, "N": 4}),
        ("0,,,", {"E": 0, "S": 0, "W": 0, "N": 0}),
        ("4,-1,-1,-2", {"E": 4, "S": -1, "W": -1, "N": -2}),
    ],
)
def test_blank_is_zero_where_the_other_scores_sum_to_zero(row: str, scores: dict[str, int]) -> None:
    assert record_of(f"Round,Game,E,S,W,N\n1,sichuan,{row}\n").rounds[0].scores == scores


@pytest.mark.parametrize(("row", "cell"), [("4,-3,,", "E2"), ("4,,-3,", "D2"), (",,,4", "C2")])
def test_blank_is_refused_at_its_cell_where_the_other_scores_do_not_sum_to_zero(row: str, cell: str) -> None:
    told = refusal_of(f"Round,Game,E,S,W,N\n1,sichuan,{row}\n")
    assert f"Cell {cell}: found “”, expected a score: the others of this round do not sum to 0" in told
