"""Records by the rules, written in other formats and converted back: everything is there again that the format can tell."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import suppress

import openpyxl
import pytest

import referee
from referee import conversion
from referee.record import Record, Round
from tests.golden import HOME
from tests.oracle.sbr.match import match as sbr_match
from tests.oracle.xueliu.match import match as xueliu_match
from tests.proof import proof
from tests.referee.importers import writers

SEEDS = range(1, 3)
MANY = range(3, 40)
UNWRITTEN = ("fa", "tao", "wuting", "jiuzheng")
"""Calls for which these formats have no place."""


def converted(data: bytes) -> Record:
    (record,) = referee.parse_file(data)
    assert isinstance(record, Record), record.message["en"]
    return record


def without(round_: Round, *, values: bool = True, suits: bool = True, wall: bool = True) -> tuple[object, ...]:
    """What is to be there again of a round."""
    tokens = [
        token.partition(":")[0] if ".hu" in token and not values else token for token in round_.tokens if "?" not in token[:2]
    ]
    tokens = [token for token in tokens if suits or ".que" not in token]
    return round_.number, round_.dealer, dict(round_.hands), round_.wall if wall else None, tokens, dict(round_.scores or {})


def sbr(seeds: range) -> Iterator[Record]:
    for seed in seeds:
        record = referee.parse(sbr_match(seed, que="declared", cap=3).text())
        if not any(move.verb in UNWRITTEN for round_ in record.rounds for move in round_.moves):
            yield record


def xueliu(seeds: range) -> Iterator[Record]:
    for seed in seeds:
        yield referee.parse(xueliu_match(seed, after_win="leave", exchange="off", que="declared").text())


@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(MANY, marks=proof)])
def test_open_mahjong_record_has_every_move_but_the_suits(seeds: range) -> None:
    seen = 0
    for record in sbr(seeds):
        again = converted(writers.openmahjong(record))
        assert [without(one, suits=False) for one in again.rounds] == [without(one, suits=False) for one in record.rounds]
        assert all(round_.tokens[:4] == ("E.que:?", "S.que:?", "W.que:?", "N.que:?") for round_ in again.rounds)
        assert (again.game, again.tags["Converted"], again.tags["Date"]) == ("sbr", "openmahjong", "2026.06.26")
        findings = referee.verify(again).all_findings()
        assert [finding.code for finding in findings if finding.code not in SETTLED] == []
        seen += len(again.rounds)
    assert seen > len(seeds) / 2


SETTLED = ("score-mismatch", "missed-win-lock")
"""What hangs on the declared suits, which this format does not tell: what a hand waits for, who pays at the end of the wall."""


@pytest.mark.parametrize("terse", [False, True])
@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(MANY, marks=proof)])
def test_majojson_has_every_move_wall_and_score_but_no_values(seeds: range, terse: bool) -> None:
    for record in xueliu(seeds):
        again = converted(writers.majojson(record, terse))
        assert [without(one) for one in again.rounds] == [without(one, values=False) for one in record.rounds]
        assert str(again.rules) == "xuezhan_ding exchange=off pass_lock=off cap=5"
        codes = {finding.code for finding in referee.verify(again).all_findings()}
        assert codes <= {"score-mismatch"}


@pytest.mark.parametrize("seeds", [SEEDS, pytest.param(MANY, marks=proof)])
def test_mjai_events_have_every_move_but_no_wall_and_values(seeds: range) -> None:
    for record in [*xueliu(seeds), *sbr(seeds)]:
        again = converted(writers.mjai(record))
        kept = [without(one, values=False, wall=False) for one in record.rounds]
        assert [without(one, wall=False) for one in again.rounds] == kept
        assert (again.game, again.rules, again.seats) == (record.game, record.rules, record.seats)


def three_players() -> Iterator[Record]:
    """Clean golden records of the game of three."""
    for path in sorted((HOME / "kawuxing").glob("clean-0*.ppn")):
        for record in referee.parse_file(path.read_bytes()):
            assert isinstance(record, Record)
            if all(len(round_.hands) == 3 for round_ in record.rounds):
                yield record


def test_mjai_events_of_three_players_have_their_scores_alone() -> None:
    for record in three_players():
        again = converted(writers.mjai(record))
        kept = [without(one, values=False, wall=False) for one in record.rounds]
        assert [without(one, wall=False) for one in again.rounds] == kept
        assert referee.verify(again).status == "clean"


def lines_of(record: Record, *, without_ends: bool = False, calls_first: bool = False) -> bytes:
    """Its mjai events; without the ends of its rounds, or with what players declare before the dealer's fourteenth tile."""
    events = [json.loads(line) for line in writers.mjai(record).splitlines()]
    if without_ends:
        events = [event for event in events if event["type"] != "end_kyoku"]
    for at, event in enumerate(events):
        if calls_first and event["type"] == "que" and events[at - 1]["type"] in ("tsumo", "none"):
            events[at - 1], events[at] = event, events[at - 1]
        elif calls_first and event["type"] == "start_kyoku":
            events.insert(at + 1, {"type": "none"})
    return "".join(json.dumps(event) + "\n" for event in events).encode()


@pytest.mark.parametrize(("without_ends", "calls_first"), [(True, False), (False, True)])
def test_mjai_events_in_another_order_say_the_same(without_ends: bool, calls_first: bool) -> None:
    for record in xueliu(SEEDS):
        again = converted(lines_of(record, without_ends=without_ends, calls_first=calls_first))
        assert again == converted(writers.mjai(record))


def test_mjai_round_that_nobody_won_has_the_scores_that_it_says() -> None:
    (record,) = list(xueliu(range(1, 2)))
    level = record.rounds[0]._replace(scores=dict.fromkeys("ESWN", 0))
    again = converted(writers.mjai(record._replace(rounds=(level,))))
    assert again.rounds[0].scores == {"E": 0, "S": 0, "W": 0, "N": 0}


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
        again = converted(write(writers.rows(sheet)))
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
