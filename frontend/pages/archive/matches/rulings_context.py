"""The rulings on a match's page: each beside its finding, and for arbiters a form to rule."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest

import referee
from frontend.components.matches.links import Links
from frontend.components.verdict.ruling_text import anchor, decision
from frontend.components.verdict.sheet import Sheet
from frontend.i18n.game_words import figures, word
from records.accounts import access
from records.archive import matches
from records.archive.models import Match
from records.tournament import events, publications
from records.tournament.events.rulings import key_of
from records.tournament.models import Event, Ruling
from referee.tournament.ranking.rulings import FindingKey, findings_of, sides_of


def show_rulings(request: HttpRequest, links: Links, sheet: Sheet | None) -> list[Event]:
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
    sides = _sides(links.match, sheet) if ruling_in else []
    keys = iter(findings_of(sheet.verdict))
    whole = {
        "computed": any(_has("computed", round_) for round_ in sheet.rounds),
        "claimed": bool(sheet.verdict["totals"]["claimed"]),
    }
    for finding in sheet.findings:
        _show(finding, next(keys), given, ruling_in, sides, whole)
    for round_ in sheet.rounds:
        counts = {kind: _has(kind, round_) for kind in ("computed", "claimed")}
        for finding in round_["findings"]:
            _show(finding, next(keys), given, ruling_in, sides, counts)
        if not counts["computed"]:
            _show(round_, FindingKey(round_["round"]), given, ruling_in, sides, counts)
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
    row: dict[str, Any],
    key: FindingKey,
    given: dict[FindingKey, list[dict[str, Any]]],
    found_events: list[Event],
    sides: list[dict[str, str]],
    counts: dict[str, bool],
) -> None:
    rulings = given.get(key, [])
    last = {one["event"].pk: one["ruling"].pk for one in rulings}
    row["anchor"], row["key"] = anchor(key), key
    row["rulings"] = [{**one, "stands": last[one["event"].pk] == one["ruling"].pk} for one in rulings]
    scored = {one["event"].pk for one in row["rulings"] if one["stands"] and one["ruling"].scores}
    row["forms"] = [
        {
            **counts,
            "event": event,
            "key": key,
            "query": urlencode(key._asdict()),
            "sides": sides,
            "ruled": event.pk in last,
            "corrects": sides and (counts["computed"] or not key.round or event.pk in scored),
        }
        for event in found_events
    ]


def _sides(match: Match, sheet: Sheet) -> list[dict[str, str]]:
    """The sides that a ruling gives scores to: seats or teams by name, and who sits there."""
    record = matches.record_of(match)
    if isinstance(record, referee.NotationError):
        return []
    return [
        {"side": side, "text": word(sheet.game, "seats", side), "name": record.seats.get(side, "")} for side in sides_of(record)
    ]
