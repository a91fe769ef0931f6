"""Changing a sheet under the lock of its event, and when nothing can be changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.core.errors import Refusal
from records.tournament.events.lock import lock_event
from records.tournament.events.models import Table
from records.tournament.sheets.models import ScoreSheet
from records.tournament.sheets.writers import Writer

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
