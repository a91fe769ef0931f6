"""The page on which a match is entered by hand. Drafts are not stored on the server."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from frontend.components.access import asks_by_seat, at_table, by_seat_or_account, member_event_or_404, table_link_or_404
from frontend.components.clubs.rights import clubs_to_upload_into, forbidden_page
from frontend.components.rules.choices import kept_by_game
from frontend.pages.entry.page_context import page_context
from records.accounts import access
from records.accounts.access import SEAT
from records.accounts.models import Club
from records.tournament import events
from records.tournament.models import Event, Table

EVENTS = 30
"""The events of a club that can be chosen, the latest first."""


@require_GET
def enter(request: HttpRequest) -> HttpResponse:
    """The page on which a match is typed or clicked."""
    return render(
        request, "pages/entry/enter.html", {**page_context(), "targets": targets(request), "kept": kept_by_game(request)}
    )


@by_seat_or_account
@require_GET
def enter_table(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> HttpResponse:
    """The same page for a table of an event: what is known of it is filled in, and the match goes to that table. By the table's
    link what is entered is shown live, and a scorer ends the match."""
    if asks_by_seat(request):
        link = table_link_or_404(request, event_id, table_id)
        by_link = {"planned": planned_by_link(link), "at": link.table, "sheet": at_table("table", link), "by_link": True}
        return render(request, "pages/entry/enter.html", {**page_context(), "targets": [], **by_link})
    table = waiting_table(request, event_id, table_id)
    if table is None:
        return forbidden_page(request, 403)
    return render(request, "pages/entry/enter.html", {**page_context(), "targets": [], "planned": planned(table), "at": table})


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
