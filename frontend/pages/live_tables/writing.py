"""Writing a draft at the table of an event as it is played: by an account, or without one by the table's own link."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from frontend.components.access import member_event_or_404, table_link_or_404, unlisted
from frontend.i18n.localized import localized
from records import events, live_tables
from records.errors import Refusal
from records.models import LiveTable, Table
from records.ops import rate_limit

DRAFT_BYTES = 128 * 1024
TOLD = ("lines",)
"""What more of a refusal is told: never what somebody else has written, for it may tell what lies hidden."""


def answered(view: Callable[..., dict[str, Any]]) -> Callable[..., HttpResponse]:
    """Decorates what answers a script as JSON: what is refused is told so; whoever sends too often waits."""

    @require_POST
    @wraps(view)
    def wrapper(request: HttpRequest, **where: Any) -> HttpResponse:
        try:
            client = f"link:{where['secret']}" if "secret" in where else rate_limit.client_key(request)
            if seconds := rate_limit.hit("draft", client):
                zh, en = "太多請求，請稍候。", "Too many requests; please wait a moment."
                raise Refusal("too-many-requests", zh, en, 429, retry_after=seconds)
            return JsonResponse(view(request, **where))
        except Refusal as refusal:
            more = {name: refusal.more[name] for name in TOLD if name in refusal.more}
            response = JsonResponse({"code": refusal.code, "line": localized(refusal.message), **more}, status=refusal.status)
            if refusal.retry_after:
                response.headers["Retry-After"] = str(refusal.retry_after)
            return response

    return wrapper


def _writer(request: HttpRequest, secret: str) -> live_tables.Writer:
    return table_link_or_404(secret) if secret else request.user


def _table_of_event(request: HttpRequest, secret: str, event_id: uuid.UUID | None, table_id: int) -> Table:
    """The table of a link, or the one of an event that is the account's to see. Raises Http404."""
    if event_id is None:
        return table_link_or_404(secret).table
    table = events.table_of(member_event_or_404(request, event_id), table_id)
    if table is None:
        raise Http404
    return table


def _live(request: HttpRequest, secret: str, live_id: uuid.UUID) -> LiveTable:
    """The live table, where it is the account's to see, or is at the table of the link. Raises Http404."""
    if secret:
        found = live_tables.find_at(table_link_or_404(secret).table, live_id)
    else:
        found = live_tables.find(request.user, live_id)
    if found is None:
        raise Http404
    return found


def _text(request: HttpRequest) -> bytes:
    """The draft that is sent. Raises Refusal (413) where it is too large."""
    data = request.read(DRAFT_BYTES + 1)
    if len(data) > DRAFT_BYTES:
        raise Refusal("too-large", f"最多 {DRAFT_BYTES:,} 位元組。", f"Expected at most {DRAFT_BYTES:,} bytes.", 413)
    return data


@answered
def _begin(request: HttpRequest, secret: str = "", event_id: uuid.UUID | None = None, table_id: int = 0) -> dict[str, Any]:
    """Write a draft of a table of an event live from now on: where it goes."""
    at = _table_of_event(request, secret, event_id, table_id)
    table = live_tables.open_draft(_writer(request, secret), at, _text(request))
    if secret:
        return {"draft": reverse("pages:at_live_draft", args=[secret, table.pk])}
    names: list[Any] = [table.pk]
    return {
        "draft": reverse("pages:live_draft", args=names),
        "end": reverse("pages:live_end", args=names),
        "watch": reverse("pages:live_table", args=names),
    }


@answered
def _draft(request: HttpRequest, live_id: uuid.UUID, secret: str = "") -> dict[str, Any]:
    """Write what is new in a draft; how many lines there are. ``?known=`` is how many there were when it was written last."""
    table, data = _live(request, secret, live_id), _text(request)
    said = request.GET.get("known", "")
    known = int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else None
    return {"lines": live_tables.write_draft(_writer(request, secret), table, data, known).table.written}


@answered
def _end(request: HttpRequest, live_id: uuid.UUID) -> dict[str, Any]:
    """End a table: the page of the match that it has become."""
    match = live_tables.end(request.user, _live(request, "", live_id))
    return {"match": reverse("pages:match", args=[match.pk])}


begin, draft, end = login_required(_begin), login_required(_draft), login_required(_end)
at_begin, at_draft = unlisted(_begin), unlisted(_draft)
