"""The page of a table: its score sheet, its clock and calls, its objections; by the links of its seats without an account, and
for scorers and arbiters."""

from __future__ import annotations

import json
import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from frontend.components.access import asks_by_seat, at_table, by_seat_or_account, member_event_or_404, seat_link_or_404
from frontend.components.clubs.rights import rights_in
from frontend.components.event_tables.call import call_context, call_document
from frontend.components.event_tables.context import tab_counts
from frontend.components.page.actions import Page
from frontend.components.page.form_number import number_in
from frontend.components.page.polled import polled
from frontend.i18n.game_words import word
from frontend.pages.tournament.sheets.form import form_of, texts_of_script
from frontend.pages.tournament.sheets.refereed import refereed
from records.accounts.access import SEAT
from records.core.errors import Refusal
from records.tournament import appeals, events, hall, sheets
from referee.core import registry


def _writer(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> sheets.Writer:
    """Find the table, and its writer by the link of the table or of a seat, or by the account. Raises Http404, Refusal (403)."""
    if asks_by_seat(request):
        return sheets.by_link(seat_link_or_404(request, event_id, table_id))
    table = events.table_of(member_event_or_404(request, event_id), table_id)
    if table is None:
        raise Http404
    return sheets.by_account(request.user, table)


def _addresses(request: HttpRequest, writer: sheets.Writer) -> dict[str, str]:
    """Where the page's script asks: for the sheet itself over the API, here for what the referee says of it."""
    seat = "" if writer.user else f"?{urlencode({SEAT: writer.seat})}"
    sheet = reverse("api:sheet", args=[writer.table.event_id, writer.table.pk])
    check = f"{request.path}{seat}{'&' if seat else '?'}action=check"
    return {"sheet": sheet + seat, "check": check, "matches": reverse("pages:archive")}


def _link(writer: sheets.Writer) -> events.SeatLink:
    """The link by which the writer is here. Raises Http404 for an account."""
    if writer.user is not None:
        raise Http404
    return events.SeatLink(writer.table, writer.seat)


def _show(request: HttpRequest, writer: sheets.Writer, *, error: str = "") -> HttpResponse:
    """The page of a table: its sheet, by a link also its clock, its call and objections. A script asks for the call alone."""
    if request.headers.get("HX-Request") == "true":
        return _show_call(request, _link(writer), error)
    stored = sheets.sheet_for(writer.table)
    form = form_of(stored.game, stored.rules)
    link = None if writer.user else _link(writer)
    page = {
        "form": form,
        "words": texts_of_script(),
        "state": sheets.state_of(stored, writer),
        "me": {"seat": writer.seat, "account": writer.user is not None},
        "addresses": _addresses(request, writer),
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
    return render(request, "pages/tournament/sheets/table.html", {**context, **_refused(request, error)})


def _show_call(request: HttpRequest, link: events.SeatLink, error: str) -> HttpResponse:
    context = {**call_context(link), "call_error": error, "event": link.table.event}
    seen = [call_document(link), error]
    return polled(request, seen, hall.now(), lambda: render(request, "components/event_tables/call.html", context))


def _refused(request: HttpRequest, error: str) -> dict[str, str]:
    """The refusal, for the part of the page that sent the form, with the text that was typed there."""
    if request.POST.get("action") == "object":
        return {"objection_error": error, "objection_text": request.POST.get("text", "")}
    return {"call_error": error}


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


def _after_call(request: HttpRequest, writer: sheets.Writer) -> HttpResponse:
    if request.headers.get("HX-Request") == "true":
        return _show(request, writer)
    return redirect(f"{at_table('table', _link(writer))}#call")


def _call(request: HttpRequest, writer: sheets.Writer) -> HttpResponse:
    """Call a referee."""
    hall.call_by_link(_link(writer), request.POST.get("reason", ""), request.POST.get("text", ""))
    return _after_call(request, writer)


def _withdraw(request: HttpRequest, writer: sheets.Writer) -> HttpResponse:
    """Take a call back."""
    call = hall.find_call(writer.table.event, number_in(request.POST, "call"))
    if call is None:
        raise Http404
    hall.withdraw(_link(writer), call)
    return _after_call(request, writer)


def _object(request: HttpRequest, writer: sheets.Writer) -> HttpResponse:
    """Object to a finding, a ruling or a penalty."""
    link, given = _link(writer), request.POST
    appeals.make(link, given.get("seat", "")[:8], given.get("thing", "")[:200], given.get("text", ""))
    return redirect(f"{at_table('table', link)}#objections")


def _check(request: HttpRequest, writer: sheets.Writer) -> HttpResponse:
    """Referee the sheet with a round that is being entered, and answer in words. Nothing is stored."""
    try:
        sheets.count_request(writer, "check")
        number, entry = _draft(request.read(sheets.REQUEST_BYTES + 1))
        stored = sheets.sheet_for(writer.table)
        return JsonResponse(refereed(stored, sheets.judged(stored, number, entry)), json_dumps_params={"ensure_ascii": False})
    except Refusal as refusal:
        told = {"code": refusal.code, "line": str(refusal)}
        headers = {"Retry-After": str(refusal.retry_after)} if refusal.retry_after else None
        return JsonResponse(told, status=refusal.status, headers=headers)


def _draft(data: bytes) -> tuple[int, Any]:
    """The number and the entry of the round to check. Raises Refusal (413, 422)."""
    if len(data) > sheets.REQUEST_BYTES:
        raise Refusal("too-large", _("Expected at most {most:,} bytes."), 413, most=sheets.REQUEST_BYTES)
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        given = None
    number = given.get("round") if isinstance(given, dict) else None
    if type(number) is not int or not 0 <= number <= sheets.ROUNDS:
        raise Refusal("invalid-request", _("Expected JSON with a round."), 422)
    return number, given.get("entry")


table = by_seat_or_account(
    Page(
        _writer,
        _show,
        by_link=("call", "withdraw", "object", "check"),
        call=_call,
        withdraw=_withdraw,
        object=_object,
        check=_check,
    )
)
