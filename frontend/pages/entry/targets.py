"""Where a match that was entered by hand may be uploaded: clubs, their events, and tables that wait for a match."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from frontend.components.clubs.rights import clubs_to_upload_into
from records.accounts.models import Club
from records.tournament import events
from records.tournament.models import Event

EVENTS = 30
"""The events of a club that can be chosen, the latest first."""


def targets(request: HttpRequest) -> list[dict[str, Any]]:
    """The clubs that this person uploads into, each with its address for uploads and its events; none for a visitor."""
    if not request.user.is_authenticated:
        return []
    return [_club(request, club) for club in clubs_to_upload_into(request)]


def _club(request: HttpRequest, club: Club) -> dict[str, Any]:
    found = events.of_club(request.user, club).exclude(tag="")[:EVENTS]
    return {
        "name": club.name,
        "into": f"{reverse('pages:club', args=[club.slug])}?action=upload",
        "events": [_event(event) for event in found],
    }


def _event(event: Event) -> dict[str, Any]:
    """The tags by which a match finds its way to an event, and to each table of it that waits for one. In which round a table
    plays is no tag: a match goes to the first round in which it is free."""
    waiting = event.tables.filter(match__isnull=True).order_by("round__stage__number", "name")
    tables = dict.fromkeys(waiting.values_list("name", "round__stage__tag"))
    return {
        "name": event.name,
        "tag": event.tag,
        "game": event.game,
        "tables": [{"name": name, "stage": stage} for name, stage in tables],
    }
