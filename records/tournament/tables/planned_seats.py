"""Who sits at an event's tables: as planned, and once there is a match as its record or somebody says; when the rounds start."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive.matches.models import MatchSeat
from records.archive.players.aliases import key_of
from records.core.db.fields import storable
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament.events.lock import lock_event, require_event_right
from records.tournament.events.models import Entrant, EntrantAlias, Event, EventRound, PlannedSeat, Table

WITH_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", re.ASCII)


def seats_of(tables: Iterable[Table]) -> dict[int, dict[str, Entrant]]:
    """The planned people of these tables, by the table's key and the seat, read in one query; a table without any is left out."""
    found: dict[int, dict[str, Entrant]] = {}
    rows = PlannedSeat.objects.filter(table__in=[table.pk for table in tables]).select_related("entrant").order_by("id")
    for row in rows:
        found.setdefault(row.table_id, {})[row.seat] = row.entrant
    return found


def names_planned(tables: Iterable[Table]) -> dict[int, dict[str, str]]:
    """The names of the planned people of these tables, by the table's key and the seat; a table without any is left out."""
    return {table: {seat: one.name for seat, one in seats.items()} for table, seats in seats_of(tables).items()}


class PersonAt(NamedTuple):
    """A person at a seat; ``entrant`` is None where the name is nobody's on the list."""

    seat: str
    name: str
    entrant: Entrant | None


def people_at(table: Table) -> list[PersonAt]:
    """Everybody at a table, in the order of the seats. What was said by hand comes before what the record says."""
    if table.match_id is None:
        planned = seats_of([table]).get(table.pk, {})
        return [PersonAt(seat, one.name, one) for seat, one in planned.items()]
    rows = MatchSeat.objects.filter(match=table.match_id).order_by("id").values_list("seat", "name")
    names = {**dict(rows), **table.seated}
    known = entrants_by_key(table.event, names)
    return [PersonAt(seat, name, known.get(key_of(name))) for seat, name in names.items() if name]


def entrants_by_key(event: Event, names: Mapping[str, str]) -> dict[str, Entrant]:
    """The entrants whom these names mean, by name key."""
    keys = {key for name in names.values() if (key := key_of(name))}
    found = EntrantAlias.objects.filter(event=event, key__in=keys).select_related("entrant")
    return {alias.key: alias.entrant for alias in found}


def read_start(text: str) -> datetime | None:
    """A day and time, ``2026.11.14 09:30`` or as ISO 8601 has it, in the service's time zone where it names none; None for an
    empty text. Raises Refusal (422)."""
    text = text.strip()
    if not text:
        return None
    try:
        written = re.sub(r"^(\d{4})\.(\d\d)\.(\d\d) ", r"\1-\2-\3 ", text)
        found = parse_datetime(written) if WITH_TIME.match(written) else None
        if found is not None:
            aware = found if timezone.is_aware(found) else timezone.make_aware(found)
            aware.astimezone(timezone.get_default_timezone())
            return aware
    except (ValueError, OverflowError):
        pass
    shown = storable(text, 40)
    raise Refusal(
        "invalid-time",
        _("Expected a day and a time, as 2026.11.14 09:30, found “{shown}”."),
        422,
        shown=shown,
    )


@transaction.atomic
def plan_start(actor: Actor, event: Event, stage: int, number: int, starts_at: datetime | None) -> EventRound:
    """Plan when a round starts; None takes the time back. Raises Refusal (403, 404)."""
    require_event_right(actor, Right.SCORE, event)
    found = lock_event(event)
    round_ = EventRound.objects.filter(stage__event=found, stage__number=stage, number=number).first()
    if round_ is None:
        raise Refusal("not-found", _("There is no such round."), 404)
    round_.starts_at = starts_at
    round_.save(update_fields=["starts_at"])
    audit.record(
        "event.schedule",
        f"event:{found.pk}",
        by=actor,
        club=found.club_id,
        stage=stage,
        round=number,
        planned=starts_at.isoformat(timespec="minutes") if starts_at else None,
    )
    return round_
