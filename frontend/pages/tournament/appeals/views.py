"""The appeals of an event: the list for everybody who sees it, and the page on which an arbiter answers one."""

from __future__ import annotations

import re
import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

import referee
from frontend.components.access import event_or_404, member_event_or_404, sheet_for
from frontend.components.clubs.rights import forbidden_page
from frontend.components.event_tables.appeals import appeal_rows
from frontend.components.event_tables.context import event_head
from frontend.components.event_tables.penalties import penalty_rows
from frontend.components.matches.links import Links
from frontend.components.verdict.rulings import decision as decision_text
from frontend.components.verdict.rulings import finding_texts
from frontend.components.verdict.sheet import Sheet
from frontend.i18n.game_words import figures, word
from records.accounts import access
from records.archive import matches
from records.archive.models import Match
from records.core.errors import Refusal
from records.tournament import appeals, events, publications
from records.tournament.appeals.entries import appeal_entry
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.placing import PlacedAppeal
from records.tournament.events.rulings import key_of
from records.tournament.models import Event
from records.tournament.penalties.entries import penalty_entry
from referee.tournament.ranking.rulings import CORRECTED, FindingKey, findings_of, sides_of

SCORE = "score."


@require_GET
def appeals_page(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The appeals of an event, open ones first."""
    event = event_or_404(request, event_id)
    overview = publications.overview_for(request.user, event)
    placed = sorted(overview.appeals, key=lambda one: (one.answer is not None, one.row.number))
    entries = [appeal_entry(one) for one in placed]
    seen = matches.visible_among(request.user, {one.row.match for one in placed if one.row.match})
    texts = finding_texts(entries=[one for one in entries if one["match"] and uuid.UUID(one["match"]) in seen])
    context = {**event_head(request, event, "appeals", overview), "appeals": appeal_rows(entries, texts)}
    return render(request, "pages/tournament/appeals/appeals.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def appeal(request: HttpRequest, event_id: uuid.UUID, number: int) -> HttpResponse:
    """One appeal with what it is about, the board at that move, and the clause; arbiters answer it here."""
    event = member_event_or_404(request, event_id)
    if not events.may_in(request.user, access.Right.RULE, event):
        return forbidden_page(request, 403)
    if request.method == "GET":
        return _show(request, event, number)
    given = request.POST
    try:
        decision = given.get("decision", "")
        ruling = appeals.NewRuling(decision, _scores(given) if decision == CORRECTED else None) if decision else None
        appeals.answer(
            request.user,
            event,
            number,
            given.get("outcome", ""),
            given.get("reason", ""),
            ruling,
            cancel_penalty="cancel" in given,
        )
    except Refusal as refusal:
        return _show(request, event, number, str(refusal), refusal.status, given)
    return redirect("pages:appeals", event.pk)


def _show(request: HttpRequest, event: Event, number: int, error: str = "", status: int = 200, given: Any = None) -> HttpResponse:
    """The page; where an answer was refused with what was ``given``."""
    overview = events.overview_of(event)
    found = next((one for one in overview.appeals if one.row.number == number), None)
    if found is None:
        raise Http404
    match, key = appeals.match_of(found.row), appeals.finding_of(found.row)
    seen = match is not None and match.pk in matches.visible_among(request.user, [match.pk])
    sheet = sheet_for(Links(match)) if match and seen else None
    entry = appeal_entry(found)
    [row] = appeal_rows([entry], finding_texts(entries=[entry] if seen else []))
    context = {
        **event_head(request, event, "appeals", overview),
        "error": error,
        "appeal": row,
        "at": Links(match) if match and seen else None,
        "finding": _finding(event, match, sheet, key) if match and sheet and key else None,
        "penalties": _penalty(overview, found),
        "moment": _moment(overview, found, match) if match and seen else None,
        "rules": key is not None and match is not None,
        "sides": _sides(match, sheet, given or {}) if match and sheet and key else [],
        "given": given or {},
    }
    return render(request, "pages/tournament/appeals/appeal.html", context, status=status)


def _finding(event: Event, match: Match, sheet: Sheet, key: FindingKey) -> dict[str, Any] | None:
    """The finding as the match's page shows it, its moment drawn, with the rulings on it."""
    rows = dict(zip(findings_of(sheet.verdict), sheet.every, strict=True))
    if key not in rows:
        return None
    given = [one for one in events.rulings_of(event, match) if key_of(one) == key]
    said = [
        {
            "ruling": one,
            "event": event,
            "decision": decision_text(one.decision),
            "scores": figures(sheet.game, one.scores),
            "stands": one == given[-1],
        }
        for one in given
    ]
    return {**rows[key], "drawn": True, "rulings": said, "forms": []}


def _penalty(overview: EventOverview, found: PlacedAppeal) -> list[dict[str, Any]]:
    """The penalty that is objected to."""
    if found.row.against != "penalty":
        return []
    rows = penalty_rows(map(penalty_entry, overview.penalties))
    return [one for one in rows if one["number"] == found.row.of]


def _moment(overview: EventOverview, found: PlacedAppeal, match: Match) -> dict[str, Any] | None:
    """The moment of a penalty on the board, where it names one."""
    for one in _penalty(overview, found):
        if one["deal"]:
            links = Links(match)
            return {
                "frames": links.frames(one["deal"]),
                "board": f"{links.board(one['deal'])}{one['move']}/",
                "move": one["move"],
                "seat": one["seat"],
            }
    return None


def _sides(match: Match, sheet: Sheet, given: Any) -> list[dict[str, str]]:
    record = matches.record_of(match)
    if isinstance(record, referee.NotationError):
        return []
    return [
        {
            "side": side,
            "text": word(sheet.game, "seats", side),
            "name": record.seats.get(side, ""),
            "given": given.get(f"{SCORE}{side}", ""),
        }
        for side in sides_of(record)
    ]


def _scores(given: Any) -> dict[str, int]:
    """The scores in the form. Raises Refusal (422) where one is not a whole number."""
    found: dict[str, int] = {}
    for name, value in given.items():
        if name.startswith(SCORE):
            text = str(value).strip()
            if not re.fullmatch("[-+−]?[0-9]{1,10}", text):
                raise Refusal("invalid-scores", _("Every side needs a whole number of points."), 422)
            found[name[len(SCORE) :]] = int(text.replace("−", "-"))
    return found
