"""The verdict on a score sheet that is being kept, round by round, in words for its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from records.core.rules_line import game_of
from records.tournament.sheets.entries import Terms
from records.wording.game_words import side_word
from records.wording.verdict_sheet import sheet_of
from referee import Game


def refereed(terms: Terms, verdict: dict[str, Any] | None) -> dict[str, Any]:
    """Findings, points by the rules and payments of a sheet by its verdict; None where it has no rounds. Raises Refusal."""
    if verdict is None:
        return {"rounds": {}, "next": ""}
    read = sheet_of(verdict)
    game, rules = game_of(terms.game, terms.rules)
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
