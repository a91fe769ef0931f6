"""The pages of an event's people: its entrants, the club's player that each of them is, and its arbiters."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from frontend.components.access import member_event_or_404
from frontend.components.page.actions import Page, id_in, number_in
from frontend.pages.tournament.events.forms import event_context, found_or_404, offer_undo
from records.archive import players
from records.tournament import events
from records.tournament.models import Entrant, Event


def _show(request: HttpRequest, found: Event, *, error: str = "") -> HttpResponse:
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
    return render(request, "pages/tournament/events/entrants.html", context)


def _back(found: Event) -> HttpResponse:
    return redirect("pages:entrants", found.pk)


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
    return offer_undo(request, found, removed, "entrants")


def _show_arbiters(request: HttpRequest, found: Event, *, error: str = "") -> HttpResponse:
    context = {**event_context(request, found, "arbiters"), "arbiters": events.arbiters_of(found), "error": error}
    return render(request, "pages/tournament/events/arbiters.html", context)


def _appoint(request: HttpRequest, found: Event) -> HttpResponse:
    events.appoint(request.user, found, request.POST.get("username", ""))
    return redirect("pages:arbiters", found.pk)


def _dismiss(request: HttpRequest, found: Event) -> HttpResponse:
    """End a service; who ended their own goes on to their clubs and events."""
    one = found_or_404(events.arbiter_of(found, request.POST.get("username", "")))
    events.dismiss(request.user, one)
    return redirect("pages:clubs") if one.user_id == request.user.pk else redirect("pages:arbiters", found.pk)


entrants = login_required(
    Page(
        member_event_or_404,
        _show,
        add=_add,
        add_everybody=_add_everybody,
        identify_suggested=_identify_suggested,
        change=_change,
        identify=_identify,
        withdraw=_withdraw,
    )
)
arbiters = login_required(Page(member_event_or_404, _show_arbiters, appoint=_appoint, dismiss=_dismiss))
