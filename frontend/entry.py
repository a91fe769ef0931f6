"""A match entered by hand: the page, and what the referee says of the draft so far. Nothing of a draft is stored."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_POST
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

import referee
from frontend.board import document
from frontend.moves import told
from frontend.said import said
from frontend.verdicts import Sheet, sheet_of
from referee.hands import QueryError
from referee.rulebook import Rules
from referee.scoring import hands

DRAFT_BYTES = 128 * 1024
"""What a draft may have at most: some twenty rounds."""
UNFINISHED = "round-not-finished"
"""What is said of every round that is still being written, and of no interest to who writes it …"""
UNDEALT = "bad-deal"
"""… as is this, until its hands are full."""


@require_GET
def enter(request: HttpRequest) -> HttpResponse:
    """The page on which a round is typed or clicked."""
    context = {"games": referee.games(), "tables": json.dumps({game.id: _table(game) for game in referee.games()}),
               "words": json.dumps(_words())}  # fmt: skip
    return render(request, "frontend/enter.html", context)


@require_POST
@gzip_page
def check(request: HttpRequest) -> HttpResponse:
    """What the referee says of a draft: findings, the table as it stands, what may come next."""
    for throttle in (AnonRateThrottle(), UserRateThrottle()):
        if not throttle.allow_request(request, None):  # type: ignore[arg-type]
            answer = JsonResponse({"line": _("Too many checks at once. Going on in a moment.")}, status=429)
            answer.headers["Retry-After"] = str(int(throttle.wait() or 1) + 1)
            return answer
    data = request.read(DRAFT_BYTES + 1)
    if len(data) > DRAFT_BYTES:
        return JsonResponse({"line": _("The draft is too long: at most 128 KiB.")}, status=413)
    if not data.strip():
        return JsonResponse({"state": "empty", "line": _("Nothing is written yet."), "findings": [], "offers": []})
    answer = judged(next(iter(referee.parse_file(data))))
    return JsonResponse(answer, json_dumps_params={"ensure_ascii": False, "separators": (",", ":")})


def judged(record: referee.Record | referee.NotationError) -> dict[str, Any]:
    """A draft as the page shows it."""
    sheet = sheet_of(referee.verify(record).as_dict())
    findings = [_finding(finding) for finding in sheet.every if not _goes_on(finding, record)]
    answer: dict[str, Any] = {"state": "unreadable", "findings": findings, "offers": [], "line": sheet.line}
    if isinstance(record, referee.NotationError) or sheet.game is None:
        return answer
    rules = sheet.game.rulebook.rules(record.rules)
    if not isinstance(rules, Rules):
        return answer
    answer.update(state="open", rules=rules.preset, seats=sheet.game.seats(rules), line=_("Nothing to object to so far."))
    if findings:
        answer["line"] = findings[0]["said"]
    if not record.rounds:
        return {**answer, "line": answer["line"] if findings else _("The header is in order. Now the first round.")}
    return {**answer, **_round(record, sheet, rules)}


def _round(record: referee.Record, sheet: Sheet, rules: Rules) -> dict[str, Any]:
    """The round that is being written, the last one."""
    round_, verdict = record.rounds[-1], sheet.rounds[-1]
    found: dict[str, Any] = {
        "round": round_.number, "moves": len(round_.moves), "dealer": round_.dealer or round_.leader,
        "hands": {seat: round_.hands.get(seat, "") for seat in sheet.game.seats(rules)},
    }  # fmt: skip
    if verdict["outcome"] != "unfinished":
        found.update(state="over", outcome=verdict["outcome_said"], next_dealer=verdict["next_dealer"],
                     scores=verdict["scores"][0] and {row["seat"]: row["computed"] for row in verdict["scores"]})  # fmt: skip
        if verdict["status"] == "clean":
            found["line"] = _("The round is over: %(outcome)s.") % {"outcome": verdict["outcome_said"]}
    try:
        frames = referee.replay(record, round_.number)
        frames[-1]["findings"] = [finding for finding in frames[-1]["findings"] if finding["code"] != UNFINISHED]
        words = sheet.game.rulebook.words
        found["board"] = document(frames[-2:], None)
        found["offers"] = [{"token": token, "said": told(token, words)[0]} for token in referee.offers(record, round_.number)]
    except LookupError:
        found["state"] = "deal"
        if not round_.moves and not [finding for finding in sheet.every if not _goes_on(finding, record)]:
            found["line"] = _("Now the deal.")
    return found


def _goes_on(finding: dict[str, Any], record: referee.Record | referee.NotationError) -> bool:
    """Whether a finding only says that the last round is not written to its end: it stops, or is not dealt out yet."""
    rounds = record.rounds if isinstance(record, referee.Record) else ()
    if not rounds or finding["round"] != rounds[-1].number:
        return False
    expected, actual = finding["expected"], finding["actual"]
    short = isinstance(expected, int) and isinstance(actual, int) and actual < expected
    return finding["code"] == UNFINISHED or finding["code"] == UNDEALT and short and not rounds[-1].moves


def _finding(finding: dict[str, Any]) -> dict[str, Any]:
    return {
        **{name: finding[name] for name in ("code", "severity", "severity_said", "said", "round", "move", "line", "column")},
        "clause": finding["clause"]["id"], "link": finding["clause"]["link"], "law": finding["clause"]["text"],
    }  # fmt: skip


def _table(game: referee.Game) -> dict[str, Any]:
    """What the page has to know of a game to let its tiles be clicked: presets, seats, and the tiles of each preset."""
    presets = {}
    for preset in game.rulebook.presets:
        rules = game.rulebook.rules(preset.name)
        try:
            made = hands(game, preset.name)
        except QueryError:
            made = None
        presets[preset.name] = {
            "said": said({"zh": preset.zh, "en": preset.en}), "seats": game.seats(rules) if isinstance(rules, Rules) else "",
            "tiles": dict(made.tiles) if made else None, "size": made.size if made else None,
        }  # fmt: skip
    words = game.rulebook.words
    return {
        "presets": presets, "seats": {seat: said(name) for seat, name in words.seats.items()},
        "names": {tile: said(name) for tile, name in words.tiles.items()},
    }  # fmt: skip


def _words() -> dict[str, str]:
    """What the page says by itself; names in braces are filled in."""
    return {
        "hand": _("{seat}: {n} of {size} tiles"), "unseen": _("not seen"), "take": _("take {tile} out"),
        "left": _("{tile}, {n} left"), "deal": _("Deal the tiles of every hand, or mark a hand as not seen."),
        "dealer": _("Dealer"), "draws": _("draws"), "discards": _("discards"), "line": _("line {line}, column {column}"),
        "unreachable": _("The referee cannot be reached. Please try again."), "kept": _("Kept in this browser."),
        "nothing": _("Nothing more can be offered; type the move."),
    }  # fmt: skip
