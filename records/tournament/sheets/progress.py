"""How far the sheets of tables are: what a hall's screen and an event's page show while there is no match yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from records.archive.sheet_entries import totals_of
from records.tournament.events.models import Table
from records.tournament.sheets.models import ScoreSheet, SheetRound


class SheetProgress(NamedTuple):
    """How many rounds of a sheet are closed, what they gave to each side as it was confirmed, whether it is finished."""

    rounds: int
    scores: dict[str, int]
    complete: bool


def progress_of(tables: Iterable[Table]) -> dict[int, SheetProgress]:
    """The progress of the sheets of these tables, by the tables' ids; tables without a sheet are left out."""
    sheets = ScoreSheet.objects.filter(table__in=[table.pk for table in tables]).prefetch_related("rounds")
    return {sheet.table_id: _progress(sheet) for sheet in sheets}


def _progress(sheet: ScoreSheet) -> SheetProgress:
    closed = [round_.entry for round_ in sheet.rounds.all() if _counts(round_) and round_.entry]
    return SheetProgress(len(closed), totals_of(closed), sheet.state == ScoreSheet.State.FINISHED)


def _counts(round_: SheetRound) -> bool:
    return round_.entry is not None and round_.closed_at is not None
