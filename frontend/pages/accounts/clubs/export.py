"""The page of a club's export: asking for it, the download."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from frontend.components.clubs.rights import club_or_404, forbidden_page, rights_in
from records.archive import club_exports
from records.core.errors import Refusal


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def export_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's latest export; by POST one is made. For owners."""
    club = club_or_404(request, slug)
    try:
        if request.method == "POST":
            club_exports.ask(request.user, club)
            return redirect("pages:club_export", club.slug)
        export = club_exports.latest(request.user, club)
    except Refusal as refusal:
        return forbidden_page(request, refusal.status)
    context = {"club": club, "export": export, "rights": rights_in(request, club)}
    return render(request, "pages/accounts/clubs/export.html", context)
