"""Dropped files: stored and judged by a worker, a zip as a batch; of a visitor judged at once and kept for a day."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from frontend.i18n.localized import localized
from records.accounts.models import Club
from records.archive import batches, matches, visitors
from records.archive.matches.uploading import XLSX, hints_of
from records.archive.models import Match, VisitorFile
from records.core import errors, sandbox
from records.core.ops.rate_limit import network_of
from records.tournament import events
from records.tournament.models import Table
from referee.notation import Hints, foreign

SHOWN = 50
"""Matches of one file that the upload page shows in place: a page of thousands takes a web worker half a minute."""
MEDIA_TYPES = {"ppn": "text/x-ppn", "json": "application/json", "ndjson": "application/x-ndjson", "csv": "text/csv", "xlsx": XLSX}


def answer_drop(request: HttpRequest, club: Club | None = None) -> HttpResponse:
    """Handle dropped files, and lead to the page of what came of them; where that is several pages or an error, list it."""
    signed_in, room, browser = request.user.is_authenticated, sandbox.Room(), browser_of(request) or secrets.token_urlsafe()
    results = []
    for file in request.FILES.getlist("file"):
        try:
            hints = hints_chosen(request)
            came = _stored(request, file, club, hints) if signed_in else _judged(request, file, room, browser, hints)
        except sandbox.Busy:
            raise
        except errors.Refusal as refusal:
            came = {"error": localized(refusal.message), "sign_in": refusal.code == visitors.SIGN_IN}
        results.append({"name": file.name, **came})
    page = results[0].get("page", "") if len(results) == 1 else ""
    answer = _leads_to(request, page) if page else _listed(request, results, club)
    if any("kept" in came for came in results):
        remember(answer, browser)
    return answer


def hints_chosen(request: HttpRequest) -> Hints:
    """The game, or the game and the rules that a club keeps, that were chosen for a file which does not say them. Raises
    Refusal (422)."""
    game, _space, rules = request.POST.get("game", "").partition(" ")
    return hints_of(game, rules)


def answer_table_drop(request: HttpRequest, table: Table) -> HttpResponse:
    """Handle a match that was brought for a table of an event: lead to its page, or say why it is not taken."""
    file = request.FILES.get("file")
    if file is None:
        return _listed(request, [], table.event.club)
    try:
        data, name = file.read(), file.name or ""
        match = events.upload_to_table(request.user, table, data, media_type=media_type_of(name), filename=name)
    except errors.Refusal as refusal:
        return _listed(request, [{"name": file.name, "error": localized(refusal.message)}], table.event.club)
    return _leads_to(request, reverse("pages:match", args=[match.pk]))


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


def _judged(request: HttpRequest, file: Any, room: sandbox.Room, browser: str, hints: Hints) -> dict[str, Any]:
    """What came of a file of a visitor: its matches with their verdicts, kept for a day. Raises Refusal."""
    if is_zip(file):
        raise errors.Refusal(
            visitors.SIGN_IN,
            "這是 zip 壓縮檔。登入後可整批裁判其中的牌譜；或先解開，再把牌譜拖到這裡。",
            "This is a zip archive. Sign in to have all records in it judged as a batch; or unpack it and drop them here.",
            422,
        )
    judged = visitors.judge(file.read(), room, hints)
    kept = visitors.store(judged, filename=file.name, network=network_of(request), browser=browser)
    return {"kept": kept, "page": page_of(kept)}


def answer_other_rules(request: HttpRequest, match: Match, rules: str) -> HttpResponse:
    """Judge a match by other rules, and lead to the page that this has for a day. Raises Refusal."""
    browser = browser_of(request) or secrets.token_urlsafe()
    judged = visitors.judge(bytes(match.source), sandbox.Room(), rules=rules)
    kept = visitors.store(judged, filename=match.upload.filename, network=network_of(request), browser=browser)
    return remember(redirect(page_of(kept)), browser)


def page_of(kept: VisitorFile) -> str:
    """The page of a visitor's file: of its match, where it has one alone, else the list of them."""
    rows = [row.pk for row in kept.matches.all()[:2]]
    if len(rows) == 1 and kept.complete:
        return reverse("pages:visitor_match", args=rows) + "#verdict"
    return reverse("pages:visitor_file", args=[kept.pk])


def is_zip(file: Any) -> bool:
    """Whether a file is a zip archive. Raises Refusal for what is known to be neither that nor a record."""
    head = file.read(foreign.HEAD)
    file.seek(0)
    if foreign.archive_of(head) == "zip":
        return True
    if told := foreign.described(head):
        raise errors.Refusal("no-record", told["zh"], told["en"], 415)
    return False


def media_type_of(name: str) -> str:
    """The media type of a record's file, by the ending of its name."""
    return MEDIA_TYPES.get(name.rpartition(".")[2].lower(), "text/x-ppn")


def browser_of(request: HttpRequest) -> str:
    """The secret by which a browser is known that dropped a file; empty for others."""
    return request.COOKIES.get(settings.VISITOR_COOKIE_NAME, "")


def remember(answer: HttpResponse, browser: str) -> HttpResponse:
    """The answer with the cookie by which the browser is known as long as what it dropped lasts."""
    answer.set_cookie(
        settings.VISITOR_COOKIE_NAME,
        browser,
        max_age=visitors.LASTS,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )
    return answer


class Lasting(NamedTuple):
    """What the page of a visitor's match says of itself: its address, until when it lasts, where this browser may delete it, and
    the list of all matches of the file where there are several."""

    address: str
    until: datetime
    delete: str
    others: str


def lasting(request: HttpRequest, kept: VisitorFile, page: str) -> Lasting:
    """How long a page of a visitor's file lasts, and what one can do with it."""
    own = visitors.belongs_to(kept, browser_of(request))
    whole = reverse("pages:visitor_file", args=[kept.pk])
    return Lasting(
        request.build_absolute_uri(page),
        kept.expires_at,
        reverse("pages:delete_visitor_file", args=[kept.pk]) if own else "",
        whole if whole == page_of(kept) != page else "",
    )
