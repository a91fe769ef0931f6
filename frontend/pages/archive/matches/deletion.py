"""Deleting a match or putting a corrected record in its place, each of which asks first, and bringing one back."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from frontend.components.dropped_file import media_type_of
from frontend.components.page.actions import Page
from frontend.components.page.pagination import PAGE, Bounded
from records.accounts import access, clubs
from records.accounts.access.roles import require
from records.archive import matches
from records.archive.models import DeletedMatch, Match
from records.core.errors import Refusal
from records.core.ops.erasure import undo_ends
from records.tournament import events
from records.wording.verdict_sheet import sheet_of

FORMS = ("delete", "replace")
"""The changes of a match that ask first."""


def ask(request: HttpRequest, found: Match, form: str, *, error: str = "") -> HttpResponse:
    """The form that says what a change to a match means. Raises Refusal (403)."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    require(not found.of_visitor and matches.may_delete(request.user, found))
    context: dict[str, Any] = {
        "match": found,
        "events": events.of_match(request.user, found),
        "published": events.publications_with(found),
        "ruled": found.rulings.exists(),
        "links": access.links_to(found).count(),
        "ends": undo_ends(),
        "error": error,
    }
    return render(request, f"pages/archive/matches/{form}.html", context)


def delete(request: HttpRequest, found: Match) -> HttpResponse:
    """Delete the match; the archive that it was in offers to undo that."""
    deletion = matches.delete(request.user, found)
    club = deletion.club if deletion.club and access.role_in(request.user, deletion.club) else None
    return redirect(f"{reverse('pages:club', args=[club.slug]) if club else reverse('pages:archive')}?undo={deletion.pk}")


def replace(request: HttpRequest, found: Match) -> HttpResponse:
    """Put a corrected record in the place of the match."""
    require(matches.may_delete(request.user, found))
    file = request.FILES.get("file")
    if file is None:
        raise Refusal("no-file", _("Choose a file."), 422)
    kind = media_type_of(str(file.name))
    replaced = matches.replace(request.user, found, file.read(), media_type=kind, filename=str(file.name))
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


def _found(request: HttpRequest, match_id: uuid.UUID) -> DeletedMatch:
    """The deleted match, for who may bring it back. Raises Http404."""
    found = matches.find_deleted(request.user, match_id)
    if found is None:
        raise Http404
    return found


def _show(request: HttpRequest, deletion: DeletedMatch, *, error: str = "") -> HttpResponse:
    """A deleted match: its record, and what was found in it."""
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
    return render(request, "pages/archive/matches/deleted.html", context)


def _restore(request: HttpRequest, deletion: DeletedMatch) -> HttpResponse:
    """Bring a deleted match back."""
    matches.restore(request.user, deletion)
    return redirect("pages:match", deletion.pk)


deleted = login_required(Page(_found, _show, restore=_restore))
