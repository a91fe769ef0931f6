"""The pages of events: a club's, one with its standings and tables, what is unresolved, who takes part, how it is counted."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

import referee
from frontend.components.club_rights import club_at, refused, rights_in
from frontend.i18n.localized import localized
from frontend.pages.events.event_page import Said, shown
from frontend.pages.matches.rulings_context import anchor
from records import access, events, matches, players
from records.errors import Refusal
from records.events.overview import Issue
from records.models import Entrant, Event, Player, Stage, Table
from referee.results.ranking.rulings import sides_of
from referee.results.ranking.tie_breaks import TIE_BREAKS

NAMING = ("same-name", "no-names", "unknown-name")
"""What can be unclear about the people at a table."""


def event_at(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, where this person may see it."""
    event = events.find(request.user, event_id)
    if event is None:
        raise Http404
    return event


def inside(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, for the people of its club."""
    event = event_at(request, event_id)
    if not access.may(request.user, access.Right.READ, event.club_id):
        raise Http404
    return event


def _frame(request: HttpRequest, event: Event, here: str) -> Said:
    return {
        "event": event,
        "here": here,
        "club": event.club,
        "rights": rights_in(request, event.club),
        "page_of": reverse("pages:event", args=[event.pk]),
    }


@login_required
@require_http_methods(["GET", "POST"])
def events_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's events, and making another."""
    club = club_at(request, slug)
    given = {name: request.POST.get(name, "").strip() for name in ("name", "game", "starts", "ends")}
    error, status = "", 200
    if request.method == "POST":
        try:
            return redirect("pages:event", events.create(request.user, club, **given).pk)
        except Refusal as refusal:
            error, status = localized(refusal.message), refusal.status
    context = {
        "club": club,
        "rights": rights_in(request, club),
        "events": events.of_club(request.user, club),
        "given": given,
        "games": referee.games(),
        "error": error,
    }
    return render(request, "pages/events/events.html", context, status=status)


@require_GET
def event(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """One event: its standings, then its tables."""
    return _event(request, event_at(request, event_id))


def shared_event(request: HttpRequest, found: Event, secret: str) -> HttpResponse:
    """The page of an event below a share link to it: for reading only, its matches too."""
    sheet = events.overview_of(found)
    context = {"event": found, "shared": True, "page_of": reverse("pages:shared_match", args=[secret]), "here": "standings"}
    return render(request, "pages/events/event.html", {**context, **shown(request, sheet, secret)})


def _event(request: HttpRequest, found: Event, error: str = "", status: int = 200) -> HttpResponse:
    sheet = events.overview_of(found)
    context = {**_frame(request, found, "standings"), **shown(request, sheet), "error": error}
    return render(request, "pages/events/event.html", context, status=status)


@login_required
@require_GET
def unresolved(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """What is to be seen to before the results can be final."""
    found = inside(request, event_id)
    sheet = events.overview_of(found)
    records = events.records_of(one.match for one in sheet.issues if one.match and one.kind in NAMING)
    rows = [_issue(one, records) for one in sheet.issues]
    context = {**_frame(request, found, "unresolved"), "issues": len(rows), "found": rows}
    return render(request, "pages/events/unresolved.html", context)


def _issue(issue: Issue, records: Mapping[Any, Any]) -> Said:
    where = f"#{anchor(issue.finding)}" if issue.finding else ""
    at = reverse("pages:match", args=[issue.match.pk]) + where if issue.match else ""
    message = localized(issue.document["message"]) if issue.document else ""
    return {"issue": issue, "at": at, "message": message, "sides": _seats(issue, records) if issue.kind in NAMING else []}


def _seats(issue: Issue, records: Mapping[Any, Any]) -> list[Said]:
    """The seats of a match whose people are unclear, with the names as they are."""
    record = records.get(issue.match.pk) if issue.match else None
    if issue.table is None or not isinstance(record, referee.Record):
        return []
    names = {**record.seats, **issue.table.table.seated}
    return [{"seat": seat, "name": names.get(seat, "")} for side in sides_of(record) for seat in side]


@login_required
@require_http_methods(["GET", "POST"])
def entrants(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Who takes part; for organizers, entering people, one or all who played and are unknown."""
    found = inside(request, event_id)
    if request.method == "POST":
        if "everybody" in request.POST:
            names = [name for issue in events.overview_of(found).issues if issue.kind == "unknown-name" for name in issue.names]
            return _done(request, found, lambda: events.add_everybody(request.user, found, names), _entrants)
        if "suggested" in request.POST:
            return _done(request, found, lambda: events.identify_suggested(request.user, found), _entrants)
        name, team = request.POST.get("name", ""), request.POST.get("team", "")
        return _done(request, found, lambda: events.add_entrant(request.user, found, name, team), _entrants)
    return _entrants(request, found)


def _entrants(request: HttpRequest, found: Event, error: str = "", status: int = 200) -> HttpResponse:
    sheet = events.overview_of(found)
    unknown = sorted({name for issue in sheet.issues if issue.kind == "unknown-name" for name in issue.names})
    entrants = events.entrants_of(found)
    suggested = events.suggestions(found, entrants)
    context = {
        **_frame(request, found, "entrants"),
        "unknown": unknown,
        "issues": len(sheet.issues),
        "error": error,
        "suggested": len(suggested),
        "entrants": [{"one": one, "suggested": suggested.get(one.pk)} for one in entrants],
    }
    return render(request, "pages/events/entrants.html", context, status=status)


@login_required
@require_POST
def entrant(request: HttpRequest, event_id: uuid.UUID, entrant_id: int) -> HttpResponse:
    """Another name, team or spelling for somebody who takes part, or which player of the club that is; or they withdraw."""
    found = inside(request, event_id)
    one = _of(events.entrant_of(found, entrant_id), Entrant)
    if "player" in request.POST:
        player = _player(found, request.POST["player"])
        return _done(request, found, lambda: events.identify(request.user, one, player), _entrants)
    if "withdraw" in request.POST:
        return _done(request, found, lambda: events.withdraw(request.user, one), _entrants)
    given = {name: request.POST[name] for name in ("name", "spelling") if request.POST.get(name)}
    given |= {name: request.POST[name] for name in ("team",) if name in request.POST}
    return _done(request, found, lambda: events.change_entrant(request.user, one, **given), _entrants)


def _player(event: Event, said: str) -> Player | None:
    """The player of the event's club with this id; None where nobody is said."""
    try:
        player = players.find(event.club, uuid.UUID(said)) if said else None
    except ValueError:
        raise Http404 from None
    return _of(player, Player) if said else None


@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """What is said of an event and how its stages count; for organizers."""
    found = inside(request, event_id)
    if request.method == "POST":
        given: Said = {name: request.POST.get(name, "") for name in ("name", "tag", "game", "starts", "ends")}
        given |= {name: name in request.POST for name in ("open", "public")}
        return _done(request, found, lambda: events.change(request.user, found, **given), settings_page)
    if not access.may(request.user, access.Right.ARRANGE, found.club_id):
        return refused(request, 403)
    return settings_page(request, found)


def settings_page(request: HttpRequest, found: Event, error: str = "", status: int = 200, fresh: str = "") -> HttpResponse:
    """That page; ``fresh`` is the address of a share link just made."""
    sheet = events.overview_of(found)
    context = {
        **_frame(request, found, "settings"),
        "stages": sheet.stages,
        "tie_breaks": list(TIE_BREAKS.values()),
        "error": error,
        "games": referee.games(),
        "issues": len(sheet.issues),
        "shares": access.links_to(found),
        "fresh": fresh,
    }
    return render(request, "pages/events/settings.html", context, status=status)


@login_required
@require_POST
def stages(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Another stage."""
    found = inside(request, event_id)
    return _done(request, found, lambda: events.add_stage(request.user, found, **_stage_said(request)), settings_page)


@login_required
@require_POST
def stage(request: HttpRequest, event_id: uuid.UUID, number: int) -> HttpResponse:
    """Change how a stage counts, or take it away."""
    found = inside(request, event_id)
    one = _of(events.stage_of(found, number), Stage)
    if "remove" in request.POST:
        return _done(request, found, lambda: events.remove_stage(request.user, one), settings_page)
    given = _stage_said(request)
    return _done(request, found, lambda: events.change_stage(request.user, one, **given), settings_page)


def _stage_said(request: HttpRequest) -> Said:
    given: Said = {name: request.POST.get(name, "") for name in ("name", "tag", "points", "carry")}
    given["cut"] = "cut" in request.POST
    given["tie_breaks"] = [name for name in request.POST.get("tie_breaks", "").replace(",", " ").split() if name]
    if places := request.POST.get("placement", "").replace(",", " ").split():
        given["placement"] = places
    return {name: value for name, value in given.items() if value != "" or name in ("name", "tag")}


@login_required
@require_POST
def delete(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Take an event away; its matches stay."""
    found = inside(request, event_id)
    try:
        events.delete(request.user, found)
    except Refusal as refusal:
        return _refusal(request, found, refusal, settings_page)
    return redirect("pages:events", found.club.slug)


@login_required
@require_POST
def attach(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Attach what fits; or a match by hand, by its address or id; or plan a table."""
    found = inside(request, event_id)
    if "stage" not in request.POST:
        return _done(request, found, lambda: events.attach_matching(request.user, found), _event)
    given = {name: request.POST.get(name, "").strip() for name in ("stage", "round", "table", "match")}
    stage = _of(events.stage_of(found, _number(given["stage"]) or 0), Stage)
    if not given["match"]:
        round_ = _number(given["round"]) or 0
        return _done(request, found, lambda: events.plan_table(request.user, found, stage, round_, given["table"]), _event)
    match = matches.find(request.user, given["match"].rstrip("/").rpartition("/")[2])
    if match is None:
        raise Http404
    number = _number(given["round"])
    return _done(request, found, lambda: events.attach_match(request.user, found, match, stage, number, given["table"]), _event)


@login_required
@require_POST
def table(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> HttpResponse:
    """Take the match away from a table, or an empty table away; or say who sat there."""
    found = inside(request, event_id)
    one = _of(events.table_of(found, table_id), Table)
    if "detach" in request.POST:
        return _done(request, found, lambda: events.detach(request.user, one), _event)
    if "remove" in request.POST:
        return _done(request, found, lambda: events.remove_table(request.user, one), _event)
    seated = {name[5:]: str(value) for name, value in request.POST.items() if name[:5] == "seat."}
    return _done(request, found, lambda: events.seat(request.user, one, seated), _event)


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 6 else None


def _of(found: Any, kind: type) -> Any:
    if not isinstance(found, kind):
        raise Http404
    return found


def _done(request: HttpRequest, event: Event, change: Callable[[], Any], page: Callable[..., HttpResponse]) -> HttpResponse:
    """Change something and go on to a page; where it was refused, show that page with the reason."""
    try:
        change()
    except Refusal as refusal:
        return _refusal(request, event, refusal, page)
    name = {_event: "event", _entrants: "entrants", settings_page: "event_settings"}[page]
    return redirect(f"pages:{name}", event.pk)


def _refusal(request: HttpRequest, event: Event, refusal: Refusal, page: Callable[..., HttpResponse]) -> HttpResponse:
    if refusal.status == 403:
        return refused(request, 403)
    return page(request, event_at(request, event.pk), error=localized(refusal.message), status=refusal.status)
