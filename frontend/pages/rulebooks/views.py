"""The pages of the rulebooks: every clause with its permalink and its source, and the presets side by side."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

import referee
from frontend.components.rules.compare import differences
from frontend.components.rules.fields import additions
from records.core.languages import Sentence, localized
from records.wording.finding_text import with_gaps
from records.wording.game_words import severity, value
from records.wording.rules_words import preset_words
from referee.core import registry
from referee.core.scoring import hand_specification
from referee.rulebook import CORE, Clause, Rulebook, Rules
from referee.rulebook.fan_lines import FanLine
from referee.rulebook.options import Option, Preset, Value, write

PENALTIES = Sentence(_("Penalties in an event"))


@require_GET
def rulebooks(request: HttpRequest) -> HttpResponse:
    """The list of the games that can be refereed."""
    games = [(game, clause_counts(game.rulebook)) for game in referee.games()]
    return render(request, "pages/rulebooks/rulebooks.html", {"games": games})


@require_GET
def rulebook(request: HttpRequest, game_id: str) -> HttpResponse:
    """The rulebook of a game: its clauses, options and presets."""
    game = registry.find(game_id)
    if game is None:
        raise Http404
    book = game.rulebook
    context = {
        "game": game,
        "book": book,
        "sections": sections(book),
        "presets": presets(game),
        "options": options(book),
        "additions": additions(book),
        "fans": fans(game),
        "counted": clause_counts(book),
        "valued": hand_specification(game) is not None,
    }
    return render(request, "pages/rulebooks/rulebook.html", context)


def clause_counts(book: Rulebook) -> dict[str, int]:
    """How many clauses a rulebook has, and how many of them are inferred, wholly or in part."""
    clauses = list(book)
    return {"clauses": len(clauses), "read": sum("I" in clause.mark for clause in clauses)}


def sections(book: Rulebook) -> list[dict[str, Any]]:
    """The parts of a rulebook: the game's own before those that it shares with other games."""
    found: dict[str, dict[str, Any]] = {}
    shared = book.core.clauses if book.core else {}
    for clause in sorted(book, key=lambda clause: clause.id in shared):
        part = found.setdefault(
            clause.section,
            {"name": clause.section, "title": book.sections.get(clause.section), "shared": clause.id in shared, "clauses": []},
        )
        part["clauses"].append({"clause": clause, "raises": raises(clause)})
    return [*found.values(), _penalties()]


def _penalties() -> dict[str, Any]:
    """The clauses on penalties that an arbiter gives in an event; they hold for every game."""
    rows = [{"clause": clause, "given": True, "raises": []} for clause in CORE.penalties.clauses]
    return {"name": "PEN", "title": PENALTIES, "shared": True, "clauses": rows}


def raises(clause: Clause) -> list[dict[str, str]]:
    """The findings that a clause can raise: each code with its severity and a sample of its message."""
    found: dict[str, dict[str, str]] = {}
    for key, template in clause.findings.items():
        code = key.partition(":")[0]
        found.setdefault(
            code,
            {
                "code": code,
                "severity": clause.severities[code],
                "severity_text": severity(clause.severities[code]),
                "text": with_gaps(localized(template)),
            },
        )
    return list(found.values())


def presets(game: referee.Game) -> list[dict[str, Any]]:
    """The presets, each with what differs from the first, which is the default."""
    return [_preset(game, preset) for preset in game.rulebook.presets]


def _preset(game: referee.Game, preset: Preset) -> dict[str, Any]:
    rules = game.rulebook.rules(preset.name)
    found = differences(game, rules, game.rulebook.presets[0].name) if isinstance(rules, Rules) else []
    return {"preset": preset, "words": preset_words(preset), "differences": found}


def options(book: Rulebook) -> list[dict[str, Any]]:
    """The options, each with what may be written, in words, and which of it holds in the default preset."""
    rules = book.rules("")
    usual = rules.values if isinstance(rules, Rules) else {}
    return [{"option": option, "values": _values_of(option, usual.get(option.name))} for option in book.options]


def _values_of(option: Option, usual: Value) -> list[dict[str, Any]]:
    held = write(usual)
    written = [str(one) for one in option.expected()]
    rows = [*written, *([] if held in written else [held])]
    return [
        {"written": one, "meaning": localized(option.meanings[one]) if one in option.meanings else "", "usual": one == held}
        for one in rows
    ]


def fans(game: referee.Game) -> list[dict[str, Any]]:
    """The lines of the game's table of fans that have a value, as the game has them."""
    lines = [line for line in game.rulebook.fans.values() if line.plain or line.counts()]
    return [{"line": line, "value": " / ".join(_values(game, line))} for line in lines]


def _values(game: referee.Game, line: FanLine) -> list[str]:
    """The value of a fan, or its values on a draw and on a discard where they differ."""
    both = (line.draw, line.discard) if line.draw != line.discard else (line.draw,)
    return [value(game, one, line.code) for one in both]
