"""Who sits at a table of an event: as the record of its match names them, or before there is one as it was planned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from records.archive.matches.models import MatchSeat
from records.archive.players.aliases import key_of
from records.tournament.events.models import Entrant, EntrantAlias, Event, Table
from records.tournament.events.tables.planned_seats import seats_of


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
