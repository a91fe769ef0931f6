"""A puzzle in words: what is asked, and what there is to say of an answer."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.archive import mistakes
from records.archive.models import PuzzleProgress
from records.wording.game_words import value, word
from referee import Game
from referee.core import registry


def asked(puzzle: mistakes.Puzzle) -> dict[str, Any]:
    """The question, and the answers to choose from: tiles of the hand, or to take what is offered or let it go."""
    game, mistake = registry.find(puzzle.mistake.match.game), puzzle.mistake
    drawn = len(puzzle.tiles) if puzzle.has_drawn else 0
    buttons = [
        {"tile": tile, "text": word(game, "tiles", tile), "may": tile in puzzle.answers, "drawn": place == drawn}
        for place, tile in enumerate(puzzle.tiles, 1)
    ]
    question = {
        "discard": _("What do you discard?"),
        "win": _("The hand could win: take it or let it go?"),
        "claim": _("The tile could be claimed: claim it or let it go?"),
        "kong": _("A kong could be laid: lay it or let it go?"),
    }[mistake.what]
    take = {"win": _("Win"), "claim": _("Claim it"), "kong": _("Lay the kong")}.get(mistake.what, "")
    return {"question": question, "tiles": buttons, "take": take, "discards": not puzzle.chance}


def answered(puzzle: mistakes.Puzzle, given: str, progress: PuzzleProgress) -> dict[str, Any]:
    """Whether an answer is right, the best choices beside the one given and the one played, and when the puzzle comes back."""
    game = registry.find(puzzle.mistake.match.game)
    right = given in puzzle.best
    best = given if right else puzzle.best[0]
    equal = [tile for tile in puzzle.best if puzzle.choices and tile != best]
    return {
        "right": right,
        "rows": [
            _row(game, puzzle, choice, given) for choice in puzzle.choices if choice["discard"] in (best, given, puzzle.played)
        ],
        "equal": [{"tile": tile, "text": word(game, "tiles", tile)} for tile in equal],
        "chance": _chance(game, puzzle.chance) if puzzle.chance else "",
        "played": word(game, "tiles", puzzle.played) if puzzle.choices else _("let go"),
        "cost": _cost(game, puzzle),
        "back": _back(progress),
    }


def _row(game: Game | None, puzzle: mistakes.Puzzle, choice: dict[str, Any], given: str) -> dict[str, Any]:
    discard = choice["discard"]
    marks = {_("best"): discard in puzzle.best, _("your choice"): discard == given, _("played"): discard == puzzle.played}
    return {
        "tile": discard,
        "text": word(game, "tiles", discard),
        "marks": [mark for mark, holds in marks.items() if holds],
        "best": discard in puzzle.best,
        "leaves": steps_text(choice["distance"]),
        "tiles": [
            {"tile": tile, "text": word(game, "tiles", tile), "live": live, "value": value(game, choice["values"].get(tile))}
            for tile, live in choice["tiles"].items()
            if choice["distance"] == puzzle.choices[0]["distance"]
        ],
        "live": choice["live"],
        "value": value(game, choice["value"]),
    }


def steps_text(distance: int | None) -> str:
    """The distance of a hand from ready in words."""
    if distance is None:
        return _("cannot win")
    texts = (_("ready"), _("1 from ready"), _("{n} from ready"))
    return texts[min(distance, 2)].replace("{n}", str(distance))


def _chance(game: Game | None, chance: dict[str, Any]) -> str:
    """What was let go, in a sentence of the game."""
    if chance["what"] == "win":
        drawn = "draw" if chance["tile"] else "drawNothing"
        kind = {"draw": drawn, "rob": "rob"}.get(chance["by"], "discardWin")
    else:
        kind = chance["verb"]
    text = word(game, "reviews", kind)
    text = word(game, "reviews", "ownKong") if text == kind else text
    gaps = {
        "seat": word(game, "seats", chance["seat"]),
        "tile": word(game, "tiles", chance["tile"]),
        "value": value(game, chance.get("value")),
        "from": steps_text(chance["from"]) if "from" in chance else "",
        "to": steps_text(chance["to"]) if "to" in chance else "",
        "paid": _("{points} points at once.").replace("{points}", str(chance["points"]))
        if chance.get("points")
        else _("a tile more."),
    }
    for name, filling in gaps.items():
        text = text.replace(f"{{{name}}}", filling)
    return text


def _cost(game: Game | None, puzzle: mistakes.Puzzle) -> str:
    """What the choice that was played cost."""
    mistake = puzzle.mistake
    parts = [value(game, mistake.points)] if mistake.points else []
    if mistake.steps:
        parts.append(
            ngettext("%(n)s tile further from ready", "%(n)s tiles further from ready", mistake.steps) % {"n": mistake.steps}
        )
    if mistake.live:
        parts.append(ngettext("%(n)s live tile fewer", "%(n)s live tiles fewer", mistake.live) % {"n": mistake.live})
    return " · ".join(parts)


def _back(progress: PuzzleProgress) -> str:
    """When the puzzle comes back."""
    if progress.due_at is None:
        return _("Learnt: it does not come back.")
    if not progress.streak:
        return _("It comes back in a few minutes.")
    day = timezone.localtime(progress.due_at)
    return _("Right %(n)s in a row: it comes back on %(day)s.") % {"n": progress.streak, "day": f"{day:%Y.%m.%d}"}
