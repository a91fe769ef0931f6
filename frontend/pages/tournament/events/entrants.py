"""Who takes part in an event: the list, entering people, and telling which player of the club each is."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from frontend.components.access import member_event_or_404
from frontend.components.page.form_number import number_in
from frontend.pages.tournament.events.forms import EventPage, change_or_explain, event_context, found_or_404, remove_or_explain
from records.archive import players
from records.archive.models import Player
from records.tournament import events
from records.tournament.models import Entrant, Event


def entrants_page(request: HttpRequest, found: Event, error: str = "", status: int = 200) -> HttpResponse:
    """The page of who takes part, with the reason where a change was refused."""
    overview = events.overview_of(found)
    unknown = sorted({name for issue in overview.issues if issue.kind == "unknown-name" for name in issue.names})
    entrants = events.entrants_of(found)
    suggested = events.suggestions(found, entrants)
    context = {
        **event_context(request, found, "entrants", overview),
        "unknown": unknown,
        "error": error,
        "suggested": len(suggested),
        "entered": number_in(request.GET, "entered"),
        "entrants": [{"one": one, "suggested": suggested.get(one.pk)} for one in entrants],
    }
    return render(request, "pages/tournament/events/entrants.html", context, status=status)


ENTRANTS = EventPage("entrants", entrants_page)


@login_required
@require_http_methods(["GET", "POST"])
def entrants(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The entrants of an event; organizers may add one, or everybody who played and is not entered."""
    found = member_event_or_404(request, event_id)
    if request.method == "POST":
        if "everybody" in request.POST:
            names = [name for issue in events.overview_of(found).issues if issue.kind == "unknown-name" for name in issue.names]
            return change_or_explain(request, found, lambda: events.add_everybody(request.user, found, names), ENTRANTS)
        if "suggested" in request.POST:
            return change_or_explain(request, found, lambda: events.identify_suggested(request.user, found), ENTRANTS)
        name, team = request.POST.get("name", ""), request.POST.get("team", "")
        return change_or_explain(request, found, lambda: events.add_entrant(request.user, found, name, team), ENTRANTS)
    return entrants_page(request, found)


@login_required
@require_POST
def entrant(request: HttpRequest, event_id: uuid.UUID, entrant_id: int) -> HttpResponse:
    """Change an entrant's name or team or add an alias, tell which player of the club they are, or withdraw them."""
    found = member_event_or_404(request, event_id)
    one = found_or_404(events.entrant_of(found, entrant_id), Entrant)
    if "player" in request.POST:
        player = _player(found, request.POST["player"])
        return change_or_explain(request, found, lambda: events.identify(request.user, one, player), ENTRANTS)
    if "withdraw" in request.POST:
        removed = events.of_entrant(one)
        return remove_or_explain(request, found, removed, lambda: events.withdraw(request.user, one), ENTRANTS)
    given = {name: request.POST[name] for name in ("name", "alias") if request.POST.get(name)}
    given |= {name: request.POST[name] for name in ("team",) if name in request.POST}
    return change_or_explain(request, found, lambda: events.change_entrant(request.user, one, **given), ENTRANTS)


def _player(event: Event, id_text: str) -> Player | None:
    """The player of the event's club with this id; None where no id is given."""
    try:
        player = players.find(event.club, uuid.UUID(id_text)) if id_text else None
    except ValueError:
        raise Http404 from None
    return found_or_404(player, Player) if id_text else None
