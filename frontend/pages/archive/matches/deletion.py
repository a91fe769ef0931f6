"""Deleting a match or putting a corrected record in its place, each of which asks first, and bringing one back."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from frontend.components.access import match_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.dropped_file import media_type_of
from frontend.components.page.pagination import PAGE, Bounded
from frontend.components.verdict.sheet import sheet_of
from records.accounts import access, clubs
from records.archive import matches
from records.archive.models import DeletedMatch, Match
from records.core.errors import Refusal
from records.core.ops.erasure import undo_ends
from records.tournament import events


def _ask(request: HttpRequest, found: Match, template: str, refusal: Refusal | None = None) -> HttpResponse:
    """The page that says what a change to a match means."""
    context: dict[str, Any] = {
        "match": found,
        "events": events.of_match(request.user, found),
        "published": events.publications_with(found),
        "ruled": found.rulings.exists(),
        "links": access.links_to(found).count(),
        "ends": undo_ends(),
        "error": str(refusal) if refusal else "",
    }
    return render(request, f"pages/archive/matches/{template}.html", context, status=refusal.status if refusal else 200)


@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Ask, and delete the match; the archive that it was in offers to undo that."""
    found = match_or_404(request, match_id)
    if not matches.may_delete(request.user, found):
        return forbidden_page(request, 403)
    if request.method == "GET":
        return _ask(request, found, "delete")
    try:
        deletion = matches.delete(request.user, found)
    except Refusal as refusal:
        return _ask(request, found, "delete", refusal)
    club = deletion.club if deletion.club and access.role_in(request.user, deletion.club) else None
    return redirect(f"{reverse('pages:club', args=[club.slug]) if club else reverse('pages:archive')}?undo={match_id}")


@login_required
@require_http_methods(["GET", "POST"])
def replace(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Ask for a corrected record, and put it in the place of the match."""
    found = match_or_404(request, match_id)
    if not matches.may_delete(request.user, found):
        return forbidden_page(request, 403)
    file = request.FILES.get("file")
    if file is None:
        return _ask(request, found, "replace")
    kind = media_type_of(str(file.name))
    try:
        replaced = matches.replace(request.user, found, file.read(), media_type=kind, filename=str(file.name))
    except Refusal as refusal:
        return _ask(request, found, "replace", refusal)
    return redirect("pages:match", replaced.replacement.pk)


@login_required
@require_GET
def deleted_lately(request: HttpRequest) -> HttpResponse:
    """What the reader may bring back: of one club, or all of it."""
    slug = request.GET.get("club", "")
    club = clubs.find(request.user, slug) if slug else None
    if slug and club is None:
        raise Http404
    page = Bounded(matches.deleted_lately(request.user, club), PAGE).get_page(request.GET.get("page"))
    return render(request, "pages/archive/matches/deleted_lately.html", {"page": page, "club": club})


def _deletion_or_404(request: HttpRequest, match_id: uuid.UUID) -> DeletedMatch:
    found = matches.find_deleted(request.user, match_id)
    if found is None:
        raise Http404
    return found


def _deleted(request: HttpRequest, deletion: DeletedMatch, error: str = "", status: int = 200) -> HttpResponse:
    match = matches.read_deleted(deletion)
    verdict = matches.verdict_of(match)
    context = {
        "deletion": deletion,
        "replacement": matches.find(request.user, deletion.replacement_id) if deletion.replacement_id else None,
        "match": match,
        "sheet": sheet_of(matches.verdict_for_reader(match, verdict)) if verdict else None,
        "record": bytes(match.source).decode("utf-8", "replace"),
        "error": error,
    }
    return render(request, "pages/archive/matches/deleted.html", context, status=status)


@login_required
@require_GET
def deleted(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """A deleted match, for who may bring it back: its record, and what was found in it."""
    return _deleted(request, _deletion_or_404(request, match_id))


@login_required
@require_POST
def restore(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Bring a deleted match back."""
    deletion = _deletion_or_404(request, match_id)
    try:
        matches.restore(request.user, deletion)
    except Refusal as refusal:
        return _deleted(request, deletion, str(refusal), refusal.status)
    return redirect("pages:match", match_id)
