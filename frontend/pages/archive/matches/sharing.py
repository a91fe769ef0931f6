"""Sharing a match from its page: making a link, whose address is shown this once, and revoking one."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from frontend.components.access import match_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.sharing import address_of, create_link, embed_html, revoke_link
from frontend.pages.archive.matches.views import match_page
from records.accounts import access


@login_required
@require_POST
@never_cache
def share(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Make a link and show it: the whole page, or the part of it that htmx asks for."""
    match = match_or_404(request, match_id)
    if not access.may_with(request.user, access.Right.SHARE, match):
        return forbidden_page(request, 403)
    secret = create_link(request, match)
    fresh = address_of(request, secret)
    if request.htmx:  # type: ignore[attr-defined]  # set by django_htmx
        framed = embed_html(request, match, secret)
        context = {"match": match, "shares": access.links_to(match), "fresh": fresh, "framed": framed}
        return render(request, "pages/archive/matches/shares.html", context)
    return match_page(request, match, fresh=fresh)


@login_required
@require_POST
def revoke(request: HttpRequest, match_id: uuid.UUID, link_id: uuid.UUID) -> HttpResponse:
    """Revoke a link to a match."""
    match = match_or_404(request, match_id)
    if not access.may_with(request.user, access.Right.SHARE, match):
        return forbidden_page(request, 403)
    revoke_link(request, match, link_id)
    if request.htmx:  # type: ignore[attr-defined]  # set by django_htmx
        return render(request, "pages/archive/matches/shares.html", {"match": match, "shares": access.links_to(match)})
    return redirect("pages:match", match_id)
