"""The document of the review beside a replay: the engine's review of a round as texts, and the points over the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from records.core.languages import localized, reader_language
from records.wording.board import seat_names
from records.wording.game_words import words as game_words
from referee import Game
from referee.core import registry

UNCOUNTED, ANY, TILE, READY_OR_WON = range(4)
"""How grave: a chance that cost nothing that can be told, any mistake, one of a tile or of points, one of readiness or a win."""


def reviewed(review: dict[str, Any], verdict: dict[str, Any] | None, game_id: str, names: Mapping[str, str]) -> dict[str, Any]:
    """The review of a round for the page, with the points over the match; ``names``: of the players, by their seats."""
    mark_best(review)
    texts = _script_texts(registry.find(game_id), names)
    return {**review, "listed": listed(review), "points": points(verdict) if verdict else [], "words": texts}


def points(verdict: dict[str, Any]) -> list[dict[str, Any]]:
    """The points of every seat after each round, as far as every round before it was settled."""
    totals: dict[str, int] = {}
    found = []
    for round_ in verdict["rounds"]:
        computed = round_["scores"]["computed"]
        if computed is None:
            break
        totals = {seat: totals.get(seat, 0) + computed[seat] for seat in computed}
        found.append({"round": round_["round"], "totals": totals})
    return found


def _script_texts(game: Game | None, names: Mapping[str, str]) -> dict[str, Any]:
    """The texts of the review's script, which fills in the names in braces."""
    words = game.rulebook.words if game else None
    called = {"game": localized(game.rulebook.name) if game else ""}
    return {
        "seats": seat_names(words) if words else {},
        "names": names,
        "tiles": {tile: localized(name) for tile, name in words.tiles.items()} if words else {},
        "unit": words.value("{}", reader_language()) if words else "{}",
        "steps": [_("ready"), _("1 from ready"), _("{n} from ready")],
        "complete": _("complete"),
        "never": _("cannot win"),
        "turn": _("Move {move}: {seat} to choose"),
        "won": _("{seat} wins."),
        "kong": _("{seat} lays a kong."),
        "best": _("{seat} discards {tile}: no discard leaves a better hand."),
        "worse": _("{seat} discards {tile}, which leaves the hand {left}; {best} would have left it {steps}."),
        "fewer": _("{seat} discards {tile}, {live} live tiles; {best} would have left {more}."),
        "none": _("At this move nobody had to choose."),
        "couldWin": _("The hand could have won: {value}."),
        "discard": _("Discard"),
        "leaves": _("leaves"),
        "tiles_for": _("nearer with"),
        "waits": _("wins on"),
        "live": _("live"),
        "value": _("best value"),
        "chosen": _("played"),
        "all": _("All {n} discards"),
        "danger": _("lets win"),
        "dangerOf": _("{seat} {value}"),
        "possible": _("What {seat} could not rule out, by what was to be seen"),
        "recommended": _("best"),
        "bestDiscard": _("Best discard of {seat}: {tile}"),
        "mistakes": _("Mistakes"),
        "noMistakes": _("No mistake of this kind."),
        "uncounted": _("In %(game)s the cost of a choice cannot be counted, so nothing is called a mistake.") % called,
        "player": _("Player"),
        "bestTaken": _("best taken"),
        "bestOf": _("{best} of {choices}"),
        "tilesLost": _("tiles"),
        "pointsLost": _("points given away"),
        "costTiles": _("tiles: −{n}"),
        "costLive": _("live tiles: −{n}"),
        "allHands": _("all hands"),
        "seenBy": _("As {seat} saw it"),
        "ahead": _("≤: the most valuable win two tiles away, both still to come."),
        "paid": _("{points} points at once."),
        "unpaid": _("a tile more."),
        "move": _("Move {n}"),
        "distance": _("Distance from ready"),
        "cards": _("Cards in hand"),
        "points": _("Points over the match"),
        "rounds": _("round"),
        "figures": _("The figures"),
        **game_words(game, "reviews"),
    }


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
