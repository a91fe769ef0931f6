"""The entrants of an event, and the club's player that each of them is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from frontend.components.event_tables.context import Context, found_or_404, offer_undo
from frontend.components.page.actions import id_in, number_in
from records.archive import players
from records.tournament import events
from records.tournament.events.overview.event import EventOverview
from records.tournament.models import Entrant, Event


def entrants_context(overview: EventOverview) -> Context:
    """The list, with those who played and are not on it, and the players of the club whose names are on it."""
    event = overview.event
    unknown = sorted({name for issue in overview.issues if issue.kind == "unknown-name" for name in issue.names})
    entrants = events.entrants_of(event)
    suggested = events.suggestions(event, entrants)
    return {
        "unknown": unknown,
        "suggested": len(suggested),
        "playing": sum(not one.house for one in entrants),
        "teams": len({one.team for one in entrants if one.team and not one.house}),
        "listed": [{"one": one, "suggested": suggested.get(one.pk)} for one in entrants],
    }


def _back(found: Event) -> HttpResponse:
    return redirect("pages:event_people", found.pk)


def _add(request: HttpRequest, found: Event) -> HttpResponse:
    events.add_entrant(request.user, found, request.POST.get("name", ""), request.POST.get("team", ""))
    return _back(found)


def _add_everybody(request: HttpRequest, found: Event) -> HttpResponse:
    """Enter everybody who played and is not entered."""
    names = [name for issue in events.overview_of(found).issues if issue.kind == "unknown-name" for name in issue.names]
    events.add_everybody(request.user, found, names)
    return _back(found)


def _identify_suggested(request: HttpRequest, found: Event) -> HttpResponse:
    events.identify_suggested(request.user, found)
    return _back(found)


def _entrant(request: HttpRequest, found: Event) -> Entrant:
    return found_or_404(events.entrant_of(found, number_in(request.POST, "entrant")))


def _change(request: HttpRequest, found: Event) -> HttpResponse:
    """Change an entrant's name or team, or add an alias."""
    given = {name: request.POST[name] for name in ("name", "alias") if request.POST.get(name)}
    given |= {name: request.POST[name] for name in ("team",) if name in request.POST}
    events.change_entrant(request.user, _entrant(request, found), **given)
    return _back(found)


def _identify(request: HttpRequest, found: Event) -> HttpResponse:
    """Tell which player of the club an entrant is; without a player, that they are another person."""
    one, named = _entrant(request, found), request.POST.get("player", "")
    player = found_or_404(players.find(found.club, id_in(request.POST, "player"))) if named else None
    events.identify(request.user, one, player)
    return _back(found)


def _withdraw(request: HttpRequest, found: Event) -> HttpResponse:
    one = _entrant(request, found)
    removed = events.of_entrant(one)
    events.withdraw(request.user, one)
    return offer_undo(request, found, removed, "event_people")


ACTIONS = {
    "add": _add,
    "add_everybody": _add_everybody,
    "identify_suggested": _identify_suggested,
    "change": _change,
    "identify": _identify,
    "withdraw": _withdraw,
}
"""The actions of a page that shows the list."""
