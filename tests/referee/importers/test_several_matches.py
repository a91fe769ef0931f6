"""A file of several matches of which some are not converted: the others are, and each of these is named with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import referee
from referee import cli
from referee.notation import NO_HINTS, Hints
from tests.referee.importers.files import MJAI

SHEET = "Game,Table,Round,E,S,W,N\n"


def told(data: bytes, hints: Hints = NO_HINTS) -> list[str]:
    """The game of each match that is converted, and the place and the beginning of the error of each other one."""
    return [
        match.game if isinstance(match, referee.Record) else f"{match.line}: {match.message['en'].partition('. ')[2]}"
        for match in referee.parse_file(data, hints)
    ]


def mjai(**start: str) -> bytes:
    """Lines of a match, the first of which says this."""
    first, *lines = MJAI.splitlines(keepends=True)
    event = {key: value for key, value in json.loads(first).items() if key not in ("game", "rules")} | start
    return json.dumps(event).encode() + b"\n" + b"".join(lines)


LINES = len(mjai().splitlines())
"""Of such a match."""


def test_event_that_is_not_known_leaves_the_other_matches_of_the_lines() -> None:
    good = mjai(game="sbr")
    bad = good.replace(b'"type": "tsumo"', b'"type": "reach"', 1)
    before, refused, after = told(good + bad + good)
    assert before == after == "sbr"
    assert refused.startswith(
        f"{LINES + 3}: Line {LINES + 3} type: found “reach”, expected what a game here has (none has riichi"
    )


def test_line_that_is_no_json_spoils_its_match_and_no_other() -> None:
    good = mjai(game="sbr")
    first, bad, last = told(good + good + b"{oops\n" + good)
    assert (first, last) == ("sbr", "sbr")
    assert bad.startswith(f"{2 * LINES + 1}: Line {2 * LINES + 1}, column 2: found “oops")


def test_game_told_beside_the_file_is_that_of_the_matches_that_do_not_say_it() -> None:
    both = mjai() + mjai(game="xueliu")
    assert [one[:2] for one in told(both)] == ["1:", "xu"]
    assert told(both, Hints("sbr")) == ["sbr", "xueliu"]
    assert told(b"Round,E,S,W,N\n1,1,-1,0,0\n", Hints("sichuan")) == ["sichuan"]


def test_row_that_is_not_known_leaves_the_other_matches_of_a_sheet() -> None:
    text = SHEET + "sichuan,1,1,1,-1,0,0\n,2,1,1,-1,0,0\n,2,2,x,0,0,0\n,2,3,1,-1,0,0\n,3,1,1,-1,0,0\n"
    good, bad, last = told(text.encode())
    assert (good, last) == ("sichuan", "sichuan")
    assert bad.startswith("4: Cell D4: found “x”, expected scores as whole numbers.")


@pytest.mark.parametrize("row", [",11/19/2026,1,2,1,-1,0,0", ",,1,2,1,-1,0,0\n,soon,2,1,1,-1,0,0"])
def test_row_that_does_not_say_which_match_it_is_of_leaves_none_of_its_sheet(row: str) -> None:
    text = f"Game,Date,Table,Round,E,S,W,N\nsichuan,2026-11-19,1,1,1,-1,0,0\n{row}\n,,3,1,1,-1,0,0\n"
    (error,) = told(text.encode())
    assert "expected year, month and day" in error


def test_file_of_which_no_match_is_converted_has_the_first_error_alone() -> None:
    (error,) = told(mjai() + mjai())
    assert error.startswith("1: Line 1: found “start_game”, expected game in start_game")


def test_command_takes_the_seats_and_the_round_that_a_spreadsheet_leaves_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.csv"
    file.write_bytes("局,甲,乙,丙,丁\n1,12,-4,-4,-4\n1,4,-4,0,0\n".encode())
    told = [
        "--game",
        "sichuan",
        "--lang",
        "en",
        *(f"--seat={seat}:{name}" for seat, name in zip("ESWN", "甲乙丙丁", strict=True)),
    ]
    assert cli.main(["convert", str(file), "--to", "ppn", *told]) == 2
    assert "of two rows with one number it has to be told which counts" in capsys.readouterr().err
    assert cli.main(["convert", str(file), "--to", "ppn", *told, "--keep", "A3"]) == 0
    assert '[Scores "E+4 S-4 W0 N0"]' in capsys.readouterr().out
    assert cli.main(["verify", str(file), *told, "--keep", "A3"]) == 0
    assert cli.main(["verify", str(file), "--seat", "E", "--lang", "en"]) == 2
    assert "seats are told as E:NAME, each name once; found E" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_command_takes_the_game_that_a_file_does_not_say(
    jobs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "log.jsonl"
    file.write_bytes(mjai())
    told_beside = ["--game", "sbr", "--rules", "que=declared", "--lang", "en"]
    assert cli.main(["verify", str(file), "--lang", "en", "--jobs", jobs]) == 2
    assert cli.main(["verify", str(file), *told_beside, "--jobs", jobs]) in (0, 1)
    assert cli.main(["replay", str(file), "--round", "1", *told_beside]) == 0
    assert cli.main(["convert", str(file), "--to", "ppn", *told_beside]) == 0
    assert '[Game "sbr"]' in capsys.readouterr().out
