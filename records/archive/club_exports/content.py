"""The files of a match in an export: its record and its verdict; and its lines in the table of results."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

import referee
from records.archive.matches.dates import UNDATED
from records.archive.matches.judging.models import SeatResult
from records.archive.matches.models import Match
from records.archive.matches.replay import record_of, verdict_of
from records.core.spreadsheets import Cell, as_csv, csv_lines

COLUMNS = (
    "match record event stage table date game rules verdict findings rounds_checked rounds_played engine"
    " seat name player rounds points wins"
).split()
"""The heads of ``results.csv``. ``name`` is what the record calls the person, ``player`` what the club calls them."""
RESULTS = "results.csv"
NAME = 40
"""Characters of an event or a table in the name of a file."""


class Files(NamedTuple):
    """The files of a match by their names, and its lines of CSV."""

    files: list[tuple[str, bytes]]
    lines: bytes


def files_of(match: Match) -> Files:
    """The files of a match. One that is not judged yet has no verdict; a record that cannot be read stays as uploaded."""
    name, record = _name(match), record_of(match)
    if isinstance(record, referee.Record):
        path, text = f"{name}.ppn", referee.write(record).encode("utf-8", "surrogatepass")
    else:
        path, text = f"{name}.{match.form}", bytes(match.source)
    files = [(path, text)]
    if (verdict := verdict_of(match)) is not None:
        files.append((f"{name}.verdict.json", json.dumps(verdict, ensure_ascii=True).encode()))
    return Files(files, "".join(csv_lines(_rows(match, path))).encode())


def heading() -> bytes:
    """The first line of ``results.csv``, behind the mark by which spreadsheets know UTF-8."""
    return "".join(as_csv(COLUMNS, [])).encode()


def _name(match: Match) -> str:
    """The name of a match's files: its day, event and table for people, and the number by which the service finds it."""
    day = "undated" if match.day == UNDATED else match.day.isoformat()
    said = [re.sub(r"[^\w-]+", "-", text[:NAME]).strip("-") for text in (match.event, match.stage, match.table)]
    return "matches/" + "_".join([day, *filter(None, said), match.number])


def _rows(match: Match, path: str) -> Iterator[list[Cell]]:
    """A row for each seat that somebody sat in; one row where the record names nobody."""
    judgement = match.current_judgement
    verdict: list[Cell] = ["", None, None, None, ""]
    if judgement:
        counts = judgement.findings_count, judgement.rounds_checked, judgement.rounds
        verdict = [judgement.shown_as, *counts, judgement.engine_version]
    of_match: list[Cell] = [str(match.pk), path, match.event, match.stage, match.table, match.date, match.game, match.rules]
    of_match += verdict
    results = {one.seat_id: one for one in SeatResult.objects.filter(judgement=judgement)} if judgement else {}
    seats = list(match.seats.select_related("alias__player"))
    for seat in seats:
        result = results.get(seat.pk)
        sums = [result.rounds, result.points, result.wins] if result and result.rounds else [None] * 3
        yield [*of_match, seat.seat, seat.name, seat.alias.player.name if seat.alias else "", *sums]
    if not seats:
        yield [*of_match, *[None] * 6]
