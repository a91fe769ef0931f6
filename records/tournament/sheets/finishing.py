"""Making a finished sheet a match of the club at its table: uploaded like any record, and judged like any.

A sheet that was finished before and opened again gives a corrected record, which takes the place of its match, unless somebody
has corrected that one by hand. A sheet follows its match where another record takes that one's place.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, may
from records.archive import matches
from records.archive.matches.deletion import match_replaced, match_returned, require_counting
from records.archive.matches.models import Match
from records.core.db.fields import LINE, Document, storable
from records.core.errors import Refusal
from records.tournament.events.entrants import add_names
from records.tournament.events.models import ExcludedMatch, Table
from records.tournament.sheets.entering import Answer, require_open, require_own_match
from records.tournament.sheets.entries import canonical, record_text, totals_of
from records.tournament.sheets.models import ScoreSheet, SheetRound
from records.tournament.sheets.reading import names_of
from records.tournament.sheets.writers import Writer, note, require_account
from records.tournament.tables.changing import remove_if_empty
from records.tournament.tables.match_assignment import names_of as names_in_matches

PPN = "text/x-ppn"


def finish(writer: Writer, sheet: ScoreSheet) -> Answer:
    """Finish a sheet all of whose rounds are closed. Raises Refusal: 403, 409, and what uploading refuses."""
    require_account(writer)
    require_open(sheet)
    rounds = list(SheetRound.objects.filter(sheet=sheet, entry__isnull=False).order_by("number")) if sheet.pk else []
    if not rounds:
        raise Refusal("no-rounds", _("There is no round on the sheet yet."), 409)
    if waiting := [str(one.number) for one in rounds if one.closed_at is None]:
        numbers = ", ".join(waiting)
        raise Refusal("rounds-open", _("Not closed yet: round {numbers}."), 409, numbers=numbers)
    return _finished(writer, sheet, rounds)


def finish_by_itself(writer: Writer, sheet: ScoreSheet) -> Answer | None:
    """Finish a sheet where its event says after how many rounds, and all of these are closed; None where it goes on.

    Where that is refused, as nobody is left to upload it, a scorer has to finish it: what was confirmed stays confirmed.
    """
    wanted = sheet.table.event.sheet_rounds
    rounds = list(SheetRound.objects.filter(sheet=sheet, entry__isnull=False).order_by("number"))
    if not wanted or len(rounds) < wanted or any(one.closed_at is None for one in rounds):
        return None
    try:
        with audit.atomic():
            return _finished(writer, sheet, rounds)
    except Refusal:
        return None


def _no_uploader() -> Refusal:
    """Nobody in whose name a sheet could be uploaded."""
    return Refusal("no-uploader", _("Who made the event is no scorer of the club any more; a scorer has to finish it."), 409)


def _finished(writer: Writer, sheet: ScoreSheet, rounds: list[SheetRound]) -> Answer:
    require_own_match(sheet)
    uploader = _uploader(writer)
    match = _stored(uploader, sheet, text_of(sheet, rounds))
    _place(uploader, sheet.table, match)
    sheet.match, sheet.state = match, ScoreSheet.State.FINISHED
    sheet.made = list(dict.fromkeys([*sheet.made, str(match.pk)]))
    sheet.save(update_fields=["match", "state", "made"])
    note("sheet.finish", writer, match=str(match.pk), said=uploader.get_username())
    return {"state": sheet.state, "match": str(match.pk)}


def _uploader(writer: Writer) -> User:
    """In whose name the match is uploaded: the scorer's who finishes the sheet, else that of who made the event."""
    event = writer.table.event
    for user in (writer.user, event.created_by):
        if user is not None and user.is_active and may(user, Right.SCORE, event.club_id):
            return user
    raise _no_uploader()


def text_of(sheet: ScoreSheet, rounds: list[SheetRound]) -> bytes:
    """The record of a sheet in canonical form, which says where and when it was played and who wrote it down."""
    table = sheet.table
    writers = ", ".join(dict.fromkeys(one.entered_by for one in rounds if one.entered_by))
    tags = {
        "Event": table.event.tag or table.event.name,
        "Date": f"{timezone.localtime(sheet.created_at):%Y.%m.%d}",
        "Table": table.name,
        "Stage": table.round.stage.tag,
        "Recorder": storable(writers, LINE),
    }
    entries: list[Document] = [one.entry for one in rounds if one.entry is not None]
    told: dict[str, Any] = {"tags": {name: " ".join(text.split()) for name, text in tags.items() if text.strip()}}
    if seats := names_of(sheet):
        told["seats"] = seats
    return canonical(record_text(sheet, entries, totals=totals_of(entries), **told))


def _stored(uploader: User, sheet: ScoreSheet, text: bytes) -> Match:
    """The match of this record: a new one, or the one that the sheet has, replaced where the record differs from it."""
    former, table = sheet.match, sheet.table
    name = f"{table.event.slug}-{table.round.number}-{table.name}.ppn"
    if former is None or former.is_deleted:
        before = set(table.event.tables.values_list("pk", flat=True))
        match = matches.upload(text, media_type=PPN, filename=name, user=uploader, club=table.event.club).matches[0]
        _leave_other_tables(table, match, before)
        return match
    try:
        return matches.replace(uploader, former, text, media_type=PPN, filename=name).replacement
    except Refusal as refusal:
        if refusal.code != "same-record":
            raise
        return former


def _leave_other_tables(table: Table, match: Match, before: set[int]) -> None:
    """Storing a match puts it at the first table that its tags fit: it leaves that one, which goes where it was made for it."""
    for other in Table.objects.filter(event=table.event_id, match=match).exclude(pk=table.pk):
        Table.objects.filter(pk=other.pk).update(match=None, seated={})
        if other.pk not in before:
            remove_if_empty(other)


def _place(uploader: User, table: Table, match: Match) -> None:
    """Put the match at exactly this table. The event is locked. Raises Refusal (409)."""
    require_counting(match)
    Table.objects.filter(event=table.event_id, match=match).exclude(pk=table.pk).update(match=None, seated={})
    Table.objects.filter(pk=table.pk).update(match=match)
    ExcludedMatch.objects.filter(event=table.event_id, match=match).delete()
    if table.event.open:
        add_names(table.event, names_in_matches([match.pk]).get(match.pk, []))


@receiver(match_replaced)
def follow(sender: Any, match: Match, replacement: Match, **kwargs: Any) -> None:
    """The sheet of a match that is replaced has the new one."""
    ScoreSheet.objects.filter(match=match).update(match=replacement)


@receiver(match_returned)
def come_back(sender: Any, match: Match, **kwargs: Any) -> None:
    """A sheet whose match was deleted has the one that came back to its table."""
    for sheet in ScoreSheet.objects.filter(table__match=match).select_related("match"):
        if sheet.match is None or sheet.match.is_deleted:
            ScoreSheet.objects.filter(pk=sheet.pk).update(match=match)
