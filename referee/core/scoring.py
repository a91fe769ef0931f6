"""Valuing one hand by a game's rules, for disputes at the table."""

from __future__ import annotations

from referee.core import registry
from referee.core.game.hand_specification import HandSpecification, QueryError, ValuesHands, shown
from referee.core.game.protocol import Game
from referee.core.texts import Texts
from referee.core.verdict import JSON
from referee.rulebook import Rules
from referee.rulebook.toml import LANGUAGES

TEXTS = Texts(__file__)
LONGEST = 2000
"""The characters of rules that are read at most."""


def score(query: dict[str, JSON]) -> dict[str, JSON]:
    """Answer a question about one hand in the form of the verdict contract.

    Raises QueryError (a ValueError), saying what was expected, for an unknown game or option and for a hand that cannot be
    read.
    """
    name = query.get("game")
    game = registry.find(name) if isinstance(name, str) else None
    if game is None:
        known = ", ".join(known.id for known in registry.games())
        raise QueryError("game", TEXTS("no-game", known=known, got=shown(name)))
    return game.score(rules_of(game, query.get("rules", "")), query)


def rules_of(game: Game, text: JSON) -> Rules:
    """The rules that a text names. Raises QueryError for rules that the game does not have."""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise QueryError("rules", TEXTS("rules-as-text", got=shown(text)))
    rules = game.rulebook.rules(text)
    if isinstance(rules, Rules):
        return rules
    raise QueryError("rules", {one: " ".join(problem.message[one] for problem in rules) for one in LANGUAGES})


def hand_specification(game: Game, rules: str = "") -> HandSpecification | None:
    """The hand specification of a game by these rules; None for a game that values no hands. Raises QueryError."""
    return game.hand_specification(rules_of(game, rules)) if isinstance(game, ValuesHands) else None
