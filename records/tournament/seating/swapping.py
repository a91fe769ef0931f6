"""Wrong seats that are noticed late: two people, or all of two tables, change places with everything that hangs on their seats.

The plan changes, and where a match is at a table already, who sat at its seats by name; a seat that somebody left moves like one
that is taken. Swapping again undoes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive.matches.models import MatchSeat
from records.archive.players.aliases import key_of
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament.events.lock import current_entrant, lock_event, require_right
from records.tournament.events.models import Entrant, Event, EventRound, PlannedSeat, Table


class _Place(NamedTuple):
    """A seat of a table; None instead of it: somebody sits out."""

    table: Table
    seat: str


class _RoundSeats:
    """Who sits where in a round: as planned, and by the names of the matches at its tables."""

    def __init__(self, event: Event, round_: EventRound) -> None:
        self.tables = {table.pk: table for table in Table.objects.filter(round=round_)}
        rows = PlannedSeat.objects.filter(table__in=self.tables).select_related("entrant")
        self.planned = {(row.table_id, row.seat): row.entrant for row in rows}
        by_match = {table.match_id: table.pk for table in self.tables.values() if table.match_id}
        named = MatchSeat.objects.filter(match__in=by_match).values_list("match", "seat", "name")
        self._recorded = {(by_match[match], seat): name for match, seat, name in named}
        self._keys = dict(event.aliases.values_list("key", "entrant"))
        self._gone = list(event.entrants.exclude(left_stage=None))

    def name(self, place: _Place) -> str:
        """The name at a seat: who sat there as said at the table, as the record says, as planned."""
        at = place.table.pk, place.seat
        planned = self.planned[at].name if at in self.planned else ""
        return place.table.seated.get(place.seat) or self._recorded.get(at) or planned

    def place_of(self, entrant: Entrant) -> _Place | None:
        """Where somebody sits: by the names at the tables with a match, else as planned. None: they sit out."""
        for table in self.tables.values():
            seats = {seat for at, seat in self._recorded if at == table.pk} | set(table.seated)
            for seat in sorted(seats) if table.match_id else ():
                if self._keys.get(key_of(self.name(_Place(table, seat)))) == entrant.pk:
                    return _Place(table, seat)
        found = next((at for at, one in self.planned.items() if one.pk == entrant.pk), None)
        return _Place(self.tables[found[0]], found[1]) if found else None

    def seats_of(self, table: Table) -> list[str]:
        """The seats of a table of which somebody is known."""
        known = [seat for at, seat in self.planned if at == table.pk] + [seat for at, seat in self._recorded if at == table.pk]
        return list(dict.fromkeys(known))

    def exchange(self, pairs: Sequence[tuple[_Place, _Place]]) -> None:
        """Exchange who sits at the two places of each pair, and store it."""
        changed: dict[tuple[int, str], Entrant | None] = {}
        for one, other in pairs:
            first, second = self.name(one), self.name(other)
            for place, who, name in ((one, other, second), (other, one, first)):
                changed[place.table.pk, place.seat] = self.planned.get((who.table.pk, who.seat))
                self._say(place, name)
        self._store(changed)
        self._move_left_seats(pairs)

    def replace(self, place: _Place, entrant: Entrant) -> None:
        """Somebody who sits out sits there instead."""
        self._say(place, entrant.name)
        self._store({(place.table.pk, place.seat): entrant})

    def _move_left_seats(self, pairs: Sequence[tuple[_Place, _Place]]) -> None:
        """The seats that people left move with the places, so that a substitute, or who comes back, finds them."""
        moved = {(here.table.pk, here.seat): there for pair in pairs for here, there in (pair, pair[::-1])}
        for entrant in self._gone:
            found = [moved.get((table, seat)) for table, seat in entrant.left_seats]
            if any(found):
                both = zip(entrant.left_seats, found, strict=True)
                entrant.left_seats = [[place.table.pk, place.seat] if place else seat for seat, place in both]
                entrant.save(update_fields=["left_seats"])

    def _say(self, place: _Place, name: str) -> None:
        """Write down the name at a seat of a table with a match, where the record says another."""
        if place.table.match_id is None:
            return
        said = {seat: one for seat, one in place.table.seated.items() if seat != place.seat}
        if name and name != self._recorded.get((place.table.pk, place.seat)):
            said[place.seat] = name
        place.table.seated = said
        place.table.save(update_fields=["seated"])

    def _store(self, changed: dict[tuple[int, str], Entrant | None]) -> None:
        for table, seat in changed:
            PlannedSeat.objects.filter(table=table, seat=seat).delete()
        PlannedSeat.objects.bulk_create(
            [PlannedSeat(table_id=table, seat=seat, entrant=one) for (table, seat), one in changed.items() if one]
        )


@transaction.atomic
def swap_people(actor: Actor, event: Event, round_: EventRound, one: Entrant, other: Entrant) -> None:
    """Two people change places in a round; one of them may sit out in it.

    Raises Refusal: 403, 404, 409 for one who has left before the round, 422 where neither sits, or both at one seat.
    """
    require_right(actor, Right.SCORE, event.club_id)
    found = lock_event(event)
    seats = _RoundSeats(found, round_)
    here, there = seats.place_of(one), seats.place_of(other)
    if one.pk == other.pk or here == there:
        raise Refusal("nothing-to-swap", _("Choose two people of this round, one of whom has a seat."), 422)
    for who, place in ((one, here), (other, there)):
        if place is None:
            _require_present(current_entrant(found, who), round_)
    if here is not None and there is not None:
        seats.exchange([(here, there)])
    elif here is not None:
        seats.replace(here, other)
    elif there is not None:
        seats.replace(there, one)
    _record(actor, event, round_, people=[one.name, other.name])


@transaction.atomic
def swap_tables(actor: Actor, event: Event, one: Table, other: Table) -> None:
    """Everybody at one table of a round changes places with whom sits on the same seat of another.

    Raises Refusal: 403, 404, 422 where they are not two tables of one round.
    """
    require_right(actor, Right.SCORE, event.club_id)
    found = lock_event(event)
    if one.pk == other.pk or one.round_id != other.round_id:
        raise Refusal("nothing-to-swap", _("Choose two tables of one round."), 422)
    seats = _RoundSeats(found, one.round)
    first, second = seats.tables[one.pk], seats.tables[other.pk]
    both = dict.fromkeys((*seats.seats_of(first), *seats.seats_of(second)))
    seats.exchange([(_Place(first, seat), _Place(second, seat)) for seat in both])
    _record(actor, event, one.round, tables=[one.name, other.name])


def _require_present(who: Entrant, round_: EventRound) -> None:
    """Raises Refusal (409) for somebody who has left before a round."""
    if who.has_left(round_.stage.number, round_.number):
        raise Refusal("has-left", _("{name} has left already."), 409, name=who.name)


def _record(actor: Actor, event: Event, round_: EventRound, **details: list[str]) -> None:
    target = f"event:{event.pk}"
    audit.record("event.swap", target, by=actor, club=event.club_id, stage=round_.stage.number, round=round_.number, **details)
