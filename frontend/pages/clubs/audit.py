"""The audit log of a club, for its owners."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from frontend.components.clubs.rights import forbidden_page, owned_club
from records import audit
from records.models import AuditEntry

ROWS = 50


def action_names() -> dict[str, str]:
    """The name of every recorded action, in the reader's language."""
    return {
        "upload": _("uploaded a file"),
        "batch": _("uploaded a batch"),
        "batch.cancel": _("cancelled a batch"),
        "batch.resume": _("resumed a batch"),
        "rejudge": _("had a match judged again"),
        "club.found": _("founded the club"),
        "club.rename": _("renamed the club"),
        "member.invite": _("invited"),
        "member.join": _("joined"),
        "member.role": _("gave another role to"),
        "member.remove": _("removed"),
        "link.make": _("made a share link"),
        "link.revoke": _("revoked a share link"),
        "webhook.add": _("added a webhook"),
        "webhook.change": _("changed a webhook"),
        "webhook.rotate": _("renewed a webhook's secret"),
        "webhook.remove": _("removed a webhook"),
        "webhook.test": _("sent a test to a webhook"),
        "webhook.redeliver": _("had messages sent again"),
        "webhook.off": _("a webhook was switched off: it failed for too long"),
        "token.issue": _("made a token"),
        "player.merge": _("merged players"),
        "player.split": _("split a player"),
        "player.undo": _("undid a merge or split of players"),
        "player.rename": _("renamed a player"),
        "token.change": _("changed a token"),
        "token.revoke": _("revoked a token"),
        "event": _("made an event"),
        "event.change": _("changed an event"),
        "event.delete": _("deleted an event"),
        "event.stage": _("changed a stage"),
        "event.stage.remove": _("removed a stage"),
        "event.enter": _("entered people into an event"),
        "event.entrant": _("changed an entrant"),
        "event.withdraw": _("took someone off an event's list"),
        "event.attach": _("attached matches to an event"),
        "event.table": _("put a match at a table"),
        "event.detach": _("took a match from its table"),
        "event.table.remove": _("removed a table"),
        "event.seated": _("said who sits where"),
        "event.ruling": _("ruled on a finding"),
        "event.publishing": _("had results published"),
        "event.publish": _("published results"),
        "event.identify": _("said who an entrant is"),
        "rejudging": _("had the archive judged again"),
        "rejudging.cancel": _("cancelled judging the archive again"),
        "rejudging.done": _("the archive has been judged again"),
        "sign-in": _("signed in"),
        "sign-in.refused": _("failed to sign in"),
        "sign-out": _("signed out"),
        "admin.add": _("added by the administration"),
        "admin.change": _("changed by the administration"),
        "admin.delete": _("deleted by the administration"),
    }


def detail_labels() -> dict[str, str]:
    """The labels of an entry's details. Details that are only for programs keep their names."""
    return {
        "name": _("name"),
        "role": _("role"),
        "rules": _("rules"),
        "filters": _("filter"),
        "url": _("address"),
        "events": _("news"),
        "matches": _("matches"),
        "created": _("new"),
        "filename": _("file"),
        "reason": _("reason"),
        "decision": _("decision"),
        "scores": _("scores"),
        "number": _("number"),
        "expires": _("ends"),
        "scopes": _("scopes"),
        "tag": _("tag"),
        "stage": _("stage"),
        "round": _("round"),
        "table": _("table"),
        "team": _("team"),
        "spellings": _("aliases"),
        "spelling": _("alias"),
        "engine": _("engine"),
        "differing": _("differing"),
        "finding": _("finding"),
        "unresolved": _("unresolved"),
        "forced": _("published all the same, because"),
        "attached": _("attached"),
    }


def row(entry: AuditEntry, known: dict[str, str], called: dict[str, str]) -> dict[str, Any]:
    """An entry of the log, prepared for the page."""
    details = json.loads(entry.details)
    shown = {name: value for name, value in details.items() if name not in ("club", "sha256") and value not in ("", None, False)}
    return {
        "entry": entry,
        "at": datetime.fromisoformat(entry.at),
        "action": known.get(entry.action, entry.action),
        "details": [(called.get(name, name), plain(value)) for name, value in shown.items()],
    }


def plain(value: Any) -> str:
    """The value of a detail as plain text."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {plain(inner)}" for name, inner in value.items() if inner not in ("", None))
    if isinstance(value, list):
        return ", ".join(map(plain, value))
    return str(value)


@login_required
@require_GET
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the log: the newest entries, or those before the number in the address."""
    club = owned_club(request, slug)
    if club is None:
        return forbidden_page(request, 403)
    entries = audit.entries_of(club)
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 18:
        entries = entries.filter(number__lt=int(before))
    page = list(entries[: ROWS + 1])
    known, called = action_names(), detail_labels()
    context = {
        "club": club,
        "rights": {"govern": True},
        "rows": [row(entry, known, called) for entry in page[:ROWS]],
        "newest": not before,
        "next": page[ROWS - 1].number if len(page) > ROWS else None,
    }
    return render(request, "pages/clubs/audit.html", context)
