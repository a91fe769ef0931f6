"""Finding the event in a request's address, and its parts."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.problems import or_404
from records.accounts import access
from records.accounts.access.roles import require
from records.core.errors import Refusal
from records.tournament import events, publications
from records.tournament.events.overview.event import EventOverview
from records.tournament.models import Event, Stage, Table


def event_of(request: Request, event_id: uuid.UUID, right: access.Right | None = None) -> Event:
    """The event, where this actor may see it; with a right, where the actor has it in the event.
    Raises Refusal: 404; 403 where the person belongs to the club or serves the event, and has not the right.
    """
    event = events.find(request.user, event_id)
    if event is None or (right and not events.may_in(request.user, access.Right.READ, event)):
        raise Refusal("not-found", _("Event not found, or you don't have access."), 404)
    require(right is None or events.may_in(request.user, right, event))
    return event


def overview_of(request: Request, event: Event) -> EventOverview:
    """The overview of an event as whoever asks sees it."""
    return publications.overview_for(request.user, event)


def stage_of(event: Event, number: int) -> Stage:
    return or_404(events.stage_of(event, number), _("There is no such stage."))


def table_of(event: Event, table_id: int) -> Table:
    return or_404(events.table_of(event, table_id), _("There is no such table."))
