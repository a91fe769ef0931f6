"""The page of a table with its score sheet: by the links of its seats without an account, and for scorers and arbiters."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from frontend.components.access import asks_by_seat, at_table, by_seat_or_account, member_event_or_404, seat_link_or_404
from frontend.components.clubs.rights import forbidden_page, rights_in
from frontend.components.event_tables.context import tab_counts
from frontend.i18n.game_words import word
from frontend.i18n.localized import localized
from frontend.pages.tournament.sheets.answers import state_of
from frontend.pages.tournament.sheets.form import form_of, texts_of_script
from frontend.pages.tournament.sheets.refereed import refereed
from records.core.errors import Refusal
from records.core.ops import rate_limit, repeats
from records.tournament import events, sheets
from records.tournament.models import ScoreSheet
from referee.core import registry


def _writer(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> sheets.Writer:
    """Find the table, and its writer by the link of the table or of a seat, or by the account. Raises Http404, Refusal (403)."""
    if asks_by_seat(request):
        return sheets.by_link(seat_link_or_404(request, event_id, table_id))
    table = events.table_of(member_event_or_404(request, event_id), table_id)
    if table is None:
        raise Http404
    writer = sheets.by_account(request.user, table)
    if writer is None:
        raise Refusal("permission-denied", _("You may not do this in this event."), 403)
    return writer


def _addresses(writer: sheets.Writer) -> dict[str, str]:
    names = ("state", "write", "check")
    if writer.user is None:
        link = events.SeatLink(writer.table, writer.seat)
        return {name: at_table(f"sheet_{name}", link) for name in names}
    return {name: reverse(f"pages:sheet_{name}", args=[writer.table.event_id, writer.table.pk]) for name in names}


def answered(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorates a view that answers a script: what is refused is answered as JSON; whoever asks too often waits, for it alone."""

    @wraps(view)
    def wrapper(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> HttpResponse:
        try:
            writer = _writer(request, event_id, table_id)
            if seconds := rate_limit.hit("sheet", f"{writer.key} {view.__name__}"):
                raise Refusal("too-many-requests", _("Too many requests; please wait a moment."), 429, retry_after=seconds)
            return view(request, writer)
        except Refusal as refusal:
            told = {"code": refusal.code, "line": localized(refusal.message), **refusal.facts}
            response = JsonResponse(told, status=refusal.status)
            if refusal.retry_after:
                response.headers["Retry-After"] = str(refusal.retry_after)
            return response

    return wrapper


@by_seat_or_account
@require_GET
def sheet(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> HttpResponse:
    """The page of a table with its sheet."""
    try:
        writer = _writer(request, event_id, table_id)
    except Refusal as refusal:
        return forbidden_page(request, refusal.status)
    stored = sheets.sheet_for(writer.table)
    form = form_of(stored.game, stored.rules)
    link = None if writer.user else events.SeatLink(writer.table, writer.seat)
    page = {
        "form": form,
        "words": texts_of_script(),
        "state": state_of(writer, stored),
        "addresses": _addresses(writer),
        "queue": f"sheet {writer.table.pk} " + (f"account {request.user.pk}" if writer.user else writer.seat or "table"),
    }
    context = {
        "event": writer.table.event,
        "club": writer.table.event.club,
        "table": writer.table,
        "round": writer.table.round,
        "stage": writer.table.round.stage,
        "game": registry.find(stored.game),
        "seat": word(registry.find(stored.game), "seats", writer.seat),
        "rules": stored.rules,
        "base": stored.base,
        "page": page,
        "form": form,
        "link": link,
        "enter": at_table("enter_table", link) if link else "",
        "by_account": writer.user is not None,
        "here": "sheets",
        **tab_counts(writer.table.event),
        "rights": rights_in(request, writer.table.event.club) if writer.user is not None else {},
        "links": _links(request, writer, form) if writer.user is not None else [],
    }
    return render(request, "pages/tournament/sheets/table.html", context)


def _links(request: HttpRequest, writer: sheets.Writer, form: dict[str, Any] | None) -> list[dict[str, str]]:
    """The links of a table and of its seats, to be shown to the players or scanned by them."""
    table, seats = writer.table, [{"seat": "", "text": _("The table")}, *(form["seats"] if form else [])]
    return [
        {
            "text": one["text"],
            "address": request.build_absolute_uri(reverse("pages:open_link", args=[events.secret_for(table, one["seat"])])),
        }
        for one in seats
    ]


@by_seat_or_account
@require_GET
@answered
def sheet_state(request: HttpRequest, writer: sheets.Writer) -> HttpResponse:
    """The sheet as it stands; 304 where it is as the reader has it already."""
    told = state_of(writer, sheets.sheet_for(writer.table))
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    etag = f'"{hashlib.sha256(f"{get_language()}{text}".encode("utf-8", "surrogatepass")).hexdigest()[:32]}"'
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        unchanged = HttpResponseNotModified()
        unchanged.headers["ETag"] = etag
        return unchanged
    return HttpResponse(text, content_type="application/json", headers={"ETag": etag, "Cache-Control": "private, no-cache"})


@by_seat_or_account
@require_POST
@answered
def sheet_write(request: HttpRequest, writer: sheets.Writer) -> HttpResponse:
    """Do what the page asks, once for each key; the answer has the sheet as it stands now."""
    key, data = request.headers.get(repeats.HEADER, ""), request.read(sheets.REQUEST_BYTES + 1)
    with repeats.asked_once(writer.key, key, request.path, data, wait=True) as repeated:
        if repeated.earlier is None:
            answer = sheets.act(writer, data)
            repeated.keep(repeats.Answer(200, {}, json.dumps(answer)))
        else:
            answer = json.loads(repeated.earlier.body)
    return JsonResponse({"answer": answer, "state": state_of(writer, sheets.sheet_for(_again(writer)))})


def _again(writer: sheets.Writer) -> Any:
    """The table of a writer as it is stored after a change."""
    return events.table_of(writer.table.event, writer.table.pk)


@by_seat_or_account
@require_POST
@answered
def sheet_check(request: HttpRequest, writer: sheets.Writer) -> HttpResponse:
    """What the referee says of the sheet with a round that is being entered. Nothing is stored."""
    number, entry = _draft(request.read(sheets.REQUEST_BYTES + 1))
    stored: ScoreSheet = sheets.sheet_for(writer.table)
    return JsonResponse(refereed(stored, sheets.judged(stored, number, entry)), json_dumps_params={"ensure_ascii": False})


def _draft(data: bytes) -> tuple[int, Any]:
    """The number and the entry of the round to check. Raises Refusal (413, 422)."""
    if len(data) > sheets.REQUEST_BYTES:
        most = sheets.REQUEST_BYTES
        raise Refusal("too-large", _("Expected at most {most:,} bytes."), 413, most=most)
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        given = None
    number = given.get("round") if isinstance(given, dict) else None
    if type(number) is not int or not 0 <= number <= sheets.ROUNDS:
        raise Refusal("invalid-request", _("Expected JSON with a round."), 422)
    return number, given.get("entry")
