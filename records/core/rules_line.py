"""The rules of a match as one line: a preset and options, as the tag of a record has them. Imports nothing of the database."""

from __future__ import annotations

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
        raise Refusal("unknown-game", f"遊戲應為 {known}，讀到 {game}。", f"Expected a game of {known}, found {game}.", 422)
    require_short(rules)
    parsed = found.rulebook.rules(rules)
    if not isinstance(parsed, Rules):
        zh, en = (" ".join(problem.message[language] for problem in parsed) for language in ("zh", "en"))
        raise Refusal("unknown-rules", zh, en, 422)
    return found, parsed


def require_short(rules: str) -> None:
    """Raise Refusal (422) for a line that is longer than what is stored."""
    if (length := len(rules)) > RULES:
        zh, en = f"規則最多 {RULES} 字，讀到 {length} 字。", f"Rules have at most {RULES} characters, found {length}."
        raise Refusal("rules-too-long", zh, en, 422)
