"""The page of a table: its sheet, its clock and calls, its appeals; by the links of its
seats without an account, and for scorers and arbiters."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from frontend.components.access import asks_by_seat, at_table, by_seat_or_account, member_event_or_404, seat_link_or_404
from frontend.components.event_tables.clock import call_context, call_document
from frontend.components.page.actions import Page, number_in
from frontend.components.page.polled import polled
from frontend.pages.tournament.sheets.form import form_of, texts_of_script
from records.accounts.access import SEAT
from records.tournament import appeals, events, hall, sheets
from records.tournament.events.next_step import next_to_record
from records.wording.game_words import word
from referee.core import registry


def _writer(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> sheets.Writer:
    """Find the table, and its writer by the link of the table or of a seat, or by the account. Raises Http404, Refusal (403)."""
    if asks_by_seat(request):
        return sheets.by_link(seat_link_or_404(request, event_id, table_id))
    table = events.table_of(member_event_or_404(request, event_id), table_id)
    if table is None:
        raise Http404
    return sheets.by_account(request.user, table)


def _addresses(writer: sheets.Writer) -> dict[str, str]:
    """The addresses at which the page's script asks for the sheet, and for the verdict on it."""
    where, seat = [writer.table.event_id, writer.table.pk], {} if writer.user else {SEAT: writer.seat}
    sheet, check = (reverse(f"api:{name}", args=where) for name in ("sheet", "sheet_check"))
    asked = f"?{urlencode(seat)}" if seat else ""
    return {"sheet": sheet + asked, "check": f"{check}?{urlencode({**seat, 'words': 1})}", "matches": reverse("pages:archive")}


def _link(writer: sheets.Writer) -> events.SeatLink:
    """The link by which the writer is here. Raises Http404 for an account."""
    if writer.user is not None:
        raise Http404
    return events.SeatLink(writer.table, writer.seat)


def _show(request: HttpRequest, writer: sheets.Writer, *, error: str = "") -> HttpResponse:
    """The page of a table: its sheet, by a link also its clock, its call and appeals. A script asks for the call alone."""
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
        "links": _links(request, writer, form) if writer.user is not None else [],
        "next_table": next_to_record(writer.table) if writer.user is not None else None,
    }
    return render(request, "pages/tournament/sheets/table.html", {**context, **_refused(request, error)})


def _show_call(request: HttpRequest, link: events.SeatLink, error: str) -> HttpResponse:
    context = {**call_context(link), "call_error": error, "event": link.table.event}
    seen = [call_document(link), error]
    return polled(request, seen, hall.now(), lambda: render(request, "components/event_tables/call.html", context))


def _refused(request: HttpRequest, error: str) -> dict[str, str]:
    """The refusal, for the part of the page that sent the form, with the text that was typed there."""
    if request.POST.get("action") == "appeal":
        return {"appeal_error": error, "appeal_text": request.POST.get("text", "")}
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


def _appeal(request: HttpRequest, writer: sheets.Writer) -> HttpResponse:
    """Appeal against a finding, a ruling or a penalty."""
    link, given = _link(writer), request.POST
    appeals.make(link, given.get("seat", "")[:8], given.get("thing", "")[:200], given.get("text", ""))
    return redirect(f"{at_table('table', link)}#appeals")


table = by_seat_or_account(
    Page(_writer, _show, by_link=("call", "withdraw", "appeal"), call=_call, withdraw=_withdraw, appeal=_appeal)
)
