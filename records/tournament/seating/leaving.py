"""People who leave an event before its end, and who takes their place.

From a round on somebody plays no more: what they played counts as it is, their later seats become free, and no drawing seats
them. A substitute is an entrant of their own, whose points are theirs (and their team's); one of the house is ranked nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament.events.entrants import create_entrant
from records.tournament.events.lock import current_entrant, lock_event, require_right
from records.tournament.events.models import Entrant, Event, PlannedSeat, Stage
from records.tournament.seating.plan import begun
from records.tournament.tables.changing import require_round_number


@transaction.atomic
def leave(actor: Actor, event: Event, entrant: Entrant, stage: Stage, round_: int) -> Entrant:
    """Somebody plays no more from a round on; their planned seats in rounds that have not begun become free.

    Raises Refusal (403, 404, 409, 422).
    """
    require_right(actor, Right.SCORE, event.club_id)
    found = lock_event(event)
    current = current_entrant(found, entrant)
    require_round_number(round_)
    if current.left_stage_id is not None:
        raise Refusal("has-left", _("{name} has left already."), 409, name=current.name)
    seats = _later_seats(current, stage, round_)
    freed: list[list[int | str]] = [[one.table_id, one.seat] for one in seats]
    PlannedSeat.objects.filter(pk__in=[one.pk for one in seats]).delete()
    _keep(current, stage, round_, freed)
    _record(actor, event, "event.leave", name=current.name, stage=stage.number, round=round_, seats=len(freed))
    return current


@transaction.atomic
def substitute(
    actor: Actor, event: Event, entrant: Entrant, name: str = "", by: Entrant | None = None, house: bool = False
) -> Entrant:
    """Somebody takes the free seats of one who left: a new entrant of this name, in the team of who left, or one of the list who
    sits at none of those tables' rounds. Raises Refusal (403, 404, 409, 422)."""
    require_right(actor, Right.SCORE, event.club_id)
    found = lock_event(event)
    gone = current_entrant(found, entrant)
    if gone.left_stage_id is None:
        raise Refusal("has-not-left", _("{name} has not left."), 409, name=entrant.name)
    if gone.substitute is not None:
        other = gone.substitute.name
        raise Refusal("has-substitute", _("{other} is the substitute already."), 409, other=other)
    who = current_entrant(found, by) if by else create_entrant(found, name, "" if house else gone.team, house)
    if who.left_stage_id is not None:
        raise Refusal("has-left", _("{name} has left already."), 409, name=who.name)
    seats = _take(gone, who)
    gone.substitute = who
    gone.save(update_fields=["substitute"])
    _record(actor, event, "event.substitute", name=gone.name, substitute=who.name, house=who.house, seats=seats)
    return who


@transaction.atomic
def come_back(actor: Actor, event: Event, entrant: Entrant) -> None:
    """Undo that somebody left: they have their seats again, which must be free. Raises Refusal (403, 404, 409)."""
    require_right(actor, Right.SCORE, event.club_id)
    found = lock_event(event)
    current = current_entrant(found, entrant)
    if current.left_stage_id is None:
        raise Refusal("has-not-left", _("{name} has not left."), 409, name=current.name)
    if current.substitute is not None and current.substitute.left_stage_id is None:
        other = current.substitute.name
        raise Refusal("has-substitute", _("{other} has their seats; let {other} leave first."), 409, other=other)
    seats = _take(current, current)
    _keep(current, None, None, [])
    _record(actor, event, "event.come-back", name=current.name, seats=seats)


def _keep(entrant: Entrant, stage: Stage | None, round_: int | None, seats: list[list[int | str]]) -> None:
    """Store since when somebody plays no more, or that they play again."""
    entrant.left_stage, entrant.left_round, entrant.left_seats, entrant.substitute = stage, round_, seats, None
    entrant.save(update_fields=["left_stage", "left_round", "left_seats", "substitute"])


def _later_seats(entrant: Entrant, stage: Stage, round_: int) -> list[PlannedSeat]:
    """The planned seats from a round on, without those of rounds that have begun."""
    rows = PlannedSeat.objects.filter(entrant=entrant).select_related("table__round__stage")
    later = [one for one in rows if (one.table.round.stage.number, one.table.round.number) >= (stage.number, round_)]
    started = begun({one.table.round_id for one in later})
    return [one for one in later if one.table.round_id not in started]


def _take(gone: Entrant, who: Entrant) -> int:
    """Seat somebody in the free seats of one who left at the tables that are still there and have no match yet; returns their
    number. Raises Refusal (409) where they sit at another table of such a round."""
    wanted = {(table, seat) for table, seat in gone.left_seats}
    tables = {table for table, _ in wanted}
    taken = set(PlannedSeat.objects.filter(table__in=tables).values_list("table", "seat"))
    free = sorted(wanted - taken)
    rounds = dict(_rounds_of(gone.event, (table for table, _ in free)))
    busy = PlannedSeat.objects.filter(entrant=who, table__round__in=set(rounds.values())).select_related("table__round").first()
    if busy is not None:
        number, table = busy.table.round.number, busy.table.name
        raise Refusal(
            "seated-elsewhere",
            _("{name} sits at table {table} in round {number} already."),
            409,
            name=who.name,
            table=table,
            number=number,
        )
    rows = [PlannedSeat(table_id=table, seat=seat, entrant=who) for table, seat in free if table in rounds]
    return len(PlannedSeat.objects.bulk_create(rows))


def _rounds_of(event: Event, tables: Iterable[int]) -> Iterable[tuple[int, int]]:
    """The round of each of these tables that is still there and has no match: of one that has, its record says who sat there."""
    return event.tables.filter(pk__in=list(tables), match=None).values_list("pk", "round")


def _record(actor: Actor, event: Event, action: str, **details: object) -> None:
    audit.record(action, f"event:{event.pk}", by=actor, club=event.club_id, **details)
