"""Planned seating: who is to sit where at the tables of an event, as it was planned before anything is played."""

from __future__ import annotations

from collections.abc import Iterable

from records.tournament.events.models import Entrant, PlannedSeat, Table


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
