"""The page of a club's export: asking for it, its progress, the download."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from frontend.components.background_jobs import Progress
from frontend.components.clubs.rights import club_or_404, forbidden_page, rights_in
from records.accounts.models import Club
from records.archive import club_exports
from records.archive.models import ClubExport
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
    shown = _context(club, export) if export else {"club": club}
    return render(request, "pages/accounts/clubs/export.html", {**shown, "rights": rights_in(request, club)})


@login_required
@never_cache
@require_GET
def progress(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the page that is refreshed; no content where the export is gone meanwhile, with a match that was deleted."""
    club = club_or_404(request, slug)
    try:
        export = club_exports.latest(request.user, club)
    except Refusal as refusal:
        return forbidden_page(request, refusal.status)
    if export is None:
        return HttpResponse(status=204, content_type="text/plain")
    return render(request, "pages/accounts/clubs/export_progress.html", _context(club, export))


def _context(club: Club, export: ClubExport) -> dict[str, Any]:
    return {"club": club, "export": export, "job": _progress(club.slug, export)}


def _progress(slug: str, export: ClubExport) -> Progress:
    return Progress(
        reverse("pages:club_export_progress", args=[slug]),
        export.finished,
        club_exports.percent(export),
        failed=export.state == ClubExport.State.FAILED,
    )
