"""What waits for a person at an event, in words, with the ways to sheet, match, moment and clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

import referee
from frontend.components.event_tables.context import Context
from frontend.components.matches.links import Links
from frontend.components.verdict.rulings import anchor, finding_texts
from records.core.languages import localized
from records.tournament import events
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.issues import Issue
from records.tournament.models import Ruling
from records.wording.finding_text import FindingTexts
from records.wording.game_words import word
from referee.core import registry
from referee.tournament.ranking.rulings import sides_of
from referee.tournament.ranking.table_result import TableResult

NAMING = ("same-name", "no-names", "unknown-name")
"""The kinds of issue in which the people at a table are unclear."""


def waiting_rows(overview: EventOverview, inside: bool) -> list[Context]:
    """What waits, the oldest first. ``inside``: whether the reader is of the club, and sees its matches outside the event too."""
    issues = overview.decisions
    records = events.records_of(one.match for one in issues if one.match and one.kind in NAMING)
    gone = [one for table in overview.tables for one in table.rulings if table.result and _is_missing(one, table.result)]
    texts = finding_texts(gone)
    return [_row(one, records, texts, inside) for one in issues]


def _is_missing(ruling: Ruling, result: TableResult) -> bool:
    """Whether the verdict no longer has what a ruling is on."""
    return any(one.number == ruling.number for one in result.missing)


def _row(issue: Issue, records: Mapping[Any, Any], texts: FindingTexts, inside: bool) -> Context:
    message, at = "", Links(issue.match) if issue.match and (issue.table or inside) else None
    if issue.kind == "ruling" and issue.match and issue.finding:
        message = texts.say(issue.match.pk, issue.finding)
    elif issue.document:
        message = localized(issue.document["message"])
    row: Context = {"issue": issue, "message": message, "sides": _seats(issue, records) if issue.kind in NAMING else []}
    if at:
        row["at"] = at.page
    if at and issue.match and (key := issue.finding):
        clause = reverse("pages:rulebook", args=[issue.match.game]) + f"#{key.clause}" if key.clause else ""
        row |= {"at": f"{at.page}#{anchor(key)}", "moment": at.board(key.round, key.move) if key.move else "", "clause": clause}
    return row


def _seats(issue: Issue, records: Mapping[Any, Any]) -> list[Context]:
    """The seats of a match whose people are unclear, with the names in its record."""
    record = records.get(issue.match.pk) if issue.match else None
    if issue.table is None or not isinstance(record, referee.Record):
        return []
    names = {**record.seats, **issue.table.table.seated}
    game, seats = registry.find(record.game), [seat for side in sides_of(record) for seat in side]
    return [{"seat": seat, "text": word(game, "seats", seat), "name": names.get(seat, "")} for seat in seats]
