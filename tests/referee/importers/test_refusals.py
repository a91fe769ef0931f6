"""What an importer does not know it names with its place; nothing is guessed, and nothing of the file is converted."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import referee
from referee.core import conversion
from referee.notation import limits
from tests.golden import HOME
from tests.referee.importers.files import MAJOJSON, MJAI, OPEN_MAHJONG, PUBLISHED, edited, mjai_events

Document = dict[str, Any]


def refused(data: bytes) -> referee.NotationError:
    (error,) = referee.parse_file(data)
    assert isinstance(error, referee.NotationError)
    return error


def mjai(*changed: tuple[int, Document | None]) -> bytes:
    lines: list[Document | None] = [*mjai_events()]
    for at, event in changed:
        lines[at : at + (event is None)] = [] if event is None else [event]
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def without_game(data: bytes) -> bytes:
    return data.replace(b'"game": "sbr", ', b"")


KYOKU = {"type": "start_kyoku", "oya": 0, "tehais": [["1m"] * 13] * 4}


@pytest.mark.parametrize(
    ("data", "line", "told"),
    [
        (lambda: mjai((3, {"type": "reach", "actor": 0})), 4, "Line 4 type: found “reach”"),
        (lambda: mjai((1, KYOKU | {"dora_marker": "7s"})), 2, "Line 2 dora_marker: found “7s”"),
        (lambda: mjai((1, KYOKU | {"honba": 1})), 2, "Line 2 honba: found “1”"),
        (lambda: mjai((1, KYOKU | {"oya": 4})), 2, "Line 2 oya: found “4”, expected a seat from 0 to 3"),
        (lambda: mjai((4, {"type": "tsumo", "actor": 1, "pai": "5mr"})), 5, "Line 5 pai: found “5mr”"),
        (lambda: mjai((4, {"type": "ryukyoku", "reason": "sufonrenta"})), 5, "found “sufonrenta”"),
        (lambda: mjai((4, {"type": "pon", "actor": 1, "target": 2, "pai": "9p", "consumed": ["9p"] * 2})), 5, "Line 5 target"),
        (lambda: mjai((8, {"type": "hora", "actor": 1, "target": 3, "pai": "9p"})), 9, "Line 9 pai: found “9p”"),
        (lambda: mjai((4, {"type": "ryukyoku", "deltas": [1, -1]})), 5, "expected the points of all 4"),
        (lambda: mjai((0, None), (0, {"type": "start_kyoku"})), 1, "lines that begin with start_game"),
        (lambda: without_game(mjai()), 1, "expected game in start_game"),
        (lambda: mjai() + b"{oops\n", None, "Line "),
        (lambda: mjai() + b"\xff\n", None, "found “0xff”, expected UTF-8 text"),
        (lambda: mjai() + b'{"type": "tsumo", "type": "dahai"}\n', None, "every key once"),
        (lambda: mjai() + b'{"type": NaN}\n', None, "numbers as numbers"),
    ],
)
def test_mjai_event_that_no_game_here_has_is_named_with_its_line(data: Callable[[], bytes], line: int | None, told: str) -> None:
    error = refused(data())
    assert told in error.message["en"]
    assert error.message["en"].startswith("This is an mjai log (JSON lines).")
    assert "第 " in error.message["zh"]
    assert error.line == (line or error.line)


def om(edit: Callable[[Any], None]) -> bytes:
    return edited(OPEN_MAHJONG, edit)


def tick(at: int, value: Any) -> Callable[[Any], None]:
    return lambda file: file["game_round"]["round_index_1"]["action_ticks"].insert(at, value)


def set_in(*path: str) -> Callable[[Any], Callable[[Any], None]]:
    def with_value(value: Any) -> Callable[[Any], None]:
        def edit(file: Any) -> None:
            for key in path[:-1]:
                file = file[key]
            file[path[-1]] = value

        return edit

    return with_value


ROUND = ("game_round", "round_index_1")


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (set_in("game_title", "rule")("guobiao"), "game_title.rule: found “guobiao”, expected sichuan"),
        (set_in("game_title", "open_cuohe")(True), "game_title.open_cuohe: found “true”"),
        (set_in("game_title", "hepai_limit")(2), "game_title.hepai_limit: found “2”, expected 0"),
        (set_in(*ROUND, "seats")([1, 0, 2, 3]), "round_index_1.seats: found “[1, 0, 2, 3]”"),
        (set_in(*ROUND, "tiles_list")([11] * 108), "round_index_1.tiles_list"),
        (set_in(*ROUND, "p1_tiles")([11] * 12), "fourteen tiles in one hand"),
        (set_in("game_round", "round_index_3")({}), "game_round.round_index_2: found “null”"),
        (tick(3, ["bh", 51, 0, "T"]), "action_ticks[3][0]: found “bh”"),
        (tick(3, ["c", 41, "T"]), "action_ticks[3][1]: found “41”"),
        (tick(3, ["p", 11]), "action_ticks[3]"),
        (tick(3, ["p", 39, 1, 39, 39]), "action_ticks[3][1]: found “39”, expected the tile that was discarded last"),
        (tick(3, ["ca", 1, "cl", 11]), "action_ticks[3][2]: found “cl”"),
        (tick(3, ["hu_first", 1, 2, ["平和"], [-2, 2, 0, 0], 11, 0, 0, 1]), "0, as in a blood battle"),
        (tick(3, ["liuju", "else"]), "action_ticks[3][1]: found “else”"),
        (tick(3, ["end"]), "nothing after end"),
        (tick(3, ["jg", 11, "T", "gs", 1, 2]), "the points of all four"),
    ],
)
def test_open_mahjong_action_that_is_not_known_is_named_with_its_tick(edit: Callable[[Any], None], told: str) -> None:
    error = refused(om(edit))
    assert told in error.message["en"]
    assert error.message["en"].startswith("This is an open_mahjong_unity record (Sichuan).")


def majo(edit: Callable[[Any], None]) -> bytes:
    return edited(MAJOJSON, lambda file: edit(file["majo"]))


def frame(at: int, **values: Any) -> Callable[[Any], None]:
    return lambda file: file["hands"][0]["replay"]["frames"][at].update(values)


def seat(at: int, **values: Any) -> Callable[[Any], None]:
    return lambda file: file["hands"][0]["replay"]["frames"][at]["seats"][1].update(values)


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (set_in("ruleset")("mcr"), "majo.ruleset: found “mcr”, expected sichuan"),
        (set_in("format")(3), "majo.format: found “3”, expected 1 or 2"),
        (frame(0, seats=[]), "frames[0].seats"),
        (lambda file: file["hands"][0]["replay"]["frames"].clear(), "1 to 1,000 frames"),
        (set_in("hands")([]), "majo.hands: found “[]”, expected 1 to 40 hands"),
        (set_in("options")({"sichuanFanCap": 7}), "majo.options.sichuanFanCap: found “7”, expected 3, 4, 5"),
        (frame(0, phase="SOMETHING"), "hands[0].replay.frames[0].phase: found “SOMETHING”"),
        (frame(0, honba=1), "frames[0].honba: found “1”"),
        (frame(8, wallRemaining=1), "frames[8]"),
        (seat(6, concealed=["0m"]), "frames[6].seats[1].concealed[0]: found “0m”"),
        (seat(6, flowers=["1f"]), "no flowers"),
        (seat(7, river=["1m", "2m", "3m"]), "expected a frame that follows from the one before it"),
        (seat(0, river=["1m"]), "frames from the deal on"),
        (seat(9, melds=[{"type": "CHI", "tiles": ["1m", "2m", "3m"]}]), "melds[0].type: found “CHI”"),
        (lambda file: file["hands"][0]["replay"]["wins"].append({"source": "NAGASHI"}), "source: found “NAGASHI”"),
    ],
)
def test_majojson_frame_that_does_not_follow_is_named_with_its_path(edit: Callable[[Any], None], told: str) -> None:
    error = refused(majo(edit))
    assert told in error.message["en"]
    assert error.message["zh"].startswith("這是麻將面對面的牌譜（majojson）。")


def test_published_record_with_a_tile_changed_is_refused_at_the_frame_after() -> None:
    document = json.loads(PUBLISHED.read_bytes())
    document["majo"]["replay"]["frames"][6]["seats"][1]["concealed"][0] = "9p"
    assert "majo.replay.frames[6]: " in refused(json.dumps(document).encode()).message["en"]


SHEET = "Game,Round,Dealer,E,S,W,N,Moves\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SHEET + "sichuan,1,E,1,-1,0,0,\nsichuan,1,E,1,-1,0,0,\n", "Cell B3: found “1”, expected a higher number"),
        (SHEET + "sichuan,1,E,1,-1,0.5,0,\n", "Cell F2: found “0.5”, expected scores as whole numbers"),
        (SHEET + "sichuan,first,E,1,-1,0,0,\n", "Cell B2: found “first”, expected the number of a round"),
        (SHEET + "sichuan,1,E,,,,,\n", "expected scores or moves"),
        (
            SHEET + "sichuan,1,E,1,-1,0,0,\nsichuan,2,E,1,-1,0,0,,stray\n",
            "Cell I3: found “stray”, expected a column that has a head",
        ),
        (SHEET + "sichuan,1,E,1,-1,0,0,W-8p [Round]\n", "Cell H2: found “[Round]”"),
        (SHEET.replace("N,M", "N,N,M") + "sichuan,1,E,1,-1,0,0,0,\n", "expected every head once"),
        (SHEET.replace("Dealer", "Luck") + "sichuan,1,E,1,-1,0,0,\n", "Cell C1: found “Luck”, expected heads"),
        ("Round,E,S,W,N\n1,1,-1,0,0\n", "expected the column Game, or the game told beside the file"),
        ("Game,Date,Round,E,S,W,N\nsichuan,11/19/2026,1,1,-1,0,0\n", "Cell B2: found “11/19/2026”, expected year, month and day"),
        ('Game,Round,E\nsichuan,1,"1\n', "expected CSV"),
    ],
)
def test_cell_that_says_nothing_known_is_named(text: str, told: str) -> None:
    error = refused(text.encode())
    assert told in error.message["en"]
    assert error.message["zh"].startswith("這是記分表的試算表（xlsx、CSV）。")


def book(*cells: tuple[str, object]) -> bytes:
    made, file = openpyxl.Workbook(), io.BytesIO()
    for column, head in enumerate(["Game", "Round", "E", "S", "W", "N"], 1):
        made.active.cell(1, column, head)
        made.active.cell(2, column, ["sichuan", 1, 1, -1, 0, 0][column - 1])
    for place, value in cells:
        made.active[place] = value
    made.save(file)
    return file.getvalue()


def packed(**parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book())) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, parts.get(Path(name).stem, old.read(name)))
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (lambda: book(("C2", "=1+1")), "Cell Sheet!C2: found “=1+1”, expected the value of a formula"),
        (lambda: book(("C2", True)), "Cell Sheet!C2: found “1”, expected text or a number"),
        (lambda: book(("H2", "stray")), "Cell Sheet!H2: found “stray”, expected a column that has a head"),
        (lambda: book()[:-40], "expected a sound xlsx workbook"),
        (lambda: packed(sheet1=b"<worksheet><sheetData>"), "expected XML in UTF-8"),
        (lambda: packed(sheet1=b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "that declares nothing of its own"),
        (lambda: packed(workbook=b"<workbook/>"), "a row of heads, and a row for each round"),
        (
            lambda: packed(sheet1=b" " * (limits.CONVERTED_BYTES + 1)),
            "at most 4,194,304 bytes of a spreadsheet when it is unpacked",
        ),
        (lambda: packed(sheet1=b"<a>" + b"<b/>" * (limits.CONVERTED_OBJECTS + 1) + b"</a>"), "at most 200,000 XML elements"),
    ],
)
def test_workbook_that_is_not_sound_is_refused_with_its_place(data: Callable[[], bytes], told: str) -> None:
    assert told in refused(data()).message["en"]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'{"majo": {"x": "' + b"x" * limits.CONVERTED_BYTES + b'"}}', "at most 4,194,304 bytes of a file that is converted"),
        (b'{"majo": {"x": [' + b"[]," * limits.CONVERTED_OBJECTS + b"[]]}}", "at most 200,000 objects and arrays"),
        (b'{"majo": {"x": ' + b"[" * 100_000, "JSON that is not nested so deeply"),
        (b'{"majo": {"x": ' + b"1" * 5_000 + b"}}", "integers of fewer digits"),
    ],
)
def test_file_past_a_limit_is_refused_before_it_costs_much(data: bytes, told: str) -> None:
    assert told in refused(data).message["en"]


def test_file_of_one_format_is_recognized_by_one_importer() -> None:
    record = referee.parse((HOME / "sbr" / "clean-01.ppn").read_bytes())
    samples = [MJAI, OPEN_MAHJONG, PUBLISHED.read_bytes(), book(), SHEET.encode()]
    for sample in samples:
        assert len([one for one in referee.importers() if one.recognizes(sample[:65536])]) == 1
        assert conversion.importer_of(sample) is not None
    assert conversion.importer_of(referee.write(record).encode()) is None
    assert conversion.importer_of(b";Round;East;Game;\n" + referee.write(record).encode()) is None, "a comment of PPN"
    assert conversion.importer_of(json.dumps(referee.write_json(record) | {"tags": {"A": '"majo": {'}}).encode()) is None
