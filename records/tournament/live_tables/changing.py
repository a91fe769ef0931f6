"""Opening a live table, saying when watchers see what is hidden, ending it into a match, closing those that were left.

Also the live tables of an event that are written at now, and what an account wrote, to take away or to be erased.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import referee
from records.accounts import audit
from records.accounts.clubs.models import Club
from records.archive import matches
from records.archive.matches.models import Match
from records.archive.matches.uploading import require_upload_right
from records.core.db.fields import Document
from records.core.entered_text import require_fit
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament import events
from records.tournament.events.lock import changed, current_table, lock_event
from records.tournament.events.models import Event, Table
from records.tournament.live_tables.frames import shown_from
from records.tournament.live_tables.models import DELAY, LiveLines, LiveTable
from records.tournament.live_tables.referees import referee_of, referees
from records.tournament.live_tables.visibility import Writer, account_of, may_arrange, may_write_by_link, note, require_writer
from records.tournament.tables.seat_links import SeatLink
from referee.notation.json_form import parse_json, write_json

LONGEST_DELAY: Final = 24 * 60 * 60
"""Seconds of a delay at most."""
CLOSED_AT_ONCE: Final = 1_000
TABLES_OPEN: Final = 200
"""Tables that one account may have open at once to write at while they are played."""
IDLE_HOURS: Final = 24
"""Hours after which a table is closed at which nothing was written any more."""
ROWS_AT_ONCE: Final = 100
PPN: Final = "text/x-ppn"


def open_table(
    writer: Writer,
    header: dict[str, Any],
    *,
    club: Club | None = None,
    at: Table | None = None,
    delay: int = DELAY,
    public: bool = False,
) -> LiveTable:
    """Open a live table: ``header`` is a record without rounds in JSON form, ``at`` the table of an event where it is played.

    Raises Refusal: 403; 409 where that table has a match or is written already, or too many tables are open; 422.
    """
    club = at.event.club if at is not None else club
    _require_opener(writer, club, at, public)
    record = _header(header, at)
    _require_delay(delay)
    account = account_of(writer)
    if account and LiveTable.objects.filter(user=account, state=LiveTable.State.OPEN).count() >= TABLES_OPEN:
        raise Refusal("too-many-tables", _("An account has at most {most} tables open at once."), 409, most=TABLES_OPEN)
    with audit.atomic():
        if at is not None:
            _require_free(at)
        try:
            with transaction.atomic():
                found = LiveTable.objects.create(
                    club=club, at=at, user=account, game=record.game, header=header_of(record), delay=delay, public=public
                )
        except IntegrityError:
            raise _taken() from None
        note("live.open", writer, found, delay=delay)
    return found


def _require_opener(writer: Writer, club: Club | None, at: Table | None, public: bool) -> None:
    if isinstance(writer, SeatLink):
        if at is None or not may_write_by_link(writer, at) or public:
            raise Refusal("permission-denied", _("You may not write at this table."), 403)
    else:
        require_upload_right(writer, club, public)


def _require_free(at: Table) -> None:
    event = lock_event(at.event)
    if current_table(event, at).match_id is not None:
        raise Refusal("table-taken", _("There is a match at this table already."), 409)
    if LiveTable.objects.filter(at=at, state=LiveTable.State.OPEN).exists():
        raise _taken()


def _taken() -> Refusal:
    return Refusal("already-live", _("This table is written down live already."), 409)


def _header(given: dict[str, Any], at: Table | None) -> referee.Record:
    """The record without rounds, with what the event knows of it. Raises Refusal (422)."""
    known = _known_of(at) if at is not None else {}
    tags = {**known.get("tags", {}), **(given.get("tags") or {})}
    seats = {**known.get("seats", {}), **(given.get("seats") or {})}
    require_fit([tags, seats])
    said = {name: given[name] for name in ("game", "rules", "base") if given.get(name) not in (None, "")}
    try:
        record = parse_json(json.dumps({"ppn": 1, **said, "tags": tags, "seats": seats, "rounds": []}))
        referee.MatchReferee(record)
    except referee.NotationError as error:
        raise Refusal(error.code, error.message, 422) from error
    except (LookupError, RecursionError) as error:
        raise Refusal("unknown-rules", _("There is no such game or rules: {why}"), 422, why=error) from None
    return record


def _known_of(at: Table) -> dict[str, Any]:
    tags = {"Event": at.event.tag, "Stage": at.round.stage.tag, "Table": at.name, "Date": f"{timezone.localdate():%Y.%m.%d}"}
    return {"tags": {name: text for name, text in tags.items() if text}, "seats": events.names_planned([at]).get(at.pk, {})}


def header_of(record: referee.Record) -> Document:
    """A record without its rounds and totals, in JSON form."""
    document: Document = {**write_json(record._replace(totals=None, comment=""))}
    del document["rounds"]
    return document


def change_delay(actor: Actor, table: LiveTable, delay: int) -> None:
    """Say after how many seconds watchers see what is hidden. Raises Refusal (403, 422)."""
    if not may_arrange(actor, table):
        raise Refusal("permission-denied", _("Only organizers may do this."), 403)
    _require_delay(delay)
    with audit.atomic():
        LiveTable.objects.filter(pk=table.pk).update(delay=delay)
        table.delay = delay
        if table.match is not None:
            matches.hold(table.match, shown_from(table))
            if table.at is not None:
                changed(table.at.event_id)
        note("live.delay", actor, table, delay=delay)


def _require_delay(delay: int) -> None:
    if not 0 <= delay <= LONGEST_DELAY:
        raise Refusal("invalid-delay", _("Expected delay from 0 to {most} seconds."), 422, most=LONGEST_DELAY)


def end(actor: Actor, table: LiveTable, totals: dict[str, int] | None = None) -> Match:
    """End a table: what was written becomes a match like any other, judged, and at its event's table where it has one. Until the
    table's delay is over the match is held from those who watched. Asked again, it is that match.

    Raises Refusal: 403, 404, 409 where no round was begun, and what uploading refuses.
    """
    require_writer(actor, table)
    with audit.atomic():
        if table.at is not None:
            lock_event(table.at.event)
        current = LiveTable.objects.select_for_update(of=("self",)).select_related("match").filter(pk=table.pk).first()
        if current is None:
            raise Refusal("not-found", _("There is no such table."), 404)
        if current.match is not None:
            return current.match
        match = _stored(actor, table, _text(current, totals))
        if (until := shown_from(current)) > timezone.now():
            matches.hold(match, until)
        LiveTable.objects.filter(pk=current.pk).update(state=LiveTable.State.ENDED, match=match, written_at=timezone.now())
        note("live.end", actor, table, match=str(match.pk))
    referees.take(table.pk)
    return match


def _text(table: LiveTable, totals: dict[str, int] | None) -> bytes:
    record = referee_of(table).match.record
    if not record.rounds:
        raise Refusal("no-rounds", _("No round was begun yet."), 409)
    document = {**write_json(record), **({"totals": totals} if totals else {})}
    try:
        return referee.write(parse_json(json.dumps(document))).encode()
    except referee.NotationError as error:
        raise Refusal(error.code, error.message, 422) from error


def _stored(actor: Actor, table: LiveTable, text: bytes) -> Match:
    name = f"live-{table.pk}.ppn"
    if table.at is not None:
        return events.upload_to_table(actor, table.at, text, media_type=PPN, filename=name)
    return matches.upload(text, media_type=PPN, filename=name, user=actor, club=table.club, public=table.public).matches[0]


def release_due() -> int:
    """Let go the matches whose delay is over, and have the pages of their events look again. Returns how many."""
    due = Match.objects.filter(held_until__lte=timezone.now())
    keys = list(due.values_list("pk", flat=True)[:CLOSED_AT_ONCE])
    for event_id in Table.objects.filter(match__in=keys).values_list("event", flat=True).distinct():
        changed(event_id)
    return Match.objects.filter(pk__in=keys).update(held_until=None)


def close_idle() -> int:
    """Close tables at which nothing was written for long; what was written stays, and can still be ended. Returns how many."""
    since = timezone.now() - timedelta(hours=IDLE_HOURS)
    old = LiveTable.objects.filter(state=LiveTable.State.OPEN, written_at__lt=since)
    keys = list(old.values_list("pk", flat=True)[:CLOSED_AT_ONCE])
    closed = LiveTable.objects.filter(pk__in=keys, state=LiveTable.State.OPEN).update(state=LiveTable.State.IDLE)
    for event_id in LiveTable.objects.filter(pk__in=keys, at__isnull=False).values_list("at__event", flat=True).distinct():
        changed(event_id)
    return closed


class Playing(NamedTuple):
    """A live table that is written at now, as everybody at it knows it: its round and its move (0 before the first), how many
    rounds are over, what they gave to each side, and who sits where."""

    live: uuid.UUID
    round: int
    move: int
    rounds: int
    scores: Mapping[str, int]
    seats: Mapping[str, str]
    complete: bool = False


def playing_in(event: Event) -> dict[int, Playing]:
    """The live tables of an event that are written at now, by the ids of its tables, in one query."""
    rows = LiveTable.objects.filter(at__event=event, state=LiveTable.State.OPEN).values_list("at", "pk", "header", "progress")
    return {at: _playing(live, header, progress) for at, live, header, progress in rows if at is not None}


def _playing(live: uuid.UUID, header: Document, progress: Document) -> Playing:
    round_, move, rounds = (progress.get(name, 0) for name in ("round", "move", "rounds"))
    return Playing(live, round_, move, rounds, progress.get("scores") or {}, header.get("seats", {}))


def rows_of(user: User) -> Iterator[dict[str, Any]]:
    """What somebody wrote at live tables, for the zip of their own data."""
    for row in LiveLines.objects.filter(user=user.pk).order_by("pk").defer("open", "whole").iterator(ROWS_AT_ONCE):
        yield {"table": str(row.live_table_id), "first": row.first, "lines": row.lines, "at": row.at}


def erase_own(user: User, until: float) -> int:
    """Erase the live tables of an account outside of clubs; how many there were."""
    erased = 0
    for table in LiveTable.objects.filter(user=user, club=None)[:ROWS_AT_ONCE]:
        table.delete()
        erased += 1
        if time.monotonic() >= until:
            break
    return erased
