"""Entering a match by hand: the page, and the referee's answer on the draft. Drafts are not stored on the server."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_POST

import referee
from frontend.components.verdict.sheet import Sheet, sheet_of
from frontend.i18n.move_text import sentence_and_call
from frontend.pages.entry.choices import offered, round_form, tables
from frontend.pages.replay.board import document
from records.ops import rate_limit
from referee.offers import choices
from referee.rulebook import Rules

DRAFT_BYTES = 128 * 1024
"""The size of a draft at most, in bytes: some twenty rounds."""
UNFINISHED = ("round-not-finished", "birds-missing")
"""The findings that every unfinished round has; they are not shown while it is being written."""
UNDEALT = "bad-deal"
"""The finding of hands that are not dealt out yet; it is not shown until they are full."""


@require_GET
def enter(request: HttpRequest) -> HttpResponse:
    """The page on which a match is typed or clicked."""
    context = {"games": referee.games(), "tables": json.dumps(tables()), "words": json.dumps(_script_texts())}
    return render(request, "pages/entry/enter.html", context)


@require_POST
@gzip_page
def check(request: HttpRequest) -> HttpResponse:
    """The answer on a draft as JSON: findings, table, moves that may come next."""
    if seconds := rate_limit.hit("check", rate_limit.client_key(request)):
        refused = JsonResponse({"line": _("Too many checks at once. Going on in a moment.")}, status=429)
        refused.headers["Retry-After"] = str(seconds)
        return refused
    data = request.read(DRAFT_BYTES + 1)
    if len(data) > DRAFT_BYTES:
        return JsonResponse({"line": _("The draft is too long: at most 128 KiB.")}, status=413)
    if not data.strip():
        return JsonResponse({"state": "empty", "line": _("Nothing is written yet."), "findings": [], "offers": []})
    answer = judged(next(iter(referee.parse_file(data))))
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False, "separators": (",", ":")})


def judged(record: referee.Record | referee.NotationError) -> dict[str, Any]:
    """The answer on the text of a draft."""
    sheet = sheet_of(referee.verify(record).as_dict())
    findings = [_finding(finding) for finding in sheet.every if not _goes_on(finding, record)]
    answer: dict[str, Any] = {"state": "unreadable", "findings": findings, "offers": [], "line": sheet.line}
    if isinstance(record, referee.NotationError) or sheet.game is None:
        return answer
    rules = sheet.game.rulebook.rules(record.rules)
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
    if not record.rounds:
        return {**answer, "line": answer["line"] if findings else _("The header is in order. Now the first round.")}
    return {**answer, **_round(record, sheet)}


def _round(record: referee.Record, sheet: Sheet) -> dict[str, Any]:
    """The answer on the last round, which is being written."""
    round_, verdict, book = record.rounds[-1], sheet.rounds[-1], sheet.game.rulebook
    found: dict[str, Any] = {
        "round": round_.number,
        "moves": len(round_.moves),
        "list": [sentence_and_call(move, book)[0] for move in round_.moves],
    }
    going_on = any(finding["code"] in UNFINISHED for finding in verdict["findings"])
    if verdict["outcome"] != "unfinished" and not going_on:
        found.update(_ended(verdict))
    try:
        frames: list[dict[str, Any]] = referee.replay(record, round_.number)[-2:]
        frames[-1]["findings"] = [finding for finding in frames[-1]["findings"] if finding["code"] not in UNFINISHED]
        found["board"] = document(frames, None)
        found.update(offered(sheet.game, choices(record, round_.number)))
    except LookupError:
        found["state"] = "deal"
        if not round_.moves and not [finding for finding in sheet.every if not _goes_on(finding, record)]:
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
        "wins": [{name: win[name] for name in ("move", "seat_text", "value")} for win in verdict["wins"]],
    }
    if verdict["status"] == "clean":
        found["line"] = _("The round is over: %(outcome)s.") % {"outcome": verdict["outcome_text"]}
    return found


def _goes_on(finding: dict[str, Any], record: referee.Record | referee.NotationError) -> bool:
    """Whether a finding says only that the last round is not complete yet."""
    rounds = record.rounds if isinstance(record, referee.Record) else ()
    if not rounds or finding["round"] != rounds[-1].number:
        return False
    expected, actual = finding["expected"], finding["actual"]
    short = actual is None or isinstance(expected, int) and isinstance(actual, int) and actual < expected
    return finding["code"] in UNFINISHED or finding["code"] == UNDEALT and short and not rounds[-1].moves


def _finding(finding: dict[str, Any]) -> dict[str, Any]:
    return {
        **{name: finding[name] for name in ("code", "severity", "severity_text", "text", "round", "move", "line", "column")},
        "clause": finding["clause"]["id"],
        "link": finding["clause"]["link"],
        "law": finding["clause"]["text"],
    }


def _script_texts() -> dict[str, Any]:
    """The texts of the page's scripts, which fill in the names in braces."""
    return {
        "hand": _("{seat}: {n} of {size}"),
        "unseen": _("not seen"),
        "take": _("take {tile} out"),
        "left": _("{tile}, {n} left"),
        "deal": _("Deal every hand, or mark it as not seen."),
        "dealing": _("The deal"),
        "hands": _("Hands"),
        "pieces": _("What is dealt"),
        "wall": _("Wall, where it is known"),
        "noWall": _("The wall is not known"),
        "rest": _("Take all that is left"),
        "done": _("Done"),
        "first": {"Dealer": _("Dealer"), "Leader": _("Leads first")},
        "drawer": _("Draws for the lead"),
        "drawn": _("Drawn card"),
        "die": _("Die {n}"),
        "break": _("Wall broken at"),
        "sits": _("Who sits, where it changed"),
        "notRecorded": _("not said"),
        "usual": _("as usual:"),
        "kinds": {"+": _("draws"), "-": _("discards"), ":": _("plays"), "?": _("calls out"), ".": _("passes")},
        "next": _("What comes next"),
        "chosen": _("Chosen"),
        "choose": _("{n} of {size} chosen"),
        "put": _("Write it down"),
        "clear": _("Choose again"),
        "other": _("Something else happened"),
        "against": _("Against the rules, to be written down all the same:"),
        "back": _("back to here"),
        "end": _("The end of the round"),
        "scores": _("Scores"),
        "computed": _("by the rules"),
        "claimed": _("at the table"),
        "value": _("{seat} wins, by the rules {value}; called at the table"),
        "fill": _("Fill in what the rules give"),
        "nextRound": _("Next round"),
        "totals": _("Totals of the match"),
        "line": _("line {line}, column {column}"),
        "unreachable": _("The referee cannot be reached. Please try again."),
        "kept": _("Kept in this browser."),
        "notKept": _("This browser keeps nothing: save the match as a file."),
        "note": _("Note"),
        "noteOn": _("Note on: {move}"),
        "noteFirst": _("Note before the first move"),
        "all": _("{tile}: {n} at once"),
        "startTime": _("Began at"),
        "endTime": _("Ended at"),
        "now": _("now"),
        "nothing": _("Nothing more can be offered."),
    }
