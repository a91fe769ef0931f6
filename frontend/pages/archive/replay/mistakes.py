"""The mistakes of a review made ready for the page: where the board shows each, how grave it is, what would have been best."""

from __future__ import annotations

from typing import Any

UNCOUNTED, ANY, TILE, READY_OR_WON = range(4)
"""How grave: a chance that cost nothing that can be told, any mistake, one of a tile or of points, one of readiness or a win."""


def mark_best(review: dict[str, Any]) -> None:
    """Give every turn that ended in a discard its ``best``: the discard itself where it was no mistake."""
    worse = {one["move"]: one for one in review["mistakes"] if one["what"] == "discard"}
    for turn in review["turns"]:
        if turn["made"] == "discard":
            turn["best"] = _best(turn, worse.get(turn["move"]))


def listed(review: dict[str, Any]) -> list[dict[str, Any]]:
    """The mistakes, and the chances let go that cost nothing, by the move after which the board stands before the choice.

    ``at`` is that move, ``grade`` how grave the mistake is, ``missed`` the chance that was let go, of a discard None.
    """
    chances = {_key(chance): chance for chance in review["missed"]}
    turns = {turn["move"]: turn for turn in review["turns"]}
    found = []
    for mistake in review["mistakes"]:
        missed = chances.pop(_key(mistake), None)
        # A discard is named by its own move, a chance by the move that gave it.
        at = mistake["move"] - 1 if missed is None else mistake["move"]
        left = turns[mistake["move"]]["distance"] if missed is None else missed.get("to")
        found.append({**mistake, "at": at, "grade": _grade(mistake, left), "missed": missed})
    found += [{**chance, "at": chance["move"], "grade": UNCOUNTED, "missed": chance} for chance in chances.values()]
    return sorted(found, key=lambda one: int(one["at"]))


def _key(one: dict[str, Any]) -> tuple[str, int, str]:
    return one["what"], one["move"], one["seat"]


def _grade(mistake: dict[str, Any], left: int | None) -> int:
    """How grave a mistake is; ``left``: how far from ready the best choice would have left the hand."""
    if mistake["what"] == "win" or mistake["steps"] and left == 0:
        return READY_OR_WON
    return TILE if mistake["steps"] or mistake["points"] else ANY


def _best(turn: dict[str, Any], mistake: dict[str, Any] | None) -> str | None:
    """The best discard of a turn by what the one that was made cost."""
    if mistake is None:
        return str(turn["tile"])
    first, made = turn["choices"][0], next(one for one in turn["choices"] if one["discard"] == turn["tile"])
    if mistake["steps"]:
        return str(first["discard"])
    live, value = made["live"] + mistake["live"], made["value"] or 0
    equal = [one for one in turn["choices"] if one["distance"] == made["distance"] and (one["value"] or 0) >= value]
    return next(str(one["discard"]) for one in equal if one["live"] == live)
