"""The one address at which links are opened."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from frontend.components.access import at_table, dead_link
from records.accounts import access
from records.accounts.models import ShareLink
from records.tournament import events


@require_safe
def open_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Remember in the session what the link opens, and lead on: to ``next`` on this site, else to its match, its event or its
    table."""
    grant = access.grant_of(secret)
    opened = events.opens(grant) if grant else None
    if grant is None or opened is None:
        response = dead_link(request, access.SeatGrant if isinstance(grant, access.SeatGrant) else access.ShareGrant)
    else:
        access.remember(request.session, grant)
        wanted = request.GET.get("next", "")
        page = wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else _page_of(opened)
        response = redirect(page)
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _page_of(opened: ShareLink | events.SeatLink) -> str:
    if isinstance(opened, events.SeatLink):
        return at_table("table", opened)
    if opened.match_id:
        return reverse("pages:match", args=[opened.match_id])
    return reverse("pages:event", args=[opened.event_id])
