"""Drawing rounds of a stage: looked at first, then written; undone until a round has begun; why one is refused."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import reduce
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.core.db import PAGE
from records.core.db.fields import storable
from records.core.errors import Refusal
from records.core.languages import Sentence
from records.core.ops.digests import sha256
from records.core.people import Actor, person
from records.tournament.events.lock import lock_event, require_right
from records.tournament.events.models import Entrant, Event, EventRound, PlannedSeat, Stage, Table
from records.tournament.seating.drawing import METHODS, DrawCounts, DrawTask, Fault, Found, Misfit, counts_of, misfit, prescribed
from records.tournament.seating.models import Draw
from records.tournament.seating.orders import PRESCRIBED, Order, task_of
from records.tournament.seating.plan import TableLayout, begun, layout_named
from records.tournament.tables.changing import ROUNDS


class Drawing(NamedTuple):
    """What a drawing gives before it is written. ``digest`` tells it from every other one."""

    stage: Stage
    first: int
    order: Order
    layout: TableLayout
    people: dict[int, Entrant]
    found: Found
    counts: DrawCounts

    @property
    def digest(self) -> str:
        """A short SHA-256 of the rounds, so that what is written is what was looked at."""
        return sha256(json.dumps([self.first, self.found.rounds]).encode())[:16]

    @property
    def last(self) -> int:
        """The number of the last round."""
        return self.first + len(self.found.rounds) - 1

    def sitting_out(self) -> list[list[Entrant]]:
        """Who sits out, round by round."""
        seated = [{one for table in tables for one in table} for tables in self.found.rounds]
        return [[entrant for key, entrant in self.people.items() if key not in playing] for playing in seated]


def preview(event: Event, stage: Stage, order: Order) -> Drawing:
    """What a drawing of the next rounds of a stage gives; nothing is written. Raises Refusal (409, 422)."""
    first = next_round(stage)
    layout = layout_named(event, order.layout)
    task = task_of(event, stage, first, order, layout.layout)
    people = {one.pk: one for one in Entrant.objects.filter(event=event, pk__in=[person.key for person in task.people])}
    ordered = {one.key: people[one.key] for one in task.people}
    found = _prescribed(event, task, order) if order.method == PRESCRIBED else _drawn(task, order)
    if first + len(found.rounds) - 1 > ROUNDS:
        raise Refusal("invalid-round", _("There are at most {most} rounds."), 422, most=ROUNDS)
    counts = counts_of(task.people, task.layout.sides, task.layout.seats, found.rounds, task.before)
    return Drawing(stage, first, order, layout, ordered, found, counts)


@transaction.atomic
def draw(actor: Actor, event: Event, stage: Stage, order: Order, digest: str = "") -> Draw:
    """Write a drawing as the plan of its rounds. With the ``digest`` of what was looked at, nothing else is written.

    Raises Refusal (403, 404, 409, 422).
    """
    require_right(actor, Right.SCORE, event.club_id)
    found = lock_event(event)
    drawing = preview(found, stage, order)
    if digest and digest != drawing.digest:
        raise Refusal(
            "seating-changed",
            _("The people or the rounds changed meanwhile; look at the drawing again."),
            409,
        )
    _write(found, drawing)
    options = {**order.options(), "layout": drawing.layout.key, "people": list(drawing.people)}
    if drawing.found.groups:
        options["of_groups"] = [list(group) for group in drawing.found.groups]
    drawn = Draw.objects.create(
        event=found,
        stage=stage,
        first=drawing.first,
        last=drawing.last,
        method=order.method,
        seed=order.seed,
        steps=drawing.found.steps,
        counts=drawing.counts._asdict(),
        options=options,
        drawn_by=person(actor),
    )
    _record(actor, event, "event.draw", stage, drawing.first, drawing.last, method=order.method, seed=order.seed)
    return drawn


@transaction.atomic
def undo(actor: Actor, event: Event, stage: Stage, first: int) -> int:
    """Take back the drawn rounds of a stage from one on, with their tables; returns how many there were.

    Raises Refusal: 403, 404 where none was drawn, 409 where one of them has begun.
    """
    require_right(actor, Right.SCORE, event.club_id)
    found = lock_event(event)
    drawn = [one for one in Draw.objects.filter(event=found, stage=stage) if one.stands and one.stands[-1] >= first]
    numbers = {number for one in drawn for number in one.stands if number >= first}
    rounds = list(EventRound.objects.filter(stage=stage, number__in=numbers))
    if not rounds:
        raise Refusal("not-found", _("There is no drawing of this round."), 404)
    started = begun(one.pk for one in rounds)
    if started:
        number = next(one.number for one in rounds if one.pk in started)
        raise Refusal("round-begun", _("Round {number} has begun and cannot be undone."), 409, number=number)
    EventRound.objects.filter(pk__in=[one.pk for one in rounds]).delete()
    for one in drawn:
        one.undone_from, one.undone_at = max(first, one.first), timezone.now()
        one.save(update_fields=["undone_from", "undone_at"])
    _record(actor, event, "event.draw.undo", stage, min(numbers), max(numbers))
    return len(rounds)


def next_round(stage: Stage) -> int:
    """The number of the first round of a stage after those that are there."""
    return int(stage.rounds.aggregate(Max("number"))["number__max"] or 0) + 1


def _drawn(task: DrawTask, order: Order) -> Found:
    by_teams = order.method == "teams"
    if by_teams and task.layout.side_size == 1:
        raise Refusal("seating-no-sides", _("Everybody plays alone at such tables; keep teams apart instead."), 422)
    problem = misfit(task, by_teams)
    if problem is not None:
        raise of_misfit(problem)
    return METHODS[order.method](task)


def _prescribed(event: Event, task: DrawTask, order: Order) -> Found:
    """The rounds of a pasted plan. Raises Refusal (422) with its faulty lines."""
    here = {one.key for one in task.people}
    entrants = list(event.entrants.order_by("pk").prefetch_related("aliases"))
    numbers = {at: one.pk for at, one in enumerate(entrants, 1) if one.pk in here}
    names = {one.name.casefold(): one.pk for one in entrants if one.pk in here}
    names |= {alias.name.casefold(): one.pk for one in entrants if one.pk in here for alias in one.aliases.all()}
    read = prescribed(order.plan, len(task.layout.seats), numbers, names)
    if read.faults:
        called = {str(one.pk): one.name for one in entrants}
        raise of_faults(
            one._replace(found=called.get(one.found, one.found)) if one.kind == "twice" else one for one in read.faults
        )
    if not read.rounds:
        raise Refusal("seating-prescription", _("Paste the plan of the rounds."), 422)
    return Found(read.rounds)


def _write(event: Event, drawing: Drawing) -> None:
    numbers = range(drawing.first, drawing.last + 1)
    rounds = EventRound.objects.bulk_create([EventRound(stage=drawing.stage, number=number) for number in numbers])
    tables = Table.objects.bulk_create(
        [
            Table(event=event, round=round_, name=str(name))
            for round_, of_round in zip(rounds, drawing.found.rounds, strict=True)
            for name in range(1, len(of_round) + 1)
        ],
        batch_size=PAGE,
    )
    seated = [table for of_round in drawing.found.rounds for table in of_round]
    PlannedSeat.objects.bulk_create(
        [
            PlannedSeat(table=table, seat=seat, entrant_id=key)
            for table, people in zip(tables, seated, strict=True)
            for seat, key in zip(drawing.layout.layout.seats, people, strict=True)
            if key
        ],
        batch_size=PAGE,
    )


def _record(actor: Actor, event: Event, action: str, stage: Stage, first: int, last: int, **more: Any) -> None:
    target = f"event:{event.pk}"
    audit.record(action, target, by=actor, club=event.club_id, stage=stage.number, round=first, until=last, **more)


MENTIONED = 10
"""Faults of a prescription that are told of at most."""

_MISFITS = {
    "nobody": _("Nobody is on the list to be seated; enter people first."),
    "too-few": _("A table needs {seats} people, there are {people}: {missing} more are needed."),
    "uneven": _(
        "{people} people do not fill tables of {seats}: {over} are left over beside {tables} tables. "
        "Add {missing} substitutes, or let {over} sit out in turn."
    ),
    "too-many": _(
        "{people} people are more than {tables} tables of {seats} hold: {over} too many. "
        "Give more tables, or let {over} sit out in turn."
    ),
    "team-too-large": _(
        "The team “{team}” has {members} people and there are {tables} tables: some would have to sit together. "
        "Divide the team, or do not keep teams apart."
    ),
    "team-size": _(
        "The team “{team}” has {members} people, a side has {side}. Change the team, or draw the sides by another method."
    ),
    "no-team": _("{members} people are of no team; every team needs {side} people."),
    "too-many-groups": _("{people} people in {members} groups do not fill a table of {seats} each; at most {tables} groups do."),
}

_FAULTS = {
    "cells": _("neither the tables of a round nor “round, table, people …” ({found} cells)"),
    "number": _("the round or table is out of range: {found}"),
    "table-twice": _("this table of this round was given before: {found}"),
    "nobody": _("nobody on the list is “{found}”"),
    "seats": _("{found} people at this table, which is not the number of its seats"),
    "twice": _("{found} is there twice in one round"),
    "round-missing": _("round {found} is missing"),
}


def of_misfit(found: Misfit) -> Refusal:
    """The refusal of people who cannot be seated, with the figures and a proposal."""
    message = _MISFITS["no-team" if found.kind == "team-size" and not found.team else found.kind]
    return Refusal(
        f"seating-{found.kind}",
        message,
        422,
        people=found.people,
        seats=found.seats,
        tables=found.tables,
        over=found.over,
        missing=found.missing,
        team=storable(found.team, 60),
        members=found.members,
        side=found.members + found.missing,
    )


def of_faults(faults: Iterable[Fault]) -> Refusal:
    """The refusal of a prescribed plan, line by line."""
    found = list(faults)
    told = [_told(fault) for fault in found[:MENTIONED]]
    if len(found) > MENTIONED:
        told.append(Sentence(_("and {number} more"), number=len(found) - MENTIONED))
    listed = reduce(lambda one, other: Sentence(_("{one}; {other}"), one=one, other=other), told)
    return Refusal("seating-prescription", _("{faults}."), 422, faults=listed)


def _told(fault: Fault) -> Sentence:
    said = Sentence(_FAULTS[fault.kind], found=storable(fault.found, 60))
    return Sentence(_("Line {line}: {fault}"), line=fault.line, fault=said) if fault.line else said
