"""The engine's answer about one hand, prepared for the page. Nothing is valued here."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from frontend.pages.calculator.form import GameChoice
from records.core import sandbox
from records.core.languages import localized
from records.wording.game_words import fan_in_words, refusal, value, word
from records.wording.rules_words import clause_of

LONG = 10
"""The digits from which on a number is none."""
GROUPED = re.compile(r"([1-9]+)([a-z])")


def answer(at: GameChoice, given: QueryDict) -> dict[str, Any]:
    """The answer about the hand. Its ``state`` is blank, unclear, waits, wins or not."""
    query = _query(at, given)
    if at.problem:
        return {"state": "unclear", "line": at.problem}
    if not query["hand"] and not query["melds"]:
        line = _("Put %(n)s tiles in the hand to see what they wait for, one more to see what it is worth.")
        return {"state": "blank", "line": line % {"n": at.hands.size}}
    try:
        return _value_of_win(at, query, given) if query["win"] else _waiting(at, query, given)
    except sandbox.Unclear as error:
        return {"state": "unclear", "line": localized(error.message)}


def _query(at: GameChoice, given: QueryDict) -> dict[str, Any]:
    return {
        "game": at.game.id,
        "rules": at.rules,
        "hand": given.get("hand", "").strip(),
        "melds": given.get("melds", "").split(),
        "win": given.get("win", "").strip(),
        "by": given.get("by") or at.hands.by[0],
        "flags": [flag for flag in given.getlist("flags") if flag],
    }


def _value_of_win(at: GameChoice, query: dict[str, Any], given: QueryDict) -> dict[str, Any]:
    asked, unpaid = _payments_asked(at, query, given), ""
    try:
        found: Any = sandbox.score({**query, "readings": True, "payments": asked})
    except sandbox.Unclear as error:
        if error.field != "payments":
            raise
        found, unpaid = sandbox.score({**query, "readings": True}), localized(error.message)
    if not found["wins"]:
        line, clause = refusal(at.game, found.get("detail") or found["reason"]), clause_of(at.game, found["clause"])
        return {"state": "not", "line": line, "clause": clause, "waits": _waits(at, query)}
    readings = [_reading(at, query, reading) for reading in found["readings"]]
    line = value(at.game, found["value"])
    told = {
        "readings": readings,
        "best": readings[0],
        "kans": found.get("kans"),
        "unpaid": unpaid,
        "turned": given.get("turned", ""),
    }
    return {"state": "wins", "line": line, **told, "payments": _payments(at, found.get("payments"))}


def _payments_asked(at: GameChoice, query: dict[str, Any], given: QueryDict) -> dict[str, Any]:
    """The question about the payments; a figure that is none is asked as it was written, so that it is refused by name."""
    asked: dict[str, Any] = {"winner": at.winner(given)}
    if source := at.source(given, query["by"]):
        asked["from"] = source
    if dealer := at.chosen_seat(given, "dealer"):
        asked["dealer"] = dealer
    if base := given.get("base", "").strip():
        asked["base"] = _figure(base)
    if at.hands.piao:
        piao = {seat: given.get(f"piao.{seat}", "").strip() for seat in at.hands.seats}
        asked["piao"] = {seat: _figure(figure) for seat, figure in piao.items() if figure}
    if turned := given.get("turned", "").strip():
        asked["turned"] = turned
    return asked


def _figure(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < LONG else text


def _payments(at: GameChoice, found: dict[str, Any] | None) -> dict[str, Any] | None:
    """The payments in the words of the game: lines and each seat's points."""
    if found is None:
        return None
    lines = [
        {
            "from": word(at.game, "seats", line["from"]),
            "to": word(at.game, "seats", line["to"]),
            "points": line["points"],
            "reason": word(at.game, "reasons", line["reason"]),
            "clause": clause_of(at.game, line["clause"]),
        }
        for line in found["lines"]
    ]
    scores = [{"seat": word(at.game, "seats", seat), "points": points} for seat, points in found["scores"].items()]
    told = {"dealer": word(at.game, "seats", found["dealer"]), "base": found["base"], "lines": lines, "scores": scores}
    return {**told, "turn": found.get("turn", 0)}


def _reading(at: GameChoice, query: dict[str, Any], reading: dict[str, Any]) -> dict[str, Any]:
    lines = [{**fan, **fan_in_words(at.game, fan), "clause": clause_of(at.game, fan["clause"])} for fan in reading["fans"]]
    return {"value": value(at.game, reading["value"]), "fans": lines, "groups": _rows_of_reading(at, query, reading)}


def _rows_of_reading(at: GameChoice, query: dict[str, Any], reading: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """A reading as rows of tiles: melds, then groups; ghosts with the tiles that they stand for."""
    melds = [single(text.partition(":")[2]) for text in query["melds"]]
    held = Counter([*single(query["hand"]), *single(query["win"])])
    groups = [single(group) for group in reading["groups"][len(melds) :]]
    groups += [single(reading["pair"])] if reading["pair"] else []
    if not groups:
        groups = [sorted(held.elements(), key=lambda tile: (tile[1], tile[0]))]
    laid = [[_tile(at, tile) for tile in meld] for meld in melds]
    win = query["win"]
    for group in groups:
        row = []
        for tile in group:
            ghost = not held[tile]
            lying = at.hands.ghost if ghost and at.hands.ghost else tile
            held[lying] -= 1
            row.append(_tile(at, lying, tile if lying != tile else "", lying == win))
            win = "" if lying == win else win
        laid.append(row)
    return laid


def _tile(at: GameChoice, tile: str, stands: str = "", won: bool = False) -> dict[str, Any]:
    return {"tile": tile, "text": at.word(tile), "stands": stands, "stands_text": at.word(stands) if stands else "", "won": won}


def _waiting(at: GameChoice, query: dict[str, Any], given: QueryDict) -> dict[str, Any]:
    waits = _waits(at, query)
    if not waits:
        return {"state": "not", "line": _("Not ready: no tile would win.")}
    for wait in (wait for row in waits for wait in row["tiles"]):
        link = given.copy()
        link["win"] = wait["tile"]
        wait["link"] = f"{reverse('pages:calculator')}?{link.urlencode()}"
    count = sum(len(row["tiles"]) for row in waits)
    return {"state": "waits", "line": _("Ready"), "waits": waits, "count": count}


def _waits(at: GameChoice, query: dict[str, Any]) -> list[dict[str, Any]]:
    """The tiles that win, with the number left of each; those of equal value in one row, the highest value first."""
    ways = {by: _value_by_tile(at, query, by) for by in at.hands.by[:2]}
    held = Counter([*single(query["hand"]), *(tile for text in query["melds"] for tile in single(text.partition(":")[2]))])
    rows: dict[tuple[int, ...], list[dict[str, Any]]] = {}
    for tile in at.hands.tiles:
        values = tuple(found.get(tile, -1) for found in ways.values())
        if max(values) >= 0:
            wait = {"tile": tile, "text": at.word(tile), "left": at.hands.tiles[tile] - held[tile]}
            rows.setdefault(values, []).append(wait)
    return [
        {
            "tiles": tiles,
            "values": [
                {"by": word(at.game, "ways", by), "value": value(at.game, worth if worth >= 0 else None)}
                for by, worth in zip(ways, values, strict=True)
            ],
        }
        for values, tiles in sorted(rows.items(), key=lambda row: row[0], reverse=True)
    ]


def _value_by_tile(at: GameChoice, query: dict[str, Any], by: str) -> dict[str, int]:
    """The value of each winning tile for one way to win, with the circumstances of that way."""
    flags = [word for word in query["flags"] if by in at.hands.flags.get(word, ())]
    found: Any = sandbox.score({**query, "win": "", "by": by, "flags": flags, "waits": True})
    return dict(found["waits"])


def single(text: str) -> list[str]:
    """The tiles of a text one by one."""
    return [rank + suit for ranks, suit in GROUPED.findall(text) for rank in ranks]
