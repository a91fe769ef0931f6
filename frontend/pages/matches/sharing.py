"""Sharing a match or an event from its page: making a link, whose address is shown this once, and revoking one."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from frontend.components.club_rights import refused
from frontend.components.match_links import Links
from frontend.pages.events.views import inside, settings_page, shared_event
from frontend.pages.matches.access import opened
from frontend.pages.matches.views import match as match_view
from frontend.pages.matches.views import match_page
from frontend.pages.replay.embed import snippet
from records import access, events
from records.models import Event, Match

DAYS = (1, 7, 30, 365)
"""For how many days a link can be made; one without lasts until it is revoked."""


@require_GET
def shared(request: HttpRequest, secret: str) -> HttpResponse:
    """What a share link opens: a match, or an event."""
    event = events.find_shared(secret)
    return shared_event(request, event, secret) if event else match_view(request, secret=secret)


def expiry(request: HttpRequest) -> datetime | None:
    """When the link that is asked for ends."""
    days = request.POST.get("days", "")
    return timezone.now() + timedelta(days=int(days)) if days in map(str, DAYS) else None


def made(request: HttpRequest, thing: Match | Event) -> str:
    """The secret of the link that is asked for, just made."""
    return access.share(request.user, thing, request.POST.get("name", ""), expiry(request))[1]


def address_of(request: HttpRequest, secret: str) -> str:
    """Where a link leads, whole, to be sent on."""
    return request.build_absolute_uri(reverse("pages:shared_match", args=[secret]))


def close(request: HttpRequest, thing: Match | Event, link_id: uuid.UUID) -> None:
    """Revoke one of its links. Raises Http404 where it has no such link."""
    link = access.link_for(thing, link_id)
    if link is None:
        raise Http404
    access.revoke_link(request.user, link)


@login_required
@require_POST
@never_cache
def share_event(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Make a link to an event and show it."""
    event = inside(request, event_id)
    if not access.may(request.user, access.Right.SHARE, event.club_id):
        return refused(request, 403)
    return settings_page(request, event, fresh=address_of(request, made(request, event)))


@login_required
@require_POST
def revoke_event(request: HttpRequest, event_id: uuid.UUID, share_id: uuid.UUID) -> HttpResponse:
    """Close a link to an event for good."""
    event = inside(request, event_id)
    if not access.may(request.user, access.Right.SHARE, event.club_id):
        return refused(request, 403)
    close(request, event, share_id)
    return redirect("pages:event_settings", event_id)


@login_required
@require_POST
@never_cache
def share(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Make a link and show it, in the page or as the piece of it that htmx asks for."""
    match = opened(request, match_id)
    if not access.may_with(request.user, access.Right.SHARE, match):
        return refused(request, 403)
    secret = made(request, match)
    fresh = address_of(request, secret)
    if request.htmx:  # type: ignore[attr-defined]  # set by django_htmx
        framed = snippet(request, match, secret)
        context = {"match": match, "shares": access.links_to(match), "fresh": fresh, "framed": framed}
        return render(request, "pages/matches/shares.html", context)
    return match_page(request, Links(match), fresh=fresh)


@login_required
@require_POST
def revoke(request: HttpRequest, match_id: uuid.UUID, link_id: uuid.UUID) -> HttpResponse:
    """Close a link for good."""
    match = opened(request, match_id)
    if not access.may_with(request.user, access.Right.SHARE, match):
        return refused(request, 403)
    close(request, match, link_id)
    if request.htmx:  # type: ignore[attr-defined]  # set by django_htmx
        return render(request, "pages/matches/shares.html", {"match": match, "shares": access.links_to(match)})
    return redirect("pages:match", match_id)
