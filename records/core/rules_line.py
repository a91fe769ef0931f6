"""The rules of a match as one line: a preset and options, as the tag of a record has them. Imports nothing of the database."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

import referee
from records.core.errors import Refusal
from referee.core import registry
from referee.rulebook import Rules

RULES = 1000
"""Characters of a line of rules at most where one is stored by itself; a record may have longer ones."""


def game_of(game: str, rules: str) -> tuple[referee.Game, Rules]:
    """The game and the rules that a line says. Raises Refusal (422) where there are none such, and where the line is too long."""
    found = registry.find(game)
    if found is None:
        known = ", ".join(one.id for one in registry.games())
        raise Refusal("unknown-game", _("Expected a game of {known}, found {game}."), 422, known=known, game=game)
    require_short(rules)
    parsed = found.rulebook.rules(rules)
    if not isinstance(parsed, Rules):
        raise Refusal("unknown-rules", {name: " ".join(one.message[name] for one in parsed) for name in ("zh", "en")}, 422)
    return found, parsed


def require_short(rules: str) -> None:
    """Raise Refusal (422) for a line that is longer than what is stored."""
    if (length := len(rules)) > RULES:
        raise Refusal(
            "rules-too-long", _("Rules have at most {most} characters, found {length}."), 422, most=RULES, length=length
        )
