"""P1: whatever is wrong in a file that is converted is told at its place in that file, whoever finds it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import referee
from referee import cli
from referee.chinese import SIMPLIFIED, in_language
from referee.core.wording import with_places
from referee.notation import NO_HINTS, Hints, NotationError, read_file
from referee.notation.source_places import CELL, LINE, PATH, RoundPlaces, SourcePlace, SourcePlaces, restored
from tests.referee.importers.files import MAJOJSON, MJAI, OPEN_MAHJONG

HEADS = "Game,Round,Dealer,Leader,E,S,W,N,Moves,Places,Scores,Totals,Dice,Base,Flags.S,Shown.S,Left\n"
AT = dict(zip(HEADS.strip().split(","), "ABCDEFGHIJKLMNOPQ", strict=True))


def sheet(**cells: str) -> bytes:
    """A sheet of two rounds; ``cells`` are those of the second, by their heads (``Flags_S`` for ``Flags.S``)."""
    values = {"Round": "2", "Dealer": "S"} | {name.replace("_", "."): value for name, value in cells.items()}
    if not {"Scores", "Moves"} & set(values):
        values = {"E": "4", "S": "-4", "W": "0", "N": "0"} | values
    game = values.pop("Game", "")
    second = ",".join([game, *(f'"{values.get(head, "")}"' for head in list(AT)[1:])])
    return f"{HEADS}sichuan,1,E,,-3,3,0,0,,,,,,,,,\n{second}\n".encode()


def found(data: bytes, hints: Hints = NO_HINTS) -> list[tuple[str, str]]:
    """The code and the place of every finding on a file."""
    told = []
    for source, record in read_file(data, hints):
        verdict = with_places(referee.verify(record).as_dict(), record, source.places if source else None)
        findings = [*verdict["findings"], *(one for round_ in verdict["rounds"] for one in round_["findings"])]
        told += [(finding["code"], finding["source_place"]["name"]) for finding in findings]
    return told


@pytest.mark.parametrize(
    ("head", "value"),
    [
        ("Dealer", "Q"),
        ("Places", "first second"),
        ("Scores", "E+4 Q-4"),
        ("Dice", "7"),
        ("Moves", "W-8p S.hu:4 Q.hu"),
    ],
)
def test_cell_that_is_no_notation_is_named(head: str, value: str) -> None:
    assert found(sheet(**{head: value})) == [("syntax", f"{AT[head]}3")]


@pytest.mark.parametrize(
    ("cells", "code", "at"),
    [
        ({"Flags_S": "foo"}, "bad-sheet", "O3"),
        ({"Moves": "W-8p S.hu:4", "Shown_S": "123m", "Flags_S": "gangshanghua"}, "bad-sheet", "P3"),
        ({"Moves": "W-8p S.hu:4 S.hu:4"}, "bad-sheet", "I3"),
        ({"N": "1"}, "score-mismatch", "E3:H3"),
        ({"Scores": "E+1 S0 W0 N0"}, "score-mismatch", "K3"),
        ({"Totals": "E+9 S-9 W0 N0"}, "total-mismatch", "L3"),
        ({"Game": "chess"}, "unknown-game", "A3"),
    ],
)
def test_cell_that_the_referee_finds_wrong_is_named(cells: dict[str, str], code: str, at: str) -> None:
    assert (code, at) in found(sheet(**cells))


@pytest.mark.parametrize("text", ['1,E,sichuan,"4', "1,E,sichuan," + "4" * 200_000])
def test_line_that_is_no_csv_is_named_in_the_users_language(text: str) -> None:
    """P1: what Python says of a CSV stood in the middle of a Chinese sentence."""
    ((_, error),) = read_file(f"Round,Dealer,Game,E\n{text}\n".encode())
    assert isinstance(error, NotationError)
    assert error.source_place is not None
    assert (error.source_place.kind, error.line) == (LINE, 2)
    assert "引號成對，一格最多 32,767 個字元" in error.message["zh"]
    assert "at most 32,767 characters a cell" in error.message["en"]


def test_line_of_an_mjai_log_that_is_no_json_is_named_to_programs_too() -> None:
    lines = MJAI.decode().splitlines()
    lines[30] = "{oops"
    assert found("\n".join(lines).encode())[0] == ("syntax", "31")


def test_cell_of_a_sheet_of_a_workbook_is_named_with_the_sheet() -> None:
    assert SourcePlace(CELL, "Evening!AB12").text == {"zh": "儲存格 Evening!AB12", "en": "Cell Evening!AB12"}
    assert in_language(SourcePlace(CELL, "總分!AB12").text, SIMPLIFIED) == "单元格 總分!AB12", "the name of the sheet stays"
    assert (SourcePlace(CELL, "2!A1!AB12:AD12").line, SourcePlace(CELL, "2!A1!AB12:AD12").column) == (12, 28)


def test_illegal_move_of_an_mjai_log_is_named_by_its_line() -> None:
    lines = MJAI.decode().splitlines()
    at = next(number for number, line in enumerate(lines) if '"dahai"' in line)
    event = json.loads(lines[at])
    lines.insert(at + 1, json.dumps(event))  # the same discard once more
    codes = found("\n".join(lines).encode())
    assert codes[0][1] == str(at + 2)


def test_illegal_move_of_an_open_mahjong_record_is_named_by_its_tick() -> None:
    file = json.loads(OPEN_MAHJONG)
    ticks = file["game_round"]["round_index_1"]["action_ticks"]
    at = next(number for number, tick in enumerate(ticks) if tick[0] == "c")
    ticks.insert(at + 1, ticks[at])
    assert found(json.dumps(file).encode())[0][1] == f"game_round.round_index_1.action_ticks[{at + 1}]"


def test_wrong_scores_of_a_majojson_file_are_named_by_the_frame_that_has_them() -> None:
    file = json.loads(MAJOJSON)
    frames = file["majo"]["hands"][0]["replay"]["frames"]
    frames[-1]["seats"][0]["score"] += 1
    assert ("score-mismatch", f"majo.hands[0].replay.frames[{len(frames) - 1}]") in found(json.dumps(file).encode())


def test_record_that_was_not_converted_has_no_other_places() -> None:
    record = referee.parse('[PPN "1"]\n[Game "sichuan"]\n')
    document = referee.verify(record).as_dict()
    assert with_places(document, record, None) is document


def test_round_with_more_than_a_record_may_have_is_named() -> None:
    rows = "".join(f"sichuan,{number},0,0,0,0\n" for number in range(1, 502))
    (error,) = referee.parse_file(f"Game,Round,E,S,W,N\n{rows}".encode())
    assert isinstance(error, NotationError)
    assert (error.code, error.line) == ("too-large", 502)
    assert "Cell B502: rounds ≤ 500, found 501." in error.message["en"]


def test_places_are_the_same_when_they_were_stored() -> None:
    begins = SourcePlace(PATH, "game_round.round_index_1")
    ticks = [SourcePlace(PATH, f"{begins.name}.action_ticks[{at}]") for at in (0, 0, 1)]
    rounds = {
        1: RoundPlaces(begins, {"Hand.E": SourcePlace(PATH, f"{begins.name}.p0_tiles")}, ticks),
        2: RoundPlaces(SourcePlace(LINE, "3"), {}, [SourcePlace(LINE, "31")]),
        3: RoundPlaces(
            SourcePlace(CELL, "A 1!B2"), {"Scores": SourcePlace(CELL, "A 1!C2:F2")}, [SourcePlace(CELL, "A 1!G2")] * 9
        ),
    }
    places = SourcePlaces(SourcePlace(PATH, "$"), {"Seat.E": SourcePlace(PATH, "game_title.p0_name")}, rounds)
    assert restored(json.loads(json.dumps(places.as_dict()))) == places


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("text", lambda out: "Cell O3" in out and "line" not in out.splitlines()[1]),
        ("json", lambda out: json.loads(out)["rounds"][1]["findings"][0]["source_place"]["name"] == "O3"),
        ("github", lambda out: "line=3,col=15" in out and "Cell O3" in out),
    ],
)
def test_the_command_line_names_the_cell(
    form: str, told: Callable[[str], bool], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "evening.csv"
    file.write_bytes(sheet(Flags_S="foo"))
    assert cli.main(["verify", str(file), "--format", form, "--lang", "en"]) == 1
    assert told(capsys.readouterr().out)
