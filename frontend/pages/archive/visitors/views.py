"""The page of a file that a visitor dropped; its matches have the pages of matches."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from frontend.components.access import Expired
from frontend.components.dropped_file import browser_of, lasting
from records.archive import visitors
from records.archive.models import VisitorFile


@require_GET
def visitor_file(request: HttpRequest, file_id: uuid.UUID) -> HttpResponse:
    """The matches of a dropped file."""
    kept = _file_or_404(file_id)
    context = {"file": kept, "matches": visitors.matches_of(kept), "lasting": lasting(request, kept, request.path)}
    return render(request, "pages/archive/visitors/file.html", context)


@require_POST
def delete(request: HttpRequest, file_id: uuid.UUID) -> HttpResponse:
    """Delete a dropped file with its matches, for the browser that dropped it."""
    kept = _file_or_404(file_id)
    if not visitors.belongs_to(kept, browser_of(request)):
        raise Http404
    visitors.delete(kept)
    return render(request, "components/visitors/gone.html", {"deleted": True})


def _file_or_404(file_id: uuid.UUID) -> VisitorFile:
    kept = visitors.find_file(file_id)
    if kept is None:
        raise Expired
    return kept
