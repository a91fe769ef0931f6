"""The pages of events: those of the service and of a club, and the standings of one with the stream that tells of changes."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

import referee
from frontend.components.access import event_or_404, opened_by
from frontend.components.clubs.rights import club_or_404, rights_in
from frontend.components.event_tables.context import Context, event_head
from frontend.components.event_tables.following import Parts
from frontend.components.page.actions import Page
from frontend.components.page.pagination import PAGE, Bounded
from frontend.components.page.sent_once import sent_once
from frontend.pages.tournament.events.stage_choices import points_named, read_points
from frontend.pages.tournament.events.standings import about_context, standings_context
from records.accounts import access, audit
from records.accounts.models import Club
from records.tournament import events, publications
from records.tournament.events import visibility as listing
from records.tournament.models import Event

AT_ONCE = 100
"""Events that run or are to come that are shown at most; the rest are found by name."""
NAME = 200


@require_GET
def all_events(request: HttpRequest) -> HttpResponse:
    """The list, searched by name."""
    q, today = request.GET.get("q", "").strip()[:NAME], timezone.localdate()
    found = listing.listed(request.user, q)
    past = found.filter(listing.over(today)).order_by("-starts", "-pk")
    context = {
        "q": q,
        "query": urlencode({"q": q}) if q else "",
        "running": found.filter(listing.running(today)).order_by("-starts", "name", "pk")[:AT_ONCE],
        "coming": found.filter(listing.coming(today)).order_by("starts", "name", "pk")[:AT_ONCE],
        "page": Bounded(past, PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "pages/tournament/events/all_events.html", context)


def event_given(request: HttpRequest) -> Context:
    """The changes that the form of an event asks for. Fields that it does not have are left out."""
    post = request.POST
    given: Context = {name: post[name].strip() for name in ("name", "tag", "game", "starts", "ends") if name in post}
    return given | {name: bool(post[name]) for name in ("open", "public") if name in post}


def _show_all(request: HttpRequest, club: Club, *, error: str = "") -> HttpResponse:
    """The events of a club, with the form to create one."""
    context = {
        "club": club,
        "rights": rights_in(request, club),
        "events": events.of_club(request.user, club),
        "event": event_given(request),
        "points": points_named().items(),
        "counts": request.POST.get("points", ""),
        "games": referee.games(),
        "error": error,
    }
    return render(request, "pages/tournament/events/events.html", context)


def _create(request: HttpRequest, club: Club) -> HttpResponse:
    """Create an event, whose stage counts as the form says."""
    with audit.atomic():
        made = events.create(request.user, club, **{"name": "", **event_given(request)})
        if counts := read_points(request):
            events.change_stage(request.user, events.stages_of(made)[0], **counts)
    return redirect("pages:event", made.pk)


PARTS = Parts("pages/tournament/events/parts.html", standings_context)


@opened_by(access.ShareGrant)
@require_GET
def event(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The standings of an event; with ``?part=parts`` what changes of them while people play."""
    found = event_or_404(request, event_id)
    if request.GET.get("part") == "parts":
        return PARTS.answer(request, found)
    overview = publications.overview_for(request.user, found)
    context = event_head(request, found, "standings", overview) | standings_context(request, overview)
    return render(request, "pages/tournament/events/event.html", context | about_context(request, overview))


class Followed(HttpResponse):
    """What whoever may follow an event is answered, without a content: there is no stream at this process, ask for the version.

    The live process takes it for leave to stream, and its headers for those of the stream.
    """

    status_code = 204

    def __init__(self, event: Event) -> None:
        super().__init__()
        del self.headers["Content-Type"]
        self.event_id: uuid.UUID = event.pk
        self.version: int = event.version


@opened_by(access.ShareGrant)
@require_GET
@never_cache
def live(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Leave to follow an event; a bare 404 for who may not see it, since no person reads it."""
    try:
        return Followed(event_or_404(request, event_id))
    except Http404:
        return HttpResponse(status=404)


events_page = login_required(Page(club_or_404, _show_all, create=sent_once(_create)))
