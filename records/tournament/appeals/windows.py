"""Until when a player may object: until the next round begins, the player's own next match begins, or the day ends.

The time begins when the thing was said: a finding when the record of its match came in, a ruling or a penalty when it was given.
A round has begun once its clock was started, where it has one, or the first record of it came in. Where no later round has begun
after that, one may object until the end of the event's last day, or of the day on which it was said where that is later; without
a last day as long as no later round begins.
"""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Any

from django.db.models import Q
from django.utils import timezone

from records.tournament.events.models import EntrantAlias, Event, EventRound, Table

Protests = Event.Protests


def closes_at(event: Event, table: Table, entrant_id: int | None, said: datetime, protests: str) -> datetime | None:
    """The moment after which nobody may object to what was said at a table then; None where there is none yet."""
    if protests == Protests.DAY:
        return _end_of_day(said)
    begun = [at for at in _later_beginnings(event, table, entrant_id if protests == Protests.MATCH else None) if at > said]
    if begun:
        return min(begun)
    if not event.ends:
        return None
    last = datetime.strptime(event.ends, "%Y.%m.%d").replace(tzinfo=UTC)  # only its day is read
    return max(_end_of_day(said), _local(last.date()))


def _end_of_day(at: datetime) -> datetime:
    return _local(timezone.localtime(at).date())


def _local(day: Any) -> datetime:
    """The last moment of a day, by the service's clock."""
    return timezone.make_aware(datetime.combine(day, time.max))


def _later_beginnings(event: Event, table: Table, entrant_id: int | None) -> list[datetime]:
    """When the later rounds began; with an entrant, those in which that one plays."""
    here = (table.round.stage.number, table.round.number)
    rounds = EventRound.objects.filter(stage__event=event).select_related("stage")
    later = {one.pk: one for one in rounds if (one.stage.number, one.number) > here}
    tables = Table.objects.filter(event=event, round__in=later)
    if entrant_id is not None:
        names = EntrantAlias.objects.filter(event=event, entrant=entrant_id).values_list("name", flat=True)
        tables = tables.filter(Q(planned_seats__entrant=entrant_id) | Q(match__seats__name__in=list(names))).distinct()
    rows = list(tables.values_list("round", "match__created_at"))
    clocks = [later[pk].started_at for pk in {pk for pk, _ in rows}]
    return [at for at in (*(at for _, at in rows), *clocks) if at is not None]
