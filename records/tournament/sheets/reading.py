"""Reading a score sheet: its rounds as they stand, who confirmed them, who objects; its verdict so far; how far it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.contrib.auth.models import User

from records.core.db.fields import Document
from records.tournament.events.models import Table
from records.tournament.sheets.entries import checked_entry, totals_of, verdict_on
from records.tournament.sheets.models import ScoreSheet, SheetConfirmation, SheetRound
from records.tournament.sheets.writers import Writer
from records.tournament.tables.planned_seats import names_planned

ROWS = 100
Stances = dict[str, tuple[str, str]]
"""What each seat said last to a round as it stands, and its sentence; under no seat what a scorer said."""


def digest_of(sheet: ScoreSheet, round_: SheetRound) -> str:
    """The digest of what is confirmed with a round: the rules, which version of it, and all that was entered."""
    rules = [sheet.rules] if sheet.base is None else [sheet.rules, sheet.base]
    said = [sheet.game, *rules, round_.number, round_.version, round_.entry]
    return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def stances_of(sheet: ScoreSheet, round_: SheetRound) -> Stances:
    """What was said to a round as it stands."""
    return _stances(SheetConfirmation.objects.filter(sheet=sheet, round=round_.number).order_by("id"), digest_of(sheet, round_))


def _stances(said: Iterable[SheetConfirmation], digest: str) -> Stances:
    return {one.seat: (one.what, one.text) for one in said if one.digest == digest}


def round_state(sheet: ScoreSheet, round_: SheetRound, stances: Stances | None = None) -> dict[str, Any]:
    """A round as an open page shows it, ready for JSON."""
    said = stances_of(sheet, round_) if stances is None else stances
    confirmed = [seat for seat, (what, _) in said.items() if what == SheetConfirmation.What.CONFIRMED]
    objected = {seat: text for seat, (what, text) in said.items() if what == SheetConfirmation.What.OBJECTED}
    reason = next((text for what, text in said.values() if what == SheetConfirmation.What.CLOSED), "")
    return {
        "number": round_.number,
        "version": round_.version,
        "entry": round_.entry,
        "by": round_.entered_by,
        "at": round_.entered_at.isoformat(),
        "closed": round_.closed_at is not None,
        "confirmed": confirmed,
        "objected": objected,
        "reason": reason,
    }


def rounds_of(sheet: ScoreSheet) -> list[dict[str, Any]]:
    """All rounds of a sheet as an open page shows them, those that were struck out too."""
    if sheet.pk is None:
        return []
    said: dict[int, list[SheetConfirmation]] = {}
    for one in SheetConfirmation.objects.filter(sheet=sheet).order_by("id"):
        said.setdefault(one.round, []).append(one)
    rows = SheetRound.objects.filter(sheet=sheet).order_by("number")
    return [round_state(sheet, row, _stances(said.get(row.number, []), digest_of(sheet, row))) for row in rows]


def state_of(sheet: ScoreSheet, writer: Writer) -> dict[str, Any]:
    """The sheet as a writer who has it open sees it, ready for JSON."""
    match = sheet.match if sheet.match is not None and not sheet.match.is_deleted and writer.user is not None else None
    return {
        "game": sheet.game,
        "rules": sheet.rules,
        "base": sheet.base,
        "state": sheet.state,
        "taken": sheet.table.match_id is not None and sheet.table.match_id != sheet.match_id,
        "corrected": sheet.corrected_by_hand,
        "match": str(match.pk) if match else None,
        "seat": writer.seat,
        "names": names_of(sheet),
        "rounds": rounds_of(sheet),
    }


def rows_of(user: User) -> Iterator[dict[str, Any]]:
    """What the account of somebody has entered and said, for the zip of their own data."""
    written = SheetRound.objects.filter(user=user).order_by("pk").select_related("sheet__table")
    for one in written.iterator(ROWS):
        where = {"event": one.sheet.table.event_id, "table": one.sheet.table.name, "round": one.number}
        yield {**where, "entry": one.entry, "at": one.entered_at}
    for said in SheetConfirmation.objects.filter(user=user.pk).order_by("pk").select_related("sheet__table").iterator(ROWS):
        where = {"event": said.sheet.table.event_id, "table": said.sheet.table.name, "round": said.round}
        yield {**where, "what": said.what, "text": said.text, "at": said.at}


def names_of(sheet: ScoreSheet) -> dict[str, str]:
    """Who sits where, as it is planned."""
    return names_planned([sheet.table]).get(sheet.table_id, {})


def judged(sheet: ScoreSheet, number: int = 0, given: Any = None) -> dict[str, Any] | None:
    """The verdict on the sheet as it stands, with this round in the place of number ``number``; None for a sheet without rounds.

    Raises Refusal (413, 422) for a round that cannot be read, Busy, TooCostly.
    """
    rows = SheetRound.objects.filter(sheet=sheet).order_by("number") if sheet.pk else []
    rounds: dict[int, Document] = {row.number: row.entry for row in rows if row.entry is not None}
    if given is not None:
        rounds[number] = checked_entry(sheet, number, given, scores=False)
    return verdict_on(sheet, rounds, seats=names_of(sheet))


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
