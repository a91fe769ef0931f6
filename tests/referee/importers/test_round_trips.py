"""Rounds as other formats tell them are converted to the records that they are; score sheets come back as they were."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import referee
from referee.core import conversion
from referee.core.record import Record
from referee.notation import NO_HINTS, Hints
from tests.golden import HOME
from tests.referee.importers import files
from tests.referee.importers.files import TOLD, WRITTEN, mjai, mjai_events


def converted(data: bytes, hints: Hints = NO_HINTS) -> Record:
    (record,) = referee.parse_file(data, hints)
    assert isinstance(record, Record), record.message["en"]
    return record


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_match_in_another_format_is_converted_to_its_record(path: Path) -> None:
    """Every move, with the wall, the suits, the scores and the values that the format tells; spreadsheets as clubs keep them."""
    assert referee.write(converted(path.read_bytes(), TOLD.get(path.stem, NO_HINTS))) == path.with_suffix(".ppn").read_text(
        encoding="utf-8"
    )


def calls_first(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What players declare stands before the dealer's fourteenth tile."""
    for at, event in enumerate(events):
        if event["type"] == "que" and events[at - 1]["type"] in ("tsumo", "none"):
            events[at - 1], events[at] = event, events[at - 1]
        elif event["type"] == "start_kyoku":
            events.insert(at + 1, {"type": "none"})
    return events


def test_mjai_events_in_another_order_say_the_same() -> None:
    for path in [path for path in WRITTEN if path.suffix == ".jsonl"]:
        record = converted(path.read_bytes())
        without_ends = [event for event in mjai_events(path.read_bytes()) if event["type"] != "end_kyoku"]
        assert converted(mjai(without_ends)) == record
        assert converted(mjai(calls_first(mjai_events(path.read_bytes())))) == record


def test_array_of_mjai_events_says_the_same_and_their_start_may_say_the_base() -> None:
    first, *others = mjai_events()
    record = converted(json.dumps([first | {"base": 5}, *others]).encode())
    assert record == converted(files.MJAI)._replace(base=5)


def test_mjai_round_that_nobody_won_has_the_scores_that_it_says() -> None:
    level = [event | {"deltas": [0] * 4} if event["type"] == "ryukyoku" else event for event in mjai_events()]
    assert converted(mjai(level)).rounds[0].scores == {"E": 0, "S": 0, "W": 0, "N": 0}


def sheets() -> Iterator[Record]:
    """Score sheets of clean golden records of every game that has some."""
    for path in sorted(HOME.glob("*/clean-0[1-3].ppn")):
        for record in referee.parse_file(path.read_bytes()):
            assert isinstance(record, Record)
            with suppress(referee.SheetError):
                yield referee.sheet_of(record)


def as_csv(rows: list[list[str]], separator: str = ",") -> bytes:
    file = io.StringIO()
    csv.writer(file, delimiter=separator).writerows(rows)
    return file.getvalue().encode()


def as_xlsx(rows: list[list[str]]) -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append([int(cell) if cell.lstrip("-").isdecimal() else cell or None for cell in row])
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize("write", [as_csv, lambda rows: as_csv(rows, ";"), lambda rows: as_csv(rows, "\t"), as_xlsx])
def test_score_sheets_come_back_from_a_spreadsheet_as_they_were(write) -> None:  # type: ignore[no-untyped-def]
    games = set()
    for sheet in sheets():
        again = converted(write(files.rows(sheet)))
        tags = {name: value for name, value in again.tags.items() if name not in (conversion.FROM, conversion.UNKNOWN)}
        assert again._replace(tags=tags) == sheet
        games.add(again.game)
    assert len(games) > 3


@pytest.mark.parametrize(("total", "status"), [("E+5 S-5 W0 N0", "clean"), ("E+9 S-9 W0 N0", "flagged")])
@pytest.mark.parametrize("row", [0, 1])
def test_totals_in_any_row_are_those_of_the_match(row: int, total: str, status: str) -> None:
    tables = []
    for table in ("1", "2"):
        rounds = [["sichuan", table, "1", "E", "1", "-1", "0", "0", ""], ["sichuan", table, "2", "S", "4", "-4", "0", "0", ""]]
        rounds[row][-1] = total
        tables += rounds
    heads = ["Game", "Table", "Round", "Dealer", "E", "S", "W", "N", "Totals"]
    found = list(referee.parse_file(as_csv([heads, *tables])))
    assert [len(record.rounds) for record in found if isinstance(record, Record)] == [2, 2]
    assert [referee.verify(record).status for record in found] == [status] * 2
