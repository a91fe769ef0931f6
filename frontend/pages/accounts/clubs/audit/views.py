"""The audit log of a club, for its owners."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from frontend.components.clubs.rights import owned_club, rights_in
from frontend.components.page.actions import Page
from frontend.components.verdict.rulings import finding_texts
from frontend.pages.accounts.clubs.audit.words import Words, words
from records.accounts import audit
from records.accounts.models import AuditEntry, Club
from records.wording.figures import exact, minus, moment
from records.wording.finding_text import NO_VERDICTS, FindingTexts
from records.wording.rules_words import rules_words
from referee.core import registry
from referee.tournament.ranking.rulings import FindingKey

ROWS = 50
UNSHOWN = {"club", "sha256", "source", "verdicts", "accounts", "after", "each", "ids", "judgements", "roles", "through", "nth"}
"""Details that the page leaves out: which club it is stands above, hashes say nothing to a person, and seals and baselines are of
no club."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)")


def row(entry: AuditEntry, known: Words, texts: FindingTexts = NO_VERDICTS) -> dict[str, Any]:
    """An entry of the log, prepared for the page. ``texts``: what the findings say that it names."""
    details = json.loads(entry.details)
    if _is_finding(details.get("finding")):
        details["finding"] = _said(details["finding"], details.get("match"), texts)
    if details.get("rules"):
        game = details.get("game") or (details.get("filters") or {}).get("game", "")
        details["rules"] = rules_words(str(details["rules"]), registry.find(game))
    shown = {name: value for name, value in details.items() if name not in UNSHOWN and value not in ("", None, False)}
    kind, _colon, id_ = entry.target.partition(":")
    return {
        "entry": entry,
        "at": datetime.fromisoformat(entry.at),
        "action": audit.Action(entry.action).label if entry.action in audit.Action else entry.action,
        "details": [(known.details.get(name, name), plain(name, value, known)) for name, value in shown.items()],
        "target": f"{known.targets[kind]} {id_}" if kind in known.targets else entry.target,
    }


def plain(name: str, value: Any, known: Words) -> str:
    """The value of a detail in words, with the labels of what it is made of."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        whole = _said(value) if _is_finding(value) else value
        parts = {key: inner for key, inner in whole.items() if inner not in ("", None) and key not in UNSHOWN}
        return _(", ").join(f"{known.details.get(key, key)} {plain(key, inner, known)}" for key, inner in parts.items())
    if isinstance(value, list):
        return _(", ").join(plain(name, inner, known) for inner in value)
    text = str(value)
    if MOMENT.fullmatch(text):
        return moment(text)
    if isinstance(value, int):
        return minus(value)
    if name == "amount" and re.fullmatch(r"\d+/\d+", text):
        return exact(text)
    names = known.values.get(name, {})
    said = [names[part] for part in text.split() if part in names]
    return " · ".join(said) if said and len(said) == len(text.split()) else text


def _is_finding(value: Any) -> bool:
    return isinstance(value, dict) and {"clause", "code", "seat"} <= value.keys()


def _said(value: dict[str, Any], match: Any = None, texts: FindingTexts = NO_VERDICTS) -> dict[str, Any]:
    """A finding with what it says in place of its code, which has its seat in words."""
    said = texts.say(match, FindingKey(**value))
    return {name: said if name == "code" else inner for name, inner in value.items() if name != "seat"}


def _show(request: HttpRequest, club: Club, *, error: str = "") -> HttpResponse:
    """The page of the log: the newest entries, or those before the number in the address."""
    entries = audit.entries_of(club)
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 18:
        entries = entries.filter(number__lt=int(before))
    page = list(entries[: ROWS + 1])
    known = words()
    found = [details for entry in page[:ROWS] if _is_finding((details := json.loads(entry.details)).get("finding"))]
    texts = finding_texts(entries=found)
    context = {
        "club": club,
        "rights": rights_in(request, club),
        "rows": [row(entry, known, texts) for entry in page[:ROWS]],
        "newest": not before,
        "next": page[ROWS - 1].number if len(page) > ROWS else None,
        "error": error,
    }
    return render(request, "pages/accounts/clubs/audit/audit.html", context)


log = login_required(Page(owned_club, _show))
