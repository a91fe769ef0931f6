"""The page on which an arbiter answers an appeal."""

from __future__ import annotations

import uuid
from typing import Any, TypeAlias

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from frontend.components.access import member_event_or_404, sheet_for
from frontend.components.event_tables.context import event_head
from frontend.components.event_tables.listed import appeal_rows, penalty_rows
from frontend.components.matches.links import Links
from frontend.components.page.actions import Page, typed
from frontend.components.verdict.rulings import decision as decision_text
from frontend.components.verdict.rulings import finding_texts, scores_in, sides_to_score, with_scores
from records.accounts import access
from records.accounts.access.roles import require
from records.archive import matches
from records.archive.models import Match
from records.tournament import appeals, events
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.placing import PlacedAppeal, appeal_entry, penalty_entry
from records.tournament.events.rulings import key_of
from records.tournament.models import Event
from records.wording.game_words import figures
from records.wording.verdict_sheet import VerdictSheet
from referee.tournament.ranking.rulings import CORRECTED, FindingKey, findings_of

Appealed: TypeAlias = tuple[EventOverview, PlacedAppeal]


def _found(request: HttpRequest, event_id: uuid.UUID, number: int) -> Appealed:
    """An appeal in its event, for arbiters. Raises Http404, Refusal (403)."""
    event = member_event_or_404(request, event_id)
    require(events.may_in(request.user, access.Right.RULE, event))
    overview = events.overview_of(event)
    found = next((one for one in overview.appeals if one.row.number == number), None)
    if found is None:
        raise Http404
    return overview, found


def _answer(request: HttpRequest, appealed: Appealed) -> HttpResponse:
    """Answer an appeal."""
    (overview, found), given = appealed, request.POST
    decision = given.get("decision", "")
    ruling = appeals.NewRuling(decision, scores_in(given) if decision == CORRECTED else None) if decision else None
    outcome, reason = given.get("outcome", ""), given.get("reason", "")
    number = found.row.number
    appeals.answer(request.user, overview.event, number, outcome, reason, ruling, cancel_penalty="cancel" in given)
    return redirect("pages:decisions", overview.event.pk)


def _show(request: HttpRequest, appealed: Appealed, *, error: str = "") -> HttpResponse:
    """One appeal with what it is about, the board at that move, and the clause; arbiters answer it here."""
    (overview, found), given = appealed, typed(request, "answer")
    event = overview.event
    match, key = appeals.match_of(found.row), appeals.finding_of(found.row)
    seen = match is not None and match.pk in matches.visible_among(request.user, [match.pk])
    sheet = sheet_for(Links(match)) if match and seen else None
    entry = appeal_entry(found)
    [row] = appeal_rows([entry], finding_texts(entries=[entry] if seen else []))
    context = {
        **event_head(request, event, "decisions", overview),
        "error": error,
        "appeal": row,
        "at": Links(match) if match and seen else None,
        "finding": _finding(event, match, sheet, key) if match and sheet and key else None,
        "penalties": _penalty(overview, found),
        "moment": _moment(overview, found, match) if match and seen else None,
        "rules": key is not None and match is not None,
        "sides": with_scores(sides_to_score(match, sheet), given) if match and sheet and key else [],
        "given": given,
    }
    return render(request, "pages/tournament/decisions/appeal.html", context)


def _finding(event: Event, match: Match, sheet: VerdictSheet, key: FindingKey) -> dict[str, Any] | None:
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
                "board": links.board(one["deal"], one["move"]),
                "move": one["move"],
                "seat": one["seat"],
            }
    return None


appeal = login_required(Page(_found, _show, answer=_answer))
