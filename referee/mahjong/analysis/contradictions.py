"""What a question about a hand says of one win that cannot be together."""

from __future__ import annotations

from typing import Final

from referee.core.game.hand_specification import QueryError
from referee.mahjong.analysis.hand_question import STEPS, WAYS, Question
from referee.mahjong.hand import circumstances
from referee.mahjong.hand.tiles import NAMES
from referee.mahjong.rules.game_rules import GameRules
from referee.mahjong.table.ruleset import Ruleset
from referee.rulebook import Rules
from referee.rulebook.toml import LANGUAGES

KONG: Final = len(STEPS["gang"])
WORDS: Final = "contradictions"
"""The kind of words in which conditions and the sentences are said."""


def refuse(game: GameRules, rules: Rules, question: Question) -> None:
    """Raise QueryError for circumstances that exclude each other, the way of winning, or what is said of dealer and melds; and
    for the tile of a robbed kong where the winner holds what the kong must have."""
    kong = any(len(meld.tiles) == KONG for meld in question.melds)
    known = circumstances.told(question.by, question.dealer, bool(question.melds), kong)
    so: dict[str, int] = {}
    for flag in circumstances.in_order(question.flags):
        other = game.excluding(rules, flag, so | known)
        if other is not None:
            raise _error(game, "flags", flag, other)
        so[flag] = game.moments_of(rules, flag)
    tile = question.win
    if tile is not None and not may_come(game.ruleset(rules), question, tile):
        raise _error(game, "win", "rob", NAMES[tile], _held(question, tile))


def may_come(ruleset: Ruleset, question: Question, tile: int) -> bool:
    """Whether a tile can be that of a robbed kong, with what the winner has of its kind; whether it can be asked for otherwise is
    not asked here."""
    if question.by != "rob" or not ruleset.robbed or tile == ruleset.ghost:
        return True
    return _held(question, tile) <= circumstances.most_held(ruleset.ghost is not None)


def _held(question: Question, tile: int) -> int:
    """How many tiles of a kind the winner has beside the winning one."""
    return question.hand.count(tile) + sum(meld.tiles.count(tile) for meld in question.melds)


def _error(game: GameRules, field: str, one: str, other: str, held: int = 0) -> QueryError:
    """The error that names two things that exclude each other; with ``held``, the other is a tile of which so many are held."""
    words = game.rulebook.words
    message: dict[str, str] = {}
    for language in LANGUAGES:
        names = [words.say(thing, "said", language) for thing in (one, other)]
        if held:
            names[1] = words.of(WORDS)["held"][language].format(n=held, tile=words.say(other, "tile", language))
        sentence = words.of(WORDS)["way" if other in WAYS else "both"][language]
        message[language] = sentence.format(one=names[0], other=names[1])
    return QueryError(field, message, (one, other))
