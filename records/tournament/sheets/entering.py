"""Entering, changing and striking out the rounds of a score sheet, by the rules that its event agreed on.

A sheet is changed under the lock of its event. Whoever changes a round says which version they have seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.core.db.fields import LINE, Document, storable
from records.core.errors import Refusal
from records.core.people import Actor
from records.core.rules_line import game_of
from records.tournament.events.lock import lock_event, require_right
from records.tournament.events.models import Event, Table
from records.tournament.sheets.entries import ROUNDS, checked_entry
from records.tournament.sheets.models import ScoreSheet, SheetRound
from records.tournament.sheets.reading import digest_of, round_state
from records.tournament.sheets.writers import Writer, note, require_account

BASE = 1_000_000
"""The points of one unit at most."""


@transaction.atomic
def change_settings(actor: Actor, event: Event, game: str, rules: str, rounds: int, base: int | None = None) -> None:
    """Set the game and the rules of an event's sheets, the points of one unit (None: as the game has it), and after how many
    rounds they are finished (0: a scorer says so).

    Sheets that are open take the rules over: what was confirmed by other rules is to be confirmed again.
    Raises Refusal: 403, 404, 409 where an open sheet is of another game, 422.
    """
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    if found.game and game != found.game:
        raise Refusal("another-game", _("The event plays {game}, found {found}."), 422, game=found.game, found=game)
    game_of(game, rules)
    if not 0 <= rounds <= ROUNDS:
        raise Refusal("invalid-rounds", _("Expected 0 to {most} rounds, found {rounds}."), 422, most=ROUNDS, rounds=rounds)
    if base is not None and not 1 <= base <= BASE:
        raise Refusal("invalid-base", _("Expected 1 to {most:,} points of one unit, found {base}."), 422, most=BASE, base=base)
    open_sheets = ScoreSheet.objects.filter(table__event=found, state=ScoreSheet.State.OPEN)
    if open_sheets.exclude(game=game).exists():
        raise Refusal("another-game", _("There are open sheets of another game."), 409)
    other = open_sheets.exclude(rules=rules, base=base)
    SheetRound.objects.filter(sheet__in=list(other)).update(closed_at=None)
    other.update(rules=rules, base=base)
    told = {"game": game, "rules": rules, "base": base, "rounds": rounds}
    found.sheet_game, found.sheet_rules, found.sheet_base, found.sheet_rounds = game, rules, base, rounds
    found.save(update_fields=["sheet_game", "sheet_rules", "sheet_base", "sheet_rounds"])
    audit.record("sheet.settings", f"event:{event.pk}", by=actor, club=event.club_id, **told)


Answer = dict[str, Any]


def changed(writer: Writer, change: Callable[[ScoreSheet], Answer]) -> Answer:
    """Change the writer's sheet under the lock of its event; returns what the change answers.

    Raises Refusal: 404 where the table is gone, and what the change raises; nothing is stored then.
    """
    with audit.atomic():
        lock_event(writer.table.event)
        return change(sheet_for(_reload(writer.table)))


def _reload(table: Table) -> Table:
    found = Table.objects.select_related("event__club", "round__stage", "match").filter(pk=table.pk).first()
    if found is None or found.link_version != table.link_version:
        raise Refusal("not-found", _("There is no such table, or its links ended."), 404)
    return found


def sheet_for(table: Table) -> ScoreSheet:
    """The sheet of a table; where it has none yet a new one, which is not stored, by the rules of its event."""
    found = ScoreSheet.objects.select_related("match").filter(table=table).first()
    if found is not None:
        found.table = table
        return found
    event = table.event
    return ScoreSheet(table=table, game=event.sheet_game or event.game, rules=event.sheet_rules, base=event.sheet_base)


def require_open(sheet: ScoreSheet) -> None:
    """Raises Refusal (409) where nothing can be written on a sheet any more."""
    if sheet.state == ScoreSheet.State.FINISHED:
        raise Refusal("sheet-finished", _("The sheet is finished; a scorer can open it again to correct it."), 409)
    require_free(sheet)
    if not sheet.game:
        raise Refusal("no-game", _("The organizer has not said yet which game the sheets are of."), 409)


def require_free(sheet: ScoreSheet) -> None:
    """Raises Refusal (409) where another match is at the sheet's table."""
    if sheet.table.match_id is not None and sheet.table.match_id != sheet.match_id:
        raise Refusal("table-taken", _("There is a match at this table already."), 409)


def require_own_match(sheet: ScoreSheet) -> None:
    """Raises Refusal (409) where the sheet would overwrite a match that was corrected by hand."""
    if sheet.corrected_by_hand:
        message = _(
            "The match of this sheet was corrected by hand, and the sheet would overwrite that. "
            "Correct the match itself, or undo that correction first."
        )
        raise Refusal("match-corrected", message, 409)


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
