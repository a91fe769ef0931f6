"""Entering the match of one table of an event: what is known of it before, and where it goes."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone

from frontend.components.access import member_event_or_404
from records.accounts import access
from records.accounts.access import SEAT
from records.tournament import events
from records.tournament.models import Event, Table


def waiting_table(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> Table | None:
    """The table, for who scores in its event; None for others who may see the event. Raises Http404."""
    event = member_event_or_404(request, event_id)
    table = events.table_of(event, table_id)
    if table is None:
        raise Http404
    return table if events.may_in(request.user, access.Right.SCORE, event) else None


def planned(table: Table) -> dict[str, Any]:
    """What the page's script fills in: the tags in their order, where the match is uploaded, and the key of its draft."""
    return {
        "key": f"referee.draft.table.{table.pk}",
        "into": reverse("api:table_match", args=[table.event_id, table.pk]),
        "live": reverse("api:draft", args=[table.event_id, table.pk]),
        "tags": _tags(table),
    }


def planned_by_link(link: events.SeatLink) -> dict[str, Any]:
    """The same for who has the table's link: the match is written live there, and uploaded nowhere."""
    return {
        "key": f"referee.draft.link.{link.table.pk}",
        "live": f"{reverse('api:draft', args=[link.table.event_id, link.table.pk])}?{SEAT}=",
        "tags": _tags(link.table),
    }


def _tags(table: Table) -> list[list[str]]:
    event, usual = table.event, events.usual_rules(table.event)
    seats = events.names_planned([table]).get(table.pk, {})
    tags = {
        "Game": event.game or usual.game,
        "Rules": usual.rules,
        "Event": event.tag,
        "Stage": table.round.stage.tag,
        "Date": _day(event),
        "Table": table.name,
        **{f"Seat.{seat}": name for seat, name in sorted(seats.items())},
    }
    return [[name, value] for name, value in tags.items() if value]


def _day(event: Event) -> str:
    """Today, or the day of the event that is nearest."""
    today = timezone.localdate().strftime("%Y.%m.%d")
    if event.ends and today > event.ends:
        return event.ends
    return max(today, event.starts)
