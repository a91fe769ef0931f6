"""Bringing back what was removed from an event: an empty table, a stage, an entrant.

Who removes something is given what it takes to bring it back, as JSON; nothing of it is stored with the event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive.players.models import PlayerAlias
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament.events.entrants import add_entrant, change_entrant
from records.tournament.events.lock import lock_event, require_right
from records.tournament.events.models import Entrant, Event, PlannedSeat, Stage, Table
from records.tournament.events.settings import add_stage
from records.tournament.tables.changing import plan_table

STAGE = ("name", "tag", "points", "placement", "carry", "cut", "tie_breaks")
"""The settings of a stage."""


def of_table(table: Table) -> dict[str, Any]:
    """What it takes to bring an empty table back: where it stood, and who was to sit there."""
    seats = dict(table.planned_seats.values_list("seat", "entrant"))
    at = {"stage": table.round.stage.number, "round": table.round.number, "seats": seats}
    return {"kind": "table", "name": table.name, **at}


def of_stage(stage: Stage) -> dict[str, Any]:
    """What it takes to bring a stage back; tables that were planned in it are not among that."""
    return {"kind": "stage", "number": stage.number, **{name: getattr(stage, name) for name in STAGE}}


def of_entrant(entrant: Entrant) -> dict[str, Any]:
    """What it takes to bring an entrant back: name, team, other aliases, player, planned seats, whether of the house, since when
    they play no more, and for whom they stand in."""
    left = {"stage": entrant.left_stage_id, "round": entrant.left_round, "seats": entrant.left_seats}
    return {
        "kind": "entrant",
        "name": entrant.name,
        "team": entrant.team,
        "house": entrant.house,
        "aliases": list(entrant.aliases.values_list("name", flat=True)),
        "player": entrant.alias_id,
        "seats": [list(row) for row in entrant.planned_seats.values_list("table", "seat")],
        "left": {**left, "substitute": entrant.substitute_id},
        "stands_in_for": list(entrant.stands_in_for.values_list("pk", flat=True)),
    }


@audit.atomic()
def bring_back(actor: Actor, event: Event, removed: Mapping[str, Any]) -> None:
    """Bring back what one of the functions above told of. Raises Refusal (403, 404, 409 where something is in its place)."""
    require_right(actor, Right.SCORE if removed["kind"] == "table" else Right.ARRANGE, event.club_id)
    found = lock_event(event)
    if removed["kind"] == "table":
        _table(actor, found, removed)
    elif removed["kind"] == "stage":
        _stage(actor, found, removed)
    else:
        _entrant(actor, found, removed)


def _table(actor: Actor, event: Event, removed: Mapping[str, Any]) -> None:
    stage = event.stages.filter(number=removed["stage"]).first()
    if stage is None:
        raise Refusal("not-found", _("There is no such stage."), 404)
    table = plan_table(actor, event, stage, removed["round"], removed["name"])
    there = set(event.entrants.filter(pk__in=removed["seats"].values()).values_list("pk", flat=True))
    seats = [PlannedSeat(table=table, seat=seat, entrant_id=one) for seat, one in removed["seats"].items() if one in there]
    PlannedSeat.objects.bulk_create(seats)


def _stage(actor: Actor, event: Event, removed: Mapping[str, Any]) -> None:
    stage = add_stage(actor, event, **{name: removed[name] for name in STAGE if name != "placement" or removed[name]})
    if not event.stages.filter(number=removed["number"]).exists():
        stage.number = removed["number"]
        stage.save(update_fields=["number"])


def _entrant(actor: Actor, event: Event, removed: Mapping[str, Any]) -> None:
    entrant = add_entrant(actor, event, removed["name"], removed["team"])
    taken = set(event.aliases.values_list("name", flat=True))
    for alias in removed["aliases"]:
        if alias not in taken:
            change_entrant(actor, entrant, alias=alias)
    player = PlayerAlias.objects.filter(pk=removed["player"], club=event.club_id).first()
    left = removed["left"]
    Entrant.objects.filter(pk=entrant.pk).update(
        alias=player,
        house=removed["house"],
        left_stage=event.stages.filter(pk=left["stage"]).first(),
        left_round=left["round"],
        left_seats=left["seats"],
        substitute=event.entrants.filter(pk=left["substitute"]).first(),
    )
    event.entrants.filter(pk__in=removed["stands_in_for"], substitute=None).update(substitute=entrant)
    for table, seat in removed["seats"]:
        if event.tables.filter(pk=table).exclude(planned_seats__seat=seat).exists():
            PlannedSeat.objects.create(table_id=table, seat=seat, entrant=entrant)
