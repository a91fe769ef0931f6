"""Sharing a match from its page: making a link, whose address is shown this once, and revoking one."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from frontend.clubs import refused
from frontend.views import match_page, opened
from records import selectors, services


@login_required
@require_POST
@never_cache
def share(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Make a link and show it, in the page or as the piece of it that htmx asks for."""
    match = opened(request, match_id)
    if not selectors.may_with(request.user, selectors.Right.SHARE, match):
        return refused(request, 403)
    _, secret = services.share(request.user, match, request.POST.get("name", ""))
    fresh = request.build_absolute_uri(reverse("pages:shared_match", args=[secret]))
    if request.htmx:
        context = {"match": match, "shares": selectors.links_to(match), "fresh": fresh}
        return render(request, "frontend/parts/shares.html", context)
    return match_page(request, match, fresh=fresh)


@login_required
@require_POST
def revoke(request: HttpRequest, match_id: uuid.UUID, link_id: uuid.UUID) -> HttpResponse:
    """Close a link for good."""
    match = opened(request, match_id)
    if not selectors.may_with(request.user, selectors.Right.SHARE, match):
        return refused(request, 403)
    link = selectors.link_for(match, link_id)
    if link is None:
        raise Http404
    services.revoke(request.user, link)
    if request.htmx:
        return render(request, "frontend/parts/shares.html", {"match": match, "shares": selectors.links_to(match)})
    return redirect("pages:match", match_id)
