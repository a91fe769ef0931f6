"""Matches of an event: golden records under other tags and other names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import referee
from records import services
from records.models import Club, Event, Match, Publication
from records.refusal import Refusal
from tests.golden import HOME

EVENT = "Autumn Cup"
PPN = "text/x-ppn"


def text(name: str = "sichuan/clean-01", people: str = "ABCD", event: str = EVENT, **tags: str) -> str:
    """A record with these people at its seats, in their order, and these tags (``Table``, ``Stage``, ``Date``)."""
    record = referee.parse((HOME / f"{name}.ppn").read_bytes())
    said = {**{tag: value for tag, value in record.tags.items() if tag not in ("Table", "Stage", "Date")}, "Event": event, **tags}
    seats = dict(zip(record.seats, people, strict=False)) if people else {}
    return referee.write(replace(record, tags=said, seats=seats))


def upload(club: Club, user: Any, *texts: str, judge: bool = True) -> list[Match]:
    """Store matches as the club's, and judge them."""
    taken = services.accept("\n".join(texts).encode(), media_type=PPN, user=user, club=club)
    if judge:
        for match in taken.matches:
            services.judge(match.pk)
    return [Match.objects.get(pk=match.pk) for match in taken.matches]


def hall(event: Event) -> list[tuple[int, int, str, Any]]:
    """Stage, round, table and match of every table."""
    rows = event.tables.order_by("round__stage__number", "round__number", "name")
    return [(row.round.stage.number, row.round.number, row.name, row.match_id) for row in rows]


def publish(actor: Any, event: Event, force: str = "") -> Publication:
    """Publish, with a worker at hand. Raises Refusal, also where the worker finds why not."""
    publishing = services.publish(actor, event, force)
    services.carry_out(publishing.pk)
    publishing.refresh_from_db()
    if publishing.problem is not None:
        problem = publishing.problem
        raise Refusal(problem["code"], problem["zh"], problem["en"], problem["status"])
    return event.publications.get(number=publishing.number)
