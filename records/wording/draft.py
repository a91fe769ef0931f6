"""The referee's answer on the draft of a match that is entered by hand."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

import referee
from records.core import sandbox
from records.core.errors import Refusal
from records.wording.board import document
from records.wording.draft_choices import offered, round_form
from records.wording.move_text import sentence_and_call
from records.wording.verdict_sheet import VerdictSheet, sheet_of
from referee.rulebook import Rules

DRAFT_BYTES = 128 * 1024
"""The size of a draft at most, in bytes: some twenty rounds."""
UNFINISHED = ("round-not-finished", "birds-missing")
"""The findings that every unfinished round has; they are not shown while it is being written."""
UNDEALT = "bad-deal"
"""The finding of hands that are not dealt out yet; it is not shown until they are full."""


def answer_on(text: bytes) -> dict[str, Any]:
    """The answer on a draft: findings, table, moves that may come next. Raises Refusal, where there is none."""
    if len(text) > DRAFT_BYTES:
        raise Refusal("too-large", _("The draft is too long: at most 128 KiB."), 413)
    if not text.strip():
        return {"state": "empty", "line": _("Nothing is written yet."), "findings": [], "offers": []}
    draft = sandbox.draft(text)
    sheet, round_ = sheet_of(draft["verdict"]), draft["round"]
    findings = [_finding(finding) for finding in sheet.every if not _goes_on(finding, round_)]
    answer: dict[str, Any] = {"state": "unreadable", "findings": findings, "offers": [], "line": sheet.line}
    rules = sheet.game.rulebook.rules(draft["rules"]) if sheet.game and draft["rules"] is not None else None
    if not isinstance(rules, Rules):
        return answer
    answer.update(
        state="open",
        seats=sheet.game.seats(rules),
        round_form=round_form(sheet.game, rules),
        totals=sheet.verdict["totals"],
        line=_("Nothing to object to so far."),
    )
    if findings:
        answer["line"] = findings[0]["text"]
    if round_ is None:
        return {**answer, "line": answer["line"] if findings else _("The header is in order. Now the first round.")}
    return {**answer, **_round(round_, sheet)}


def _round(round_: dict[str, Any], sheet: VerdictSheet) -> dict[str, Any]:
    """The answer on the last round, which is being written."""
    verdict, book = sheet.rounds[-1], sheet.game.rulebook
    made = referee.moves(round_["moves"], book.id)
    found: dict[str, Any] = {
        "round": round_["number"],
        "moves": len(round_["moves"]),
        "list": [sentence_and_call(move, book)[0] for move in made],
    }
    going_on = any(finding["code"] in UNFINISHED for finding in verdict["findings"])
    if verdict["outcome"] != "unfinished" and not going_on:
        found.update(_ended(verdict))
    if frames := round_["frames"]:
        frames[-1]["findings"] = [finding for finding in frames[-1]["findings"] if finding["code"] not in UNFINISHED]
        found["board"] = document(frames, None)
    if round_["choices"]:
        found.update(offered(sheet.game, round_["choices"], made))
    else:
        found["state"] = "deal"
        if not round_["moves"] and not [finding for finding in sheet.every if not _goes_on(finding, round_)]:
            found["line"] = _("Now the deal.")
    return found


def _ended(verdict: dict[str, Any]) -> dict[str, Any]:
    """The answer on a round that is over: scores by the rules, and who begins the next round."""
    found = {
        "state": "over",
        "outcome": verdict["outcome_text"],
        "next_dealer": verdict["next_dealer"],
        "scores": [{"side": row["seat"], "computed": row["computed"]} for row in verdict["scores"]],
        "places": [place["seat"] for place in verdict["places"]],
        "wins": [{name: win[name] for name in ("move", "seat_text", "value", "value_text")} for win in verdict["wins"]],
    }
    if verdict["status"] == "clean":
        found["line"] = _("The round is over: %(outcome)s.") % {"outcome": verdict["outcome_text"]}
    return found


def _goes_on(finding: dict[str, Any], round_: dict[str, Any] | None) -> bool:
    """Whether a finding says only that the last round is not complete yet."""
    if round_ is None or finding["round"] != round_["number"]:
        return False
    expected, actual = finding["expected"], finding["actual"]
    short = actual is None or isinstance(expected, int) and isinstance(actual, int) and actual < expected
    return finding["code"] in UNFINISHED or finding["code"] == UNDEALT and short and not round_["moves"]


def _finding(finding: dict[str, Any]) -> dict[str, Any]:
    return {
        **{name: finding[name] for name in ("code", "severity", "severity_text", "text", "round", "move", "line", "column")},
        "clause": finding["clause"]["id"],
        "link": finding["clause"]["link"],
        "law": finding["clause"]["text"],
    }
