"""Having a sheet refereed while it is kept: all rounds so far, with one that is being entered in its place. Nothing is stored."""

from __future__ import annotations

from typing import Any

from records.archive.sheet_entries import checked_entry, verdict_on
from records.core.db.fields import Document
from records.tournament.sheets.models import ScoreSheet, SheetRound
from records.tournament.sheets.reading import names_of


def judged(sheet: ScoreSheet, number: int = 0, given: Any = None) -> dict[str, Any] | None:
    """The verdict on the sheet as it stands, with this round in the place of number ``number``; None for a sheet without rounds.

    Raises Refusal (413, 422) for a round that cannot be read, Busy, TooCostly.
    """
    rows = SheetRound.objects.filter(sheet=sheet).order_by("number") if sheet.pk else []
    rounds: dict[int, Document] = {row.number: row.entry for row in rows if row.entry is not None}
    if given is not None:
        rounds[number] = checked_entry(sheet, number, given, scores=False)
    return verdict_on(sheet, rounds, seats=names_of(sheet))
