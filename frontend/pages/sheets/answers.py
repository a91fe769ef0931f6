"""What the page of a sheet is answered: the sheet as it stands, and what the referee says of it, as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from frontend.components.verdict.sheet import sheet_of
from frontend.i18n.game_words import side_word
from records import sheets
from records.models import ScoreSheet
from referee import Game


def state_of(writer: sheets.Writer, sheet: ScoreSheet) -> dict[str, Any]:
    """The sheet as it stands, for whoever has it open."""
    rounds = sheets.rounds_of(sheet)
    match = sheet.match if sheet.match is not None and not sheet.match.is_deleted else None
    return {
        "state": sheet.state,
        "taken": writer.table.match_id is not None and writer.table.match_id != sheet.match_id,
        "corrected": sheet.corrected_by_hand,
        "match": reverse("pages:match", args=[match.pk]) if match and writer.user is not None else "",
        "names": sheets.names_of(sheet),
        "rounds": rounds,
        "me": {"seat": writer.seat, "account": writer.user is not None},
    }


def refereed(sheet: ScoreSheet, number: int, given: Any) -> dict[str, Any]:
    """What the referee says of the sheet with a round in the place of ``number``: findings, points by the rules, payments.

    Raises Refusal for a round that cannot be read, Busy, TooCostly.
    """
    verdict = sheets.judged(sheet, number, given)
    if verdict is None:
        return {"rounds": {}, "next": ""}
    read = sheet_of(verdict)
    game, rules = sheets.game_of(sheet.game, sheet.rules)
    sides = game.sides(rules)
    return {
        "rounds": {round_["round"]: _round(round_, game, sides) for round_ in read.rounds},
        "next": next((round_["next_dealer"] for round_ in reversed(read.rounds) if round_["next_dealer"]), ""),
        "findings": [_finding(finding) for finding in read.findings],
    }


def _round(round_: dict[str, Any], game: Game, sides: Sequence[str]) -> dict[str, Any]:
    return {
        "outcome": round_["outcome_text"],
        "scores": {row["seat"]: row["computed"] for row in round_["scores"] if row["computed"] is not None},
        "certain": _certain(round_, sides),
        "places": [row["seat"] for row in round_["places"]],
        "next": round_["next_dealer"] or "",
        "findings": [_finding(finding) for finding in round_["findings"]],
        "unchecked": list(dict.fromkeys(one["text"] for one in round_["unchecked"])),
        "payments": [
            {
                "from": side_word(game, row["from"]),
                "to": side_word(game, row["to"]),
                "points": row["points"],
                "why": row["reason_text"],
            }
            for row in round_["ledger"]
        ],
    }


def _certain(round_: dict[str, Any], sides: Sequence[str]) -> dict[str, int]:
    """What is known to have been paid in a round that is won and not settled, by side; nothing where a win was not paid."""
    paid = {(row["move"], row["to"]) for row in round_["ledger"]}
    wins = {(win["move"], win["seat"]) for win in round_["wins"]}
    if not wins or not wins <= paid or any(row["computed"] is not None for row in round_["scores"]):
        return {}
    points: Counter[str] = Counter()
    for row in round_["ledger"]:
        points[row["to"]] += row["points"]
        points[row["from"]] -= row["points"]
    return {side: points[side] for side in sides}


def _finding(finding: dict[str, Any]) -> dict[str, Any]:
    return {
        "code": finding["code"],
        "severity": finding["severity"],
        "text": finding["text"],
        "clause": finding["clause"]["id"],
        "link": finding["clause"]["link"],
    }
