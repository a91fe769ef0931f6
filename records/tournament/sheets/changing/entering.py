"""Entering, changing and striking out the rounds of a score sheet. Whoever changes one says which version they have seen."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.archive.sheet_entries import ROUNDS, checked_entry
from records.core.db.fields import LINE, Document, storable
from records.core.errors import Refusal
from records.tournament.sheets.changing.requests import Answer, require_free, require_open, require_own_match
from records.tournament.sheets.models import ScoreSheet, SheetRound
from records.tournament.sheets.reading import digest_of, round_state
from records.tournament.sheets.writers import Writer, note, require_account


def enter(writer: Writer, sheet: ScoreSheet, number: int, version: int, given: Any) -> Answer:
    """Enter a round, or change it where this is its version; its confirmations do not count any more.

    What stands there already word for word is not entered again. Raises Refusal: 403, 409 with the ``current`` round for
    another version, 413, 422.
    """
    require_open(sheet)
    entry = checked_entry(sheet, number, given)
    found = _round(sheet, number)
    if found is not None and found.entry == entry:
        return {"number": number, "version": found.version}
    _require_version(sheet, found, number, version)
    _require_may_change(writer, found)
    if found is None:
        _require_next(sheet, number)
        sheet.save()
    return _write(writer, sheet, number, found, entry)


def strike(writer: Writer, sheet: ScoreSheet, number: int, version: int) -> Answer:
    """Strike a round out: it does not count, and may be entered again. Raises Refusal: 403, 404, 409."""
    require_open(sheet)
    found = _round(sheet, number)
    if found is None:
        raise Refusal("not-found", _("There is no such round on the sheet."), 404)
    if found.entry is None:
        return {"number": number, "version": found.version}
    _require_version(sheet, found, number, version)
    _require_may_change(writer, found)
    return _write(writer, sheet, number, found, None)


def _write(writer: Writer, sheet: ScoreSheet, number: int, found: SheetRound | None, entry: Document | None) -> Answer:
    round_ = found or SheetRound(sheet=sheet, number=number, version=0)
    round_.version += 1
    round_.entry, round_.closed_at = entry, None
    round_.entered_by, round_.user, round_.entered_at = storable(writer.name, LINE), writer.user, timezone.now()
    round_.save()
    action = "sheet.strike" if entry is None else "sheet.change" if found else "sheet.enter"
    scores = (entry or {}).get("scores")
    note(action, writer, round=number, number=round_.version, scores=scores, sha256=digest_of(sheet, round_))
    return {"number": number, "version": round_.version}


def _round(sheet: ScoreSheet, number: int) -> SheetRound | None:
    return SheetRound.objects.filter(sheet=sheet, number=number).first() if sheet.pk else None


def _require_next(sheet: ScoreSheet, number: int) -> None:
    last = SheetRound.objects.filter(sheet=sheet).count() if sheet.pk else 0
    if not 1 <= number <= min(last + 1, ROUNDS):
        most = min(last + 1, ROUNDS)
        raise Refusal(
            "invalid-round", _("Expected a round of the sheet from 1 to {most}, found {number}."), 422, most=most, number=number
        )


def _require_version(sheet: ScoreSheet, found: SheetRound | None, number: int, version: int) -> None:
    """Raises Refusal (409) with the round as it stands where somebody has changed it meanwhile."""
    if version == (found.version if found else 0):
        return
    current = round_state(sheet, found) if found else None
    raise Refusal(
        "stale", _("Somebody else has entered or changed round {number} meanwhile."), 409, number=number, current=current
    )


def _require_may_change(writer: Writer, found: SheetRound | None) -> None:
    """A closed round is opened by an objection; scorers and arbiters change it all the same. Raises Refusal (409)."""
    if found is not None and found.closed_at is not None and writer.user is None:
        raise Refusal("round-closed", _("This round is closed: object to it, or have a scorer change it."), 409)


def reopen(writer: Writer, sheet: ScoreSheet) -> Answer:
    """Open a finished sheet again, to correct it; its match stays until it is finished again. Raises Refusal (403, 409)."""
    require_account(writer)
    if sheet.state != ScoreSheet.State.FINISHED:
        raise Refusal("sheet-open", _("The sheet is not finished."), 409)
    require_free(sheet)
    require_own_match(sheet)
    sheet.state = ScoreSheet.State.OPEN
    sheet.save(update_fields=["state"])
    note("sheet.reopen", writer)
    return {"state": sheet.state}
