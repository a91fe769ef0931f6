"""The events of the service that a reader may see: those that run, those to come, those that are over."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from frontend.components.page.pagination import PAGE, Bounded
from records.tournament.events import visibility as listing

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
    return render(request, "pages/tournament/event_list/list.html", context)
