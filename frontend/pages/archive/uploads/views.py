"""The first page: drop a file, read the verdict; the matches of a file that a visitor dropped; batches and how far they are."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

import referee
from frontend.components.access import Expired, unlisted
from frontend.components.clubs.rights import clubs_to_upload_into
from frontend.components.dropped_file import answer_drop, hints_chosen, is_zip, lasting
from frontend.components.page.actions import Page, reader_of, typed
from frontend.components.page.pagination import PAGE
from frontend.components.rules.choices import kept_groups
from records.archive import batches, matches, samples, visitors
from records.archive.models import Upload
from records.core.errors import Refusal
from records.core.languages import localized
from records.tournament import events
from records.wording.verdict_sheet import sheet_of

NOTED = 100
"""How many flagged matches a page shows; the report has all."""


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The first page: the drop zone, what newcomers need to know, and the latest matches."""
    context: dict[str, Any] = {
        "games": referee.games(),
        "samples": samples.flagged,
        "latest": matches.with_details(matches.ids_only(matches.visible_to(request.user))[:6]),
    }
    context["served"] = events.served_by(request.user)
    return render(request, "pages/archive/uploads/home.html", context)


@require_GET
def sample(request: HttpRequest, game_id: str) -> HttpResponse:
    """A flagged match of a game with its verdict: its own page where it is stored as a public match. Raises Http404."""
    found = samples.flagged().get(game_id)
    if found is None:
        raise Http404
    stored = matches.visible_to(request.user).filter(public=True, sha256=found.record.sha256, current_judgement__isnull=False)
    if match := stored.first():
        return redirect("pages:match", match.pk)
    others = [game for game in referee.games() if game.id in samples.flagged()]
    context = {"sheet": sheet_of(found.verdict), "text": found.text, "others": others}
    return render(request, "pages/archive/uploads/sample.html", context)


@require_POST
def upload(request: HttpRequest) -> HttpResponse:
    """What comes of dropped files: stored and judged by a worker for signed-in people, else judged at once and kept for a day."""
    return answer_drop(request)


def _dropped(request: HttpRequest, file_id: uuid.UUID) -> Upload:
    """The file that a visitor dropped. Raises Expired."""
    file = visitors.find(file_id)
    if file is None:
        raise Expired
    return file


def _show(request: HttpRequest, file: Upload, *, error: str = "") -> HttpResponse:
    """The matches of a file that a visitor dropped."""
    context = {"file": file, "matches": visitors.matches_of(file), "lasting": lasting(request, file, request.path)}
    return render(request, "pages/archive/uploads/dropped.html", context)


def _delete(request: HttpRequest, file: Upload) -> HttpResponse:
    """Delete the file with its matches, for the browser that dropped it."""
    try:
        visitors.delete(request.user, file)
    except Refusal as refusal:
        raise Http404 from refusal
    return render(request, "components/visitors/gone.html", {"deleted": True})


dropped = unlisted(Page(_dropped, _show, by_link=("delete",), delete=_delete))


def _show_batches(request: HttpRequest, _reader: User, *, error: str = "") -> HttpResponse:
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


batches_page = login_required(Page(reader_of, _show_batches, upload=_upload))


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
