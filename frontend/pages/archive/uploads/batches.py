"""The pages of batches: uploading one, its files, its findings."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from frontend.components.clubs.rights import clubs_to_upload_into
from frontend.components.dropped_file import hints_chosen, is_zip
from frontend.components.page.actions import Page, reader_of, typed
from frontend.components.page.pagination import PAGE
from frontend.components.rules.choices import kept_groups
from records.archive import batches
from records.core.errors import Refusal
from records.core.languages import localized

NOTED = 100
"""How many flagged matches a page shows; the report has all."""


def _show(request: HttpRequest, _reader: User, *, error: str = "") -> HttpResponse:
    """The batches of the reader and of their clubs, and the form to upload one."""
    page = Paginator(batches.visible_to(request.user), PAGE).get_page(request.GET.get("page"))
    into = clubs_to_upload_into(request)
    context = {"page": page, "clubs": into, "kept_rules": kept_groups(into), "error": error, "given": typed(request, "upload")}
    return render(request, "pages/archive/uploads/batches.html", context)


def _upload(request: HttpRequest, _reader: User) -> HttpResponse:
    """Take a file as a batch, for the reader or for a club."""
    file = request.FILES.get("file")
    if file is None:
        raise Refusal("no-file", _("Choose a file."), 422)
    slug = request.POST.get("club", "")
    club = next((club for club in clubs_to_upload_into(request) if club.slug == slug), None)
    if slug and club is None:
        raise Http404
    is_zip(file)  # a batch has files of any form; what is known to be no record is refused before it becomes one
    received = batches.receive(
        file.read,
        media_type=file.content_type or "",
        filename=file.name or "",
        user=request.user,
        club=club,
        hints=hints_chosen(request),
    )
    return redirect("pages:batch", received.pk)


batches_page = login_required(Page(reader_of, _show, upload=_upload))


@login_required
@require_GET
def batch(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    """The page of one batch."""
    found = batches.find(request.user, batch_id)
    if found is None:
        raise Http404
    files, noted = batches.files_of(found), list(batches.noteworthy(found)[: NOTED + 1])
    for row in files:
        row["error_text"] = localized(row["error"]["message"]) if row["error"] else ""
    context = {
        "batch": found,
        "files": files,
        "more_files": found.files.count() - len(files),
        "noted": noted[:NOTED],
        "more_noted": len(noted) > NOTED,
    }
    return render(request, "pages/archive/uploads/batch.html", context)
