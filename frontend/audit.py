"""The page on which a club's owners read what was done in its affairs."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from frontend.clubs import owned, refused
from records import selectors
from records.models import AuditEntry

ROWS = 50


def words() -> dict[str, str]:
    """What was done, in the reader's language. What is new is shown by its code."""
    return {
        "upload": _("uploaded a file"), "batch": _("uploaded a batch"), "batch.cancel": _("cancelled a batch"),
        "batch.resume": _("resumed a batch"), "rejudge": _("had a match judged again"), "club.found": _("founded the club"),
        "club.rename": _("renamed the club"), "member.invite": _("invited"), "member.join": _("joined"),
        "member.role": _("gave another role to"), "member.remove": _("removed"), "link.make": _("made a share link"),
        "link.revoke": _("revoked a share link"), "webhook.add": _("added a webhook"), "webhook.change": _("changed a webhook"),
        "webhook.rotate": _("renewed a webhook's secret"), "webhook.remove": _("removed a webhook"),
        "webhook.test": _("sent a test to a webhook"), "webhook.redeliver": _("had messages sent again"),
        "webhook.off": _("a webhook was switched off: it failed for too long"), "token.issue": _("made a token"),
        "player.merge": _("merged players"), "player.split": _("split a player"),
        "player.undo": _("undid a regrouping of players"), "player.rename": _("renamed a player"),
        "token.change": _("changed a token"), "token.revoke": _("revoked a token"), "event": _("made an event"),
        "event.change": _("changed an event"), "event.delete": _("deleted an event"), "event.stage": _("changed a stage"),
        "event.stage.remove": _("removed a stage"), "event.enter": _("entered people into an event"),
        "event.entrant": _("changed an entrant"), "event.withdraw": _("took someone off an event's list"),
        "event.attach": _("attached matches to an event"), "event.table": _("put a match at a table"),
        "event.detach": _("took a match from its table"), "event.table.remove": _("removed a table"),
        "event.seated": _("said who sits where"), "event.ruling": _("ruled on a finding"),
    }  # fmt: skip


def row(entry: AuditEntry, known: dict[str, str]) -> dict[str, Any]:
    """An entry as the page shows it."""
    details = json.loads(entry.details)
    shown = {name: value for name, value in details.items() if name not in ("club", "sha256") and value not in ("", None, False)}
    return {
        "entry": entry, "at": datetime.fromisoformat(entry.at), "action": known.get(entry.action, entry.action),
        "details": [(name, value if isinstance(value, str | int) else json.dumps(value)) for name, value in shown.items()],
    }  # fmt: skip


@login_required
@require_GET
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The newest entries, or those before a number."""
    club = owned(request, slug)
    if club is None:
        return refused(request, 403)
    entries = selectors.audit_of(club)
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 18:
        entries = entries.filter(number__lt=int(before))
    page = list(entries[: ROWS + 1])
    known = words()
    context = {
        "club": club, "rights": {"govern": True}, "rows": [row(entry, known) for entry in page[:ROWS]], "newest": not before,
        "next": page[ROWS - 1].number if len(page) > ROWS else None,
    }  # fmt: skip
    return render(request, "frontend/audit.html", context)
