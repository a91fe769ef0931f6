"""Changing tables by hand: planning them, attaching, uploading, moving and detaching matches, saying who sat where.

When a match is deleted, replaced by a corrected record, or brought back, its tables follow.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import referee
from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive import matches
from records.archive.matches.deletion import match_left, match_moves, match_replaced, match_returned, require_counting
from records.archive.matches.models import Match
from records.archive.matches.replay import record_of
from records.core.db.fields import LINE, storable
from records.core.entered_text import one_line, shown_form
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament.events.entrants import add_names
from records.tournament.events.lock import changed, current_table, lock_event, require_right
from records.tournament.events.models import Event, EventRound, ExcludedMatch, Stage, Table
from records.tournament.tables.match_assignment import attach, attach_waiting, names_of, seating_plan_of
from referee.tournament.ranking.rulings import sides_of

ROUNDS = 1000
"""The greatest number of a round."""


@transaction.atomic
def attach_matching(actor: Actor, event: Event) -> int:
    """Attach every match of the club whose tags fit the event; returns their number. Raises Refusal (403, 404)."""
    require_right(actor, Right.SCORE, event.club_id)
    attached = attach_waiting(lock_event(event))
    audit.record("event.attach", f"event:{event.pk}", by=actor, club=event.club_id, attached=attached)
    return attached


@transaction.atomic
def plan_table(actor: Actor, event: Event, stage: Stage, round_: int, name: str) -> Table:
    """Add a table without a match. Raises Refusal (403, 404, 409, 422)."""
    require_right(actor, Right.SCORE, event.club_id)
    found = lock_event(event)
    where = _round(stage, round_)
    name = _clean_name(name)
    table, created = Table.objects.get_or_create(event=found, round=where, name=name)
    if not created:
        raise _table_taken(round_, name)
    audit.record("event.table", f"event:{event.pk}", by=actor, club=event.club_id, stage=stage.number, round=round_, table=name)
    return table


@transaction.atomic
def attach_match(actor: Actor, event: Event, match: Match, stage: Stage, round_: int | None = None, name: str = "") -> Table:
    """Attach a match of the club to this table of this round, or to the first free one.

    A match that is at another table of the event moves. Raises Refusal (403, 404, 409, 422).
    """
    require_right(actor, Right.SCORE, event.club_id)
    found = lock_event(event)
    if match.club_id != event.club_id or not matches.visible_to(actor).filter(pk=match.pk).exists():
        raise Refusal("not-of-the-club", _("Only matches of the event's club can be attached."), 422)
    require_counting(match)
    before = Table.objects.filter(event=found, match=match).first()
    table = _table(found, stage, match, round_, name)
    if before is not None and before.pk != table.pk:
        Table.objects.filter(pk=before.pk).update(match=None, seated={})
        remove_if_empty(before)
    if before is None or before.pk != table.pk:
        table.match = match
        table.save()
    ExcludedMatch.objects.filter(event=found, match=match).delete()
    if found.open:
        add_names(found, names_of([match.pk]).get(match.pk, []))
    audit.record(
        "event.table",
        f"event:{event.pk}",
        by=actor,
        club=event.club_id,
        stage=stage.number,
        round=table.round.number,
        table=table.name,
        match=str(match.pk),
    )
    return table


@transaction.atomic
def detach(actor: Actor, table: Table) -> None:
    """Remove the match from a table; it is not attached automatically again. Raises Refusal (403, 404, 409)."""
    require_right(actor, Right.SCORE, table.event.club_id)
    event = lock_event(table.event)
    current = current_table(event, table)
    if current.match_id is None:
        raise Refusal("no-match", _("Nothing has been played at this table yet."), 409)
    gone = str(current.match_id)
    empty(current, actor)
    audit.record("event.detach", f"event:{event.pk}", by=actor, club=event.club_id, table=current.name, match=gone)


@transaction.atomic
def put_back(actor: Actor, event: Event, match_id: uuid.UUID) -> None:
    """Put a match that was removed from an event back to its table, or where that is not free to the first free one.

    Raises Refusal (403, 404, 409).
    """
    require_right(actor, Right.SCORE, event.club_id)
    found = lock_event(event)
    excluded = found.excluded_matches.filter(match=match_id, deleted=False).first()
    if excluded is None or excluded.match.is_deleted:
        raise Refusal("not-found", _("This match is no longer among those taken away."), 404)
    require_counting(excluded.match)
    if not fill(excluded):
        raise Refusal("no-stage", _("There is no stage for this match; attach it by hand."), 409)
    audit.record("event.put-back", f"event:{event.pk}", by=actor, club=event.club_id, match=str(match_id))


def empty(table: Table, actor: Actor, deleted: bool = False) -> None:
    """Take the match from a table, and note where it was. The event is locked already."""
    assert table.match_id is not None
    ExcludedMatch.objects.update_or_create(
        event_id=table.event_id,
        match_id=table.match_id,
        defaults={
            "table": table,
            "seated": table.seated,
            "deleted": deleted,
            "removed_by": storable(actor.get_username(), LINE),
            "removed_at": timezone.now(),
        },
    )
    table.match, table.seated = None, {}
    table.save(update_fields=["match", "seated"])


def fill(excluded: ExcludedMatch) -> bool:
    """Attach an excluded match again, at its former table if that is free; whether there was a place. The event is locked."""
    table = excluded.table
    if table is not None and table.match_id is None:
        table.match_id, table.seated = excluded.match_id, excluded.seated or {}
        table.save(update_fields=["match", "seated"])
    elif not attach(excluded.event, [excluded.match]):
        return False
    excluded.delete()
    return True


@transaction.atomic
def remove_table(actor: Actor, table: Table) -> None:
    """Delete a table without a match. Raises Refusal (403, 404, 409)."""
    require_right(actor, Right.SCORE, table.event.club_id)
    event = lock_event(table.event)
    current = current_table(event, table)
    if current.match_id is not None:
        raise Refusal("table-in-use", _("There is a match at this table; take it away first."), 409)
    try:
        current.delete()
    except ProtectedError as error:
        raise Refusal("table-in-use", _("There is a score sheet at this table; it cannot be removed."), 409) from error
    remove_if_empty(current)
    audit.record("event.table.remove", f"event:{event.pk}", by=actor, club=event.club_id, table=current.name)


@transaction.atomic
def seat(actor: Actor, table: Table, seated: Mapping[str, str]) -> Table:
    """Set the names of those who sat at a table, where the record lacks them or has them wrong; an empty name undoes that.

    Raises Refusal (403, 404, 409, 422).
    """
    require_right(actor, Right.SCORE, table.event.club_id)
    event = lock_event(table.event)
    current = current_table(event, table)
    record = record_of(current.match) if current.match else None
    if not isinstance(record, referee.Record):
        raise Refusal("no-match", _("There is no match at this table that can be read."), 409)
    known = "".join(sides_of(record))
    if wrong := sorted(set(seated) - set(known)):
        expected, found = ", ".join(known), ", ".join(storable(str(one), 20) for one in wrong)
        raise Refusal("unknown-seat", _("Expected the seats {expected}, found {found}."), 422, expected=expected, found=found)
    names = {one: one_line(str(name)) for one, name in sorted(seated.items())}
    current.seated = {one: name for one, name in names.items() if name}
    current.save(update_fields=["seated"])
    if event.open:
        add_names(event, current.seated.values())
    audit.record("event.seated", f"event:{event.pk}", by=actor, club=event.club_id, table=current.name, seated=current.seated)
    return current


def _table(event: Event, stage: Stage, match: Match, round_: int | None, name: str) -> Table:
    """The requested table, which must be free for this match; without a request the match's own table, else the first free
    one."""
    name = one_line(name) or shown_form(match.table)
    if round_ is None:
        there = Table.objects.filter(round__stage=stage, match=match).first()
        if there is not None:
            return there
        round_, name = seating_plan_of(stage).place(name, {one for one in names_of([match.pk]).get(match.pk, []) if one})
    where = _round(stage, round_)
    table, _ = Table.objects.get_or_create(event=event, round=where, name=_clean_name(name))
    if table.match_id not in (None, match.pk):
        raise _table_taken(round_, name)
    return table


def require_round_number(number: int) -> None:
    """Raises Refusal (422) for what is no number of a round."""
    if not 1 <= number <= ROUNDS:
        raise Refusal("invalid-round", _("Expected a round from 1 to {most}, found {number}."), 422, most=ROUNDS, number=number)


def _round(stage: Stage, number: int) -> EventRound:
    require_round_number(number)
    return EventRound.objects.get_or_create(stage=stage, number=number)[0]


def _clean_name(name: str) -> str:
    name = one_line(name)
    if not name:
        raise Refusal("empty-name", _("A table needs a name."), 422)
    return name


def remove_if_empty(table: Table) -> None:
    """Delete a table that a match has left, where nothing else is of it (a score sheet, a penalty, an appeal), and a round
    without tables."""
    with suppress(ProtectedError):
        Table.objects.filter(pk=table.pk, match=None, penalties=None, appeals=None).delete()
    EventRound.objects.filter(pk=table.round_id, tables=None).delete()


def _table_taken(round_: int, name: str) -> Refusal:
    return Refusal("table-taken", _("Table {name} of round {round} is there or taken already."), 409, name=name, round=round_)


@audit.atomic()
def upload_to_table(actor: Actor, table: Table, data: bytes, *, media_type: str, filename: str = "") -> Match:
    """Store a file of one match as the club's and attach it to a table. Uploaded again, it stays there.

    Raises Refusal with nothing stored: 403, 404 where the table is gone, 409 where another match is at it or this one is at
    another table, 413, 415, 422 where it is not one match, or of another game than the event's.
    """
    require_right(actor, Right.SCORE, table.event.club_id)
    event = lock_event(table.event)
    current = current_table(event, table)
    uploaded = matches.upload(
        data,
        media_type=media_type,
        filename=filename,
        user=actor,
        club=event.club,
        placed=True,
    )
    if (found := len(uploaded.matches)) != 1:
        raise Refusal("one-match", _("Expected a file of one match, found {found}."), 422, found=found)
    match = uploaded.matches[0]
    if event.game and match.game != event.game:
        found_game = match.game or _("a record that cannot be read")
        raise Refusal("another-game", _("The event plays {game}, found {found}."), 422, game=event.game, found=found_game)
    if current.match_id not in (None, match.pk):
        raise Refusal(
            "table-taken",
            _("There is a match at table {name} of round {round} already."),
            409,
            name=current.name,
            round=current.round.number,
        )
    elsewhere = event.tables.filter(match=match).exclude(pk=current.pk).select_related("round").first()
    if elsewhere is not None:
        raise Refusal(
            "at-another-table",
            _("This match is at table {name} of round {round} already."),
            409,
            name=elsewhere.name,
            round=elsewhere.round.number,
        )
    if current.match_id is None:
        attach_match(actor, event, match, current.round.stage, current.round.number, current.name)
    return match


@receiver(match_moves)
def lock_events(sender: Any, club_id: int | None, **kwargs: Any) -> None:
    """Lock the events of the club, so that no match is attached or ruled on while it is deleted."""
    list(Event.objects.filter(club=club_id).select_for_update().order_by("pk").values_list("pk"))


@receiver(match_left)
def empty_tables(sender: Any, match: Match, actor: Actor, **kwargs: Any) -> None:
    """The tables of a deleted match are without one; that it was taken away by hand before is kept."""
    for table in Table.objects.filter(match=match):
        empty(table, actor, deleted=True)
        changed(table.event_id)


@receiver(match_replaced)
def swap(sender: Any, match: Match, replacement: Match, actor: Actor, **kwargs: Any) -> None:
    """The corrected record takes the tables of the former one, wherever its own tags would have put it."""
    for table in Table.objects.filter(match=match):
        for other in Table.objects.filter(event=table.event_id, match=replacement):
            Table.objects.filter(pk=other.pk).update(match=None, seated={})
            remove_if_empty(other)
        seated = table.seated
        empty(table, actor, deleted=not match.rulings.exists())
        table.match, table.seated = replacement, seated
        table.save(update_fields=["match", "seated"])
        changed(table.event_id)


@receiver(match_returned)
def fill_tables(sender: Any, match: Match, **kwargs: Any) -> None:
    """A match that is back goes to its tables where there is a place; else it is among those taken away by hand."""
    for excluded in ExcludedMatch.objects.filter(match=match, deleted=True).select_related("event", "table", "match"):
        if not fill(excluded):
            ExcludedMatch.objects.filter(pk=excluded.pk).update(deleted=False)
        changed(excluded.event_id)
