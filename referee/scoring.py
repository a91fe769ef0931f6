"""``score``: one hand valued by a game's rules, for disputes at the table."""

from __future__ import annotations

from referee import registry
from referee.rulebook import Rules
from referee.verdict import JSON


def score(query: dict[str, JSON]) -> dict[str, JSON]:
    """Answer a question about one hand, as the verdict contract words it.

    Raises ValueError, saying what was expected, for an unknown game or option and for a hand that cannot be read.
    """
    name = query.get("game")
    game = registry.find(name) if isinstance(name, str) else None
    if game is None:
        raise ValueError(f"game: expected one of {', '.join(known.id for known in registry.games())}, got {name!r}")
    text = query.get("rules", "")
    if not isinstance(text, str):
        raise ValueError(f"rules: expected text, got {text!r}")
    rules = game.rulebook.rules(text)
    if not isinstance(rules, Rules):
        raise ValueError("; ".join(f"rules: {problem.message['en']}" for problem in rules))
    return game.score(rules, query)
