"""The pages of batches: uploading one, its progress, its findings."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from frontend.components.background_jobs import BackgroundJob, Progress
from frontend.components.clubs.rights import clubs_to_upload_into
from frontend.components.dropped_file import hints_chosen, is_zip
from frontend.components.page.pagination import PAGE
from frontend.components.rules.choices import kept_groups
from frontend.i18n.localized import localized
from records.accounts import access
from records.archive import batches
from records.archive.models import Batch
from records.core import errors

NOTED = 100
"""How many flagged matches a page shows; the report has all."""


@login_required
@require_http_methods(["GET", "POST"])
def batches_page(request: HttpRequest) -> HttpResponse:
    """The batches of the reader and of their clubs, and the form to upload one."""
    error, status = "", 200
    if request.method == "POST":
        try:
            return redirect("pages:batch", _received(request).pk)
        except errors.Refusal as refusal:
            error, status = localized(refusal.message), refusal.status
    page = Paginator(batches.visible_to(request.user), PAGE).get_page(request.GET.get("page"))
    into = clubs_to_upload_into(request)
    context = {"page": page, "clubs": into, "kept_rules": kept_groups(into), "error": error}
    return render(request, "pages/archive/uploads/batches.html", context, status=status)


def _received(request: HttpRequest) -> Batch:
    file = request.FILES.get("file")
    if file is None:
        raise errors.Refusal("no-file", _("Choose a file."), 422)
    slug = request.POST.get("club", "")
    club = next((club for club in clubs_to_upload_into(request) if club.slug == slug), None)
    if slug and club is None:
        raise Http404
    is_zip(file)  # a batch has files of any form; what is known to be no record is refused before it becomes one
    return batches.receive(
        file.read,
        media_type=file.content_type or "",
        filename=file.name or "",
        user=request.user,
        club=club,
        hints=hints_chosen(request),
    )


def _context(request: HttpRequest, found: Batch) -> dict[str, Any]:
    progress = batches.progress_of(found)
    files = batches.files_of(found)
    for row in files:
        row["error_text"] = localized(row["error"]["message"]) if row["error"] else ""
    may_change = access.may_with(request.user, access.Right.SCORE, found)
    cancel = may_change and not progress.finished and found.state != Batch.State.CANCELLED
    noted = list(batches.noteworthy(found)[: NOTED + 1])
    return {
        "batch": found,
        "progress": progress,
        "files": files,
        "may_change": may_change,
        "more_files": max(0, progress.files - len(files)),
        "noted": noted[:NOTED],
        "more_noted": len(noted) > NOTED,
        "error": localized(found.error["message"]) if found.error else "",
        "job": Progress(
            reverse("pages:batch_progress", args=[found.pk]),
            progress.finished,
            int(100 * progress.judged),
            failed=found.state == Batch.State.FAILED,
            cancel=reverse("pages:cancel_batch", args=[found.pk]) if cancel else "",
            counts=_counts(progress),
        ),
    }


def _counts(progress: batches.Progress) -> dict[str, int | str]:
    """The figures of a batch by their labels; those of what went wrong only where something did."""
    matches = progress.matches
    wrong = {
        _("Files not read"): progress.files_failed,
        _("not converted"): matches["refused"],
        _("failed"): matches["failed"],
        _("not judged"): matches["stopped"],
    }
    return {
        _("Files"): f"{progress.files_read} / {progress.files}",
        _("Matches"): matches["matches"],
        _("New"): matches["new"],
        _("Here already"): matches["known"],
        _("Judged"): matches["judged"],
        _("clean"): matches["clean"] - matches["unchecked"],
        **({_("not checked"): matches["unchecked"]} if matches["unchecked"] else {}),
        _("flagged"): matches["flagged"],
        _("unreadable"): matches["unreadable"],
        _("Findings"): progress.findings,
        **{label: number for label, number in wrong.items() if number},
    }


PAGE_OF_ONE, PIECE = "pages/archive/uploads/batch.html", "pages/archive/uploads/batch_progress.html"
JOB = BackgroundJob("batch", PAGE_OF_ONE, PIECE, batches.find, _context)
batch, progress = JOB.page(), JOB.progress()
cancel = JOB.change(batches.cancel)
"""Cancel a batch: ingest and judge no more of it."""
resume = JOB.change(batches.resume)
"""Resume a batch that has failed."""
