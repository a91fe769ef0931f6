"""Dropped files: stored and judged by a worker, a zip as a batch; of a visitor judged at once and kept for a day.

A file of another format, of which something was assumed or is left open, is shown as it was understood before that.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_htmx.http import HttpResponseClientRedirect

from frontend.components.understood import previews
from records.accounts import access
from records.accounts.models import Club
from records.accounts.sign_in.guard import too_often
from records.archive import batches, matches, visitors
from records.archive.matches.uploading import XLSX
from records.archive.models import Match, Upload
from records.core import errors, sandbox
from records.core.ops.rate_limit import client_key, hit, network_of
from referee.notation import Hints, foreign

SHOWN = 50
"""Matches of one file that the upload page shows in place: a page of thousands takes a web worker half a minute."""
MEDIA_TYPES = {"ppn": "text/x-ppn", "json": "application/json", "ndjson": "application/x-ndjson", "csv": "text/csv", "xlsx": XLSX}


def answer_drop(request: HttpRequest, club: Club | None = None) -> HttpResponse:
    """Handle dropped files, and lead to the page of what came of them; where that is several pages or an error, list it."""
    signed_in, room = request.user.is_authenticated, sandbox.Room()
    files = request.FILES.getlist("file")
    shown = previews(request, files, lambda number: hints_chosen(request, number)) if request.POST.get("preview") else None
    if shown:
        return render(request, "pages/archive/uploads/understood.html", shown)
    results = []
    for number, file in enumerate(files):
        try:
            hints = hints_chosen(request, number)
            came = _stored(request, file, club, hints) if signed_in else _judged(request, file, room, hints)
        except sandbox.Busy:
            raise
        except errors.Refusal as refusal:
            came = {"error": str(refusal), "sign_in": refusal.code == visitors.SIGN_IN}
        results.append({"name": file.name, **came})
    page = results[0].get("page", "") if len(results) == 1 else ""
    return _leads_to(request, page) if page else _listed(request, results, club)


def hints_chosen(request: HttpRequest, number: int = 0) -> Hints:
    """What was chosen for a file which does not say it: the game, or the game and the rules that a club keeps; of this file of
    the form its game, its seats, the rounds that count. Raises Refusal (422)."""
    chosen = request.POST.get(f"game-{number}") or request.POST.get("game", "")
    game, _space, rules = chosen.partition(" ")
    seats, keep = (request.POST.getlist(f"{name}-{number}") for name in ("seat", "keep"))
    return matches.hints_of(game, rules, seats, keep)


def _leads_to(request: HttpRequest, page: str) -> HttpResponse:
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)  # type: ignore[attr-defined]  # set by django_htmx


def _listed(request: HttpRequest, results: list[dict[str, Any]], club: Club | None) -> HttpResponse:
    """What came of several files, or of one that leads to no page."""
    for came in results:
        if "kept" in came:
            came["matches"] = visitors.matches_of(came["kept"])
    return render(request, "pages/archive/uploads/uploaded.html", {"results": results, "club": club})


def _stored(request: HttpRequest, file: Any, club: Club | None, hints: Hints) -> dict[str, Any]:
    """What came of a file of somebody who is signed in: its matches, or the batch that a zip becomes. Raises Refusal."""
    if is_zip(file):
        batch = batches.receive(
            file.read, media_type="application/zip", filename=file.name or "", user=request.user, club=club, hints=hints
        )
        return {"batch": batch, "page": reverse("pages:batch", args=[batch.pk])}
    media_type = media_type_of(file.name)
    uploaded = matches.upload(file.read(), media_type=media_type, filename=file.name, user=request.user, club=club, hints=hints)
    return {"matches": uploaded.matches[:SHOWN], "rest": max(0, len(uploaded.matches) - SHOWN)}


def _judged(request: HttpRequest, file: Any, room: sandbox.Room, hints: Hints) -> dict[str, Any]:
    """What came of a file of a visitor: its matches with their verdicts, kept for a day. Raises Refusal."""
    if is_zip(file):
        raise errors.Refusal(
            visitors.SIGN_IN,
            _("This is a zip archive. Sign in to have all records in it judged as a batch; or unpack it and drop them here."),
            422,
        )
    kept = _kept(request, visitors.judge(file.read(), room, hints), file.name)
    return {"kept": kept, "page": page_of(kept)}


def answer_other_rules(request: HttpRequest, match: Match, rules: str) -> HttpResponse:
    """Judge a match by other rules, and lead to the page that this has for a day; it counts like a file. Raises Refusal."""
    if seconds := hit("page-upload", client_key(request)):
        return too_often(request, seconds)
    judged = visitors.judge(bytes(match.source), sandbox.Room(), rules=rules)
    return redirect(page_of(_kept(request, judged, match.upload.filename)))


def _kept(request: HttpRequest, judged: visitors.JudgedFile, filename: str) -> Upload:
    """Store a visitor's file; the session remembers that this browser dropped it."""
    kept = visitors.store(judged, filename=filename, network=network_of(request))
    access.remember(request.session, access.DropGrant(kept.pk))
    return kept


def page_of(kept: Upload) -> str:
    """The page of a visitor's file: of its match, where it has one alone, else the list of them."""
    rows = list(visitors.matches_of(kept).values_list("pk", flat=True)[:2])
    if len(rows) == 1 and kept.complete:
        return reverse("pages:match", args=rows) + "#verdict"
    return reverse("pages:dropped", args=[kept.pk])


def is_zip(file: Any) -> bool:
    """Whether a file is a zip archive. Raises Refusal for what is known to be neither that nor a record."""
    head = file.read(foreign.HEAD)
    file.seek(0)
    if foreign.archive_of(head) == "zip":
        return True
    if told := foreign.described(head):
        raise errors.Refusal("no-record", told, 415)
    return False


def media_type_of(name: str) -> str:
    """The media type of a record's file, by the ending of its name."""
    return MEDIA_TYPES.get(name.rpartition(".")[2].lower(), "text/x-ppn")


class Lasting(NamedTuple):
    """What the page of a visitor's match says of itself: its address, until when it lasts, where this browser may delete it, and
    the list of all matches of the file where there are several."""

    address: str
    until: datetime | None
    delete: str
    """The page of the file, which a form deletes; empty for whoever may not."""
    others: str


def lasting(request: HttpRequest, kept: Upload, page: str) -> Lasting:
    """How long a page of a visitor's file lasts, and what one can do with it."""
    whole = reverse("pages:dropped", args=[kept.pk])
    return Lasting(
        request.build_absolute_uri(page),
        kept.expires_at,
        whole if visitors.may_delete(request.user, kept) else "",
        whole if whole == page_of(kept) != page else "",
    )
