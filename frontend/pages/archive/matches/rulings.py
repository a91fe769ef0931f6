"""The rulings on a match's page: each beside its finding, and for arbiters a form to rule."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

import referee
from frontend.components.access import member_event_or_404
from frontend.components.matches.links import Links
from frontend.components.page.actions import id_in, typed
from frontend.components.verdict.rulings import SCORE, anchor, decision, scores_in, sides_to_score, with_scores
from records.accounts import access
from records.accounts.access.roles import require
from records.archive.models import Match
from records.tournament import events, publications
from records.tournament.events.rulings import key_of
from records.tournament.models import Event, Ruling
from records.wording.game_words import figures
from records.wording.verdict_sheet import VerdictSheet
from referee.tournament.ranking.rulings import CORRECTED, FindingKey, findings_of


def show_rulings(request: HttpRequest, links: Links, sheet: VerdictSheet | None) -> list[Event]:
    """Add to the findings of a sheet the rulings that the reader may see, and the forms that they may use.

    Returns the events whose rulings are shown.
    """
    found_events = [] if links.match.of_visitor else events.of_match(request.user, links.match)
    if sheet is None:
        return found_events
    given: dict[FindingKey, list[dict[str, Any]]] = {}
    for event in found_events:
        rulings = list(events.rulings_of(event, links.match))
        for ruling in publications.rulings_for(request.user, event, rulings):
            given.setdefault(key_of(ruling), []).append(_with_decision(event, ruling, sheet.game))
    ruling_in = [one for one in found_events if events.may_in(request.user, access.Right.RULE, one)]
    sides = sides_to_score(links.match, sheet) if ruling_in else []
    keys = iter(findings_of(sheet.verdict))
    whole = {
        "computed": any(_has("computed", round_) for round_ in sheet.rounds),
        "claimed": bool(sheet.verdict["totals"]["claimed"]),
    }
    for finding in sheet.findings:
        _show(request, finding, next(keys), given, ruling_in, sides, whole)
    for round_ in sheet.rounds:
        counts = {kind: _has(kind, round_) for kind in ("computed", "claimed")}
        for finding in round_["findings"]:
            _show(request, finding, next(keys), given, ruling_in, sides, counts)
        if not counts["computed"]:
            _show(request, round_, FindingKey(round_["round"]), given, ruling_in, sides, counts)
            _ask_for_scores(round_)
    return found_events


def _has(kind: str, round_: dict[str, Any]) -> bool:
    """Whether a round has scores of a kind: ``computed``, ``claimed``."""
    return any(row[kind] is not None for row in round_["scores"])


def _ask_for_scores(round_: dict[str, Any]) -> None:
    """Ask for the score of a round that has none in one form: of its last finding, of the round itself where that is ruled on."""
    rows = [round_, *round_["findings"]]
    scored = {one["event"].pk for row in rows for one in row["rulings"] if one["stands"] and one["ruling"].scores}
    for form in [form for finding in round_["shown"][-1:] for form in finding["forms"]]:
        form["unscored"] = form["sides"] and not form["ruled"] and form["event"].pk not in scored
        scored |= {form["event"].pk} if form["unscored"] else set()
        round_["asked_above"] = round_.get("asked_above") or form["unscored"]
    round_["forms"] = [form for form in round_["forms"] if form["ruled"] or form["event"].pk not in scored]


def _with_decision(event: Event, ruling: Ruling, game: referee.Game | None) -> dict[str, Any]:
    return {"ruling": ruling, "event": event, "decision": decision(ruling.decision), "scores": figures(game, ruling.scores)}


def _show(
    request: HttpRequest,
    row: dict[str, Any],
    key: FindingKey,
    given: dict[FindingKey, list[dict[str, Any]]],
    found_events: list[Event],
    sides: list[dict[str, str]],
    counts: dict[str, bool],
) -> None:
    rulings = given.get(key, [])
    last = {one["event"].pk: one["ruling"].pk for one in rulings}
    row["anchor"] = anchor(key)
    row["rulings"] = [{**one, "stands": last[one["event"].pk] == one["ruling"].pk} for one in rulings]
    scored = {one["event"].pk for one in row["rulings"] if one["stands"] and one["ruling"].scores}
    row["forms"] = []
    for event in found_events:
        sent = typed(request, "rule", event=event.pk, **key._asdict())
        form = {
            **counts,
            "event": event,
            "key": key,
            "query": urlencode(key._asdict()),
            "given": sent,
            "sides": with_scores(sides, sent),
            "ruled": event.pk in last,
            "corrects": sides and (counts["computed"] or not key.round or event.pk in scored),
        }
        row["forms"].append(form)


def rule(request: HttpRequest, match: Match) -> HttpResponse:
    """Rule on a finding in an event, and go back to it; for its arbiters."""
    given, event = request.POST, member_event_or_404(request, id_in(request.POST, "event"))
    require(events.may_in(request.user, access.Right.RULE, event))
    finding, decided = _finding(request), given.get("decision", "")
    # A round that the verdict gives no score may be given one whatever is decided on its finding.
    scored = "unscored" in given and any(str(given[name]).strip() for name in given if name.startswith(SCORE))
    scores = scores_in(given) if decided == CORRECTED or scored else None
    events.rule_and_score(request.user, event, match, finding, decided, given.get("reason", ""), scores)
    return redirect(f"{reverse('pages:match', args=[match.pk])}#{anchor(finding)}")


def _finding(request: HttpRequest) -> FindingKey:
    given = request.POST
    numbers = [given.get(name, "") for name in ("round", "move", "nth")]
    if not all(re.fullmatch("[0-9]{1,9}", number) for number in numbers):
        raise Http404
    round_, move, nth = map(int, numbers)
    return FindingKey(round_, move, given.get("seat", ""), given.get("code", ""), given.get("clause", ""), nth)
