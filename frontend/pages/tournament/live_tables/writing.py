"""Writing a draft at the table of an event as it is played: by an account, or without one by the table's own link."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from frontend.components.access import SEAT, asks_by_seat, by_seat_or_account, member_event_or_404, table_link_or_404
from frontend.i18n.localized import localized
from records.core.errors import Refusal
from records.core.ops import rate_limit
from records.tournament import events, live_tables
from records.tournament.models import LiveTable, Table

DRAFT_BYTES = 128 * 1024
TOLD = ("lines",)
"""What more of a refusal is told: never what somebody else has written, for it may tell what lies hidden."""


def answered(view: Callable[..., dict[str, Any]]) -> Callable[..., HttpResponse]:
    """Decorates what answers a script as JSON: what is refused is told so."""

    @require_POST
    @wraps(view)
    def wrapper(request: HttpRequest, **where: Any) -> HttpResponse:
        try:
            return JsonResponse(view(request, **where))
        except Refusal as refusal:
            more = {name: refusal.facts[name] for name in TOLD if name in refusal.facts}
            response = JsonResponse({"code": refusal.code, "line": localized(refusal.message), **more}, status=refusal.status)
            if refusal.retry_after:
                response.headers["Retry-After"] = str(refusal.retry_after)
            return response

    return wrapper


def _count(request: HttpRequest, writer: live_tables.Writer) -> None:
    """Count a request, for the account or for the table's link. Raises Refusal (429) where there are too many."""
    client = f"table:{writer.table.pk}" if isinstance(writer, events.SeatLink) else rate_limit.client_key(request)
    if seconds := rate_limit.hit("draft", client):
        raise Refusal("too-many-requests", _("Too many requests; please wait a moment."), 429, retry_after=seconds)


def _at(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> tuple[Table, live_tables.Writer]:
    """A table of an event and who writes there: by its link, or by the account. Raises Http404."""
    if asks_by_seat(request):
        link = table_link_or_404(request, event_id, table_id)
        return link.table, link
    table = events.table_of(member_event_or_404(request, event_id), table_id)
    if table is None:
        raise Http404
    return table, request.user


def _live(request: HttpRequest, live_id: uuid.UUID) -> tuple[LiveTable, live_tables.Writer]:
    """A live table and who writes there: by the link of the table that it is at, or by the account. Raises Http404."""
    if asks_by_seat(request):
        found = live_tables.find_by_link(request.user, live_id)
        if found is None:
            raise Http404
        return found
    table = live_tables.find(request.user, live_id)
    if table is None:
        raise Http404
    return table, request.user


def _text(request: HttpRequest) -> bytes:
    """The draft that is sent. Raises Refusal (413) where it is too large."""
    data = request.read(DRAFT_BYTES + 1)
    if len(data) > DRAFT_BYTES:
        raise Refusal("too-large", _("Expected at most {most:,} bytes."), 413, most=DRAFT_BYTES)
    return data


@by_seat_or_account
@answered
def begin(request: HttpRequest, event_id: uuid.UUID, table_id: int) -> dict[str, Any]:
    """Write a draft of a table of an event live from now on: where it goes."""
    at, writer = _at(request, event_id, table_id)
    _count(request, writer)
    table = live_tables.open_draft(writer, at, _text(request))
    names: list[Any] = [table.pk]
    if isinstance(writer, events.SeatLink):
        return {"draft": f"{reverse('pages:live_draft', args=names)}?{SEAT}="}
    return {
        "draft": reverse("pages:live_draft", args=names),
        "end": reverse("pages:live_end", args=names),
        "watch": reverse("pages:live_table", args=names),
    }


@by_seat_or_account
@answered
def draft(request: HttpRequest, live_id: uuid.UUID) -> dict[str, Any]:
    """Write what is new in a draft; how many lines there are. ``?known=`` is how many there were when it was written last."""
    table, writer = _live(request, live_id)
    _count(request, writer)
    data = _text(request)
    said = request.GET.get("known", "")
    known = int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else None
    return {"lines": live_tables.write_draft(writer, table, data, known).table.written}


@login_required
@answered
def end(request: HttpRequest, live_id: uuid.UUID) -> dict[str, Any]:
    """End a table: the page of the match that it has become."""
    _count(request, request.user)
    found = live_tables.find(request.user, live_id)
    if found is None:
        raise Http404
    match = live_tables.end(request.user, found)
    return {"match": reverse("pages:match", args=[match.pk])}
