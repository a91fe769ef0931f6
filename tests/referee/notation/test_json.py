"""The JSON form: the same content both ways, and what is wrong with one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.notation import parse, write, write_json
from tests.referee.notation.texts import error_of

EXAMPLE: dict[str, Any] = {
    "ppn": 1,
    "game": "kawuxing",
    "rules": "xiangyang five_star=4",
    "base": 1,
    "tags": {"Event": "2026 club league"},
    "seats": {"E": "Zhang San", "S": "Li Si", "W": "Wang Wu"},
    "totals": {"E": -4, "S": 6, "W": -2},
    "rounds": [
        {
            "round": 1,
            "dealer": "E",
            "hands": {"E": "1123p"},
            "moves": ["E-1p", "S+4s", "S-4s"],
            "comments": {"3": "a comment"},
            "scores": {"E": -4, "S": 6, "W": -2},
            "tags": {},
        }
    ],
}

WHOLE = """[PPN "1"]
[Game "x"]
[Rules "a b=1"]
[Base "-2"]
[Event "e \\"q\\" \\\\"]
[Seat.E "Zhang"]
[Totals "E+1 S-1"]
[Seat "no seat of ours"]
{of the match}

[Round "2"]
[Dealer "E"]
[Leader "A"]
[Dice "34"]
[Break "W 4"]
[Draw "K"]
[Wall "3p1m1m?"]
[Hand.E "123m?"]
[Sit.E "Li"]
[Scores "E+1 S-1"]
[Places "C A"]
[Start "10:00"]
[End "11:00"]
[Event "a round's own"]
{before}
E-1m {after
with } in it} S+2m
"""


def test_json_example_of_the_notation_is_read() -> None:
    record = parse(json.dumps(EXAMPLE))
    assert (record.game, record.base, record.tags["Event"], record.rounds[0].dealer) == ("kawuxing", 1, "2026 club league", "E")
    assert record.rounds[0].comments == {3: "a comment"}
    assert parse(write(record)) == record == parse(json.dumps(write_json(record)))


def test_record_is_the_same_by_json_and_back() -> None:
    record = parse(WHOLE.replace("\nwith } in it}", "; with } in it\n}").replace("{after;", ";after\n;").replace("\n}", "\n"))
    document = write_json(record)
    again = parse(json.dumps(document))
    assert (again, again.sha256, write_json(again)) == (record, record.sha256, document)
    assert set(document) == {"ppn", "game", "rules", "base", "tags", "seats", "totals", "comment", "rounds"}
    assert set(document["rounds"][0]) == {  # type: ignore[index,arg-type,call-overload]
        "round",
        "dealer",
        "leader",
        "dice",
        "break",
        "draw",
        "wall",
        "hands",
        "sits",
        "scores",
        "places",
        "start",
        "end",
        "moves",
        "comments",
        "tags",
    }


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("a\u2028b\x0bc\x85d", "a\u2028b\x0bc\x85d"),
        ("a\nb", "a\nb"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("} [PPN {", "} [PPN {"),
        ("", None),
    ],
)
def test_json_keeps_comments_whatever_they_hold(said: str, kept: str | None) -> None:
    round_ = {"round": 1, "moves": ["E-1p"], "comments": {"0": said, "1": said}}
    document = {"ppn": 1, "game": "x", "comment": said, "rounds": [round_]}
    record = parse(json.dumps(document))
    assert (record.comment or None, record.rounds[0].comments) == (kept, {} if kept is None else {0: kept, 1: kept})
    assert parse(write(record)) == record == parse(json.dumps(write_json(record)))


def test_json_leaves_out_what_is_not_there() -> None:
    assert write_json(parse('[PPN "1"][Game "x"][Round "1"]')) == {"ppn": 1, "game": "x", "rounds": [{"round": 1, "moves": []}]}


@pytest.mark.parametrize("move", ["E.fa:a}", "E.fa:a]", "E.fa:}]b"])
def test_brackets_behind_a_verb_are_read_in_json_as_in_text(move: str) -> None:
    record = parse(f'[PPN "1"]\n[Game "x"]\n\n[Round "1"]\n[Dealer "E"]\n{move}\n')
    assert [one.token for one in record.rounds[0].moves] == [move]
    assert parse(json.dumps(write_json(record))) == record


def test_json_writes_uncommon_moves_canonically() -> None:
    document = {"ppn": 1, "game": "x", "rounds": [{"round": 1, "moves": ["南.碰:7z5p"], "hands": {"E": "2m1m"}}]}
    record = parse(json.dumps(document))
    assert (record.rounds[0].tokens, record.rounds[0].hands) == (("S.peng:5p7z",), {"E": "12m"})
    assert record.rounds[0].position is None


def changed(path: str, value: object) -> str:
    """The example with another value at one place."""
    document: Any = json.loads(json.dumps(EXAMPLE))
    if path == "rounds.0.moves":
        del document["rounds"][0]["comments"]
    *way, last = path.split(".")
    at = document
    for step in way:
        at = at[int(step) if step.isdigit() else step]
    at[last] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("path", "value", "token"),
    [
        ("ppn", 2, "ppn"),
        ("ppn", "1", "$.ppn"),
        ("ppn", True, "$.ppn"),
        ("game", 7, "$.game"),
        ("game", "", "$.game"),
        ("base", 1.5, "$.base"),
        ("base", None, "$.base"),
        ("more", 1, "$.more"),
        ("rounds", {}, "$.rounds"),
        ("rounds", [1], "rounds[0]"),
        ("tags", [], "$.tags"),
        ("tags.Event", 7, "tags.Event"),
        ("tags.Event", "a\nb", "tags.Event"),
        ("tags.a b", "x", "tags.a b"),
        ("tags.Round", "1", "tags.Round"),
        ("tags.Game", "x", "tags.Game"),
        ("tags", {"Seat.E": "x"}, "tags.Seat.E"),
        ("totals.E", "1", "totals"),
        ("totals.E", 1.0, "totals"),
        ("rounds.0.round", "1", "rounds[0].round"),
        ("rounds.0.round", 0, "0"),
        ("rounds.0.moves", "E-1p", "rounds[0].moves"),
        ("rounds.0.moves", ["E-1p", "E-1p S+2p"], "rounds[0].moves[1]"),
        ("rounds.0.moves", [7], "rounds[0].moves[0]"),
        ("rounds.0.moves", ["12."], "rounds[0].moves[0]"),
        ("rounds.0.moves", ["{a}"], "rounds[0].moves[0]"),
        ("rounds.0.moves", [""], "rounds[0].moves[0]"),
        ("rounds.0.moves", ["what"], "what"),
        ("rounds.0.comments", {"4": "x"}, "rounds[0].comments.4"),
        ("rounds.0.comments", {"-1": "x"}, "rounds[0].comments.-1"),
        ("rounds.0.comments", {"01": "x"}, "rounds[0].comments.01"),
        ("rounds.0.comments", {"9" * 5000: "x"}, None),
        ("rounds.0.comments", {"1": 7}, "rounds[0].comments.1"),
        ("rounds.0.tags", {"Dealer": "E"}, "tags.Dealer"),
        ("rounds.0.tags", {"Hand.E": "1m"}, "tags.Hand.E"),
        ("rounds.0.dealer", "Q", "Q"),
        ("rounds.0.hands", {"G": "1m"}, "Hand.G"),
        ("rounds.0.wall", "1x", "1x"),
        ("rounds.0.dice", 34, "rounds[0].dice"),
    ],
)
def test_wrong_json_is_refused_with_its_place(path: str, value: object, token: str | None) -> None:
    error = error_of(changed(path, value))
    assert (error.code, error.line, error.column) == ("syntax", 1, 1)
    assert token is None or error.token.removeprefix("$.") == token.removeprefix("$.")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"ppn": 1,\n "game": }', 2, 10),
        ('{"ppn": 1', 1, 10),
        ('{"ppn": 1} x', 1, 12),
        ('[{"ppn": 1}]', 1, 1),
        ('{"ppn": 1, "game": "x", "game": "y"}', 1, 1),
        ('{"ppn": 1, "base": ' + "9" * 5000 + "}", 1, 1),
        ('{"ppn": ' + "[" * 9_000, 1, 1),
        ('{"ppn": 1, "game": "\\ud800"}', 1, 1),
        ('{"ppn": 1, "game": "a\\nb"}', 1, 1),
        ("{}", 1, 1),
    ],
)
def test_broken_json_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    error = error_of(text)
    assert (error.code, error.line, error.column) == ("syntax", line, column)


def test_error_tells_the_beginning_of_a_long_key() -> None:
    error = error_of('{"ppn": 1, "' + "中" * 1_000_000 + '": 1}')
    assert error.token == "$." + "中" * 78
    assert len(error.message["zh"]) < 300
