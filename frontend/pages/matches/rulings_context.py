"""The rulings on a match's page: each beside its finding, and for arbiters a form to rule."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

import referee
from frontend.components.matches.links import Links
from frontend.components.verdict.ruling_text import anchor, decision
from frontend.components.verdict.sheet import Sheet
from frontend.i18n.game_words import figures, word
from records import access, events, matches
from records.models import Event, Match, Ruling
from referee.results.ranking.rulings import FindingKey, findings_of, sides_of


def show_rulings(request: HttpRequest, links: Links, sheet: Sheet | None) -> list[Event]:
    """Add to the findings of a sheet the rulings that the reader may see, and the forms that they may use.

    Returns the events whose rulings are shown.
    """
    found_events = events.of_match(request.user, links.match, links.secret)
    if sheet is None:
        return found_events
    given: dict[FindingKey, list[dict[str, Any]]] = {}
    for event in found_events:
        for ruling in events.rulings_of(event, links.match):
            given.setdefault(key_of(ruling), []).append(_with_decision(event, ruling, sheet.game))
    ruling_in = [] if links.secret else [one for one in found_events if access.may(request.user, access.Right.RULE, one.club_id)]
    sides = _sides(links.match, sheet) if ruling_in else []
    keys = iter(findings_of(sheet.verdict))
    for finding in [*sheet.findings, *(finding for round_ in sheet.rounds for finding in round_["findings"])]:
        _show(finding, next(keys), given, ruling_in, sides)
    for round_ in sheet.rounds:
        if not any(row["computed"] is not None for row in round_["scores"]):
            _show(round_, FindingKey(round_["round"]), given, ruling_in, sides)
    return found_events


def key_of(ruling: Ruling) -> FindingKey:
    """The key of the finding that a ruling decides."""
    return FindingKey(ruling.round, ruling.move, ruling.seat, ruling.code, ruling.clause, ruling.nth)


def _with_decision(event: Event, ruling: Ruling, game: referee.Game | None) -> dict[str, Any]:
    return {"ruling": ruling, "event": event, "decision": decision(ruling.decision), "scores": figures(game, ruling.scores)}


def _show(
    row: dict[str, Any],
    key: FindingKey,
    given: dict[FindingKey, list[dict[str, Any]]],
    found_events: list[Event],
    sides: list[dict[str, str]],
) -> None:
    rulings = given.get(key, [])
    last = {one["event"].pk: one["ruling"].pk for one in rulings}
    row["anchor"], row["key"] = anchor(key), key
    row["rulings"] = [{**one, "stands": last[one["event"].pk] == one["ruling"].pk} for one in rulings]
    row["forms"] = [{"event": event, "key": key, "sides": sides, "ruled": event.pk in last} for event in found_events]


def _sides(match: Match, sheet: Sheet) -> list[dict[str, str]]:
    """The sides that a ruling gives scores to: seats or teams by name, and who sits there."""
    record = matches.record_of(match)
    if isinstance(record, referee.NotationError):
        return []
    return [
        {"side": side, "text": word(sheet.game, "seats", side), "name": record.seats.get(side, "")} for side in sides_of(record)
    ]
