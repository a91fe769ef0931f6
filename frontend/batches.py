"""The pages of batches: uploading one, watching it, what it found."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from frontend.clubs import refused
from frontend.said import said
from frontend.views import PAGE
from records import selectors, services
from records.models import Batch, Club

NOTED = 100
"""Flagged matches that a page shows; the report has all."""


@login_required
@require_http_methods(["GET", "POST"])
def batches(request: HttpRequest) -> HttpResponse:
    """My batches and my clubs', and uploading another."""
    error, status = "", 200
    if request.method == "POST":
        try:
            return redirect("pages:batch", _received(request).pk)
        except services.Refusal as refusal:
            error, status = said(refusal.message), refusal.status
    page = Paginator(selectors.batches_visible_to(request.user), PAGE).get_page(request.GET.get("page"))
    return render(request, "frontend/batches.html", {"page": page, "clubs": _open_to(request), "error": error}, status=status)


def _received(request: HttpRequest) -> Batch:
    file = request.FILES.get("file")
    if file is None:
        raise services.Refusal("no-file", "請選一個檔案。", "Choose a file.", 422)
    slug = request.POST.get("club", "")
    club = next((club for club in _open_to(request) if club.slug == slug), None)
    if slug and club is None:
        raise Http404
    batch, _ = services.receive(
        file.read, media_type=file.content_type or "", filename=file.name or "", user=request.user, club=club
    )
    return batch


def _open_to(request: HttpRequest) -> list[Club]:
    """The clubs that this person uploads into."""
    clubs = selectors.clubs_visible_to(request.user)
    return [club for club in clubs if selectors.may(request.user, selectors.Right.SCORE, club)]


def _batch(request: HttpRequest, batch_id: uuid.UUID) -> Batch:
    found = selectors.batch_for(request.user, batch_id)
    if found is None:
        raise Http404
    return found


def _context(request: HttpRequest, found: Batch) -> dict[str, Any]:
    progress = selectors.progress_of(found)
    files = selectors.files_of(found)
    for row in files:
        row["said"] = said(row["error"]["message"]) if row["error"] else ""
    noted = list(selectors.noteworthy(found)[: NOTED + 1])
    return {
        "batch": found, "progress": progress, "percent": int(100 * progress.judged), "files": files,
        "more_files": max(0, progress.files - len(files)), "noted": noted[:NOTED], "more_noted": len(noted) > NOTED,
        "error": said(found.error["message"]) if found.error else "",
        "may_change": selectors.may_with(request.user, selectors.Right.SCORE, found),
    }  # fmt: skip


@login_required
@require_GET
def batch(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    """One batch."""
    return render(request, "frontend/batch.html", _context(request, _batch(request, batch_id)))


@login_required
@require_GET
def progress(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    """The piece of that page that changes; asks again by itself until nothing more will."""
    return render(request, "frontend/parts/batch.html", _context(request, _batch(request, batch_id)))


@login_required
@require_POST
def cancel(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    """Take nothing more in, judge nothing more."""
    return _changed(request, batch_id, services.cancel)


@login_required
@require_POST
def resume(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    """Go on with one that was given up."""
    return _changed(request, batch_id, services.resume)


def _changed(request: HttpRequest, batch_id: uuid.UUID, change: Any) -> HttpResponse:
    found = _batch(request, batch_id)
    try:
        change(request.user, found)
    except services.Refusal as refusal:
        if refusal.status == 403:
            return refused(request, 403)
    return redirect("pages:batch", batch_id)
