"""What the second readings of the rulebooks play and forge: every option, every preset, every code that a game may raise."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Any

import pytest

import referee
from referee.core import registry
from referee.rulebook import Rules
from referee.rulebook.options import Option, Value, write
from tests.each import each
from tests.oracle import games, part
from tests.oracle.against import found_in, values
from tests.proof import proof

GAMES = registry.games()
PLAYED = [game for game in GAMES if game.id in games("match")]
"""The games that have an oracle: a second reading that plays them."""
FORGED = [game for game in PLAYED if game.id in games("forgery")]
NEVER_FORGED = {
    "syntax": "tests/referee/notation",
    "too-large": "tests/referee/notation",
    "bad-sheet": "tests/referee/sheets",
}
"""Codes of what is no record of moves, or none of the game's own rules, and where they are held instead."""


CHOICES = [(game, option, value) for game in PLAYED for option in game.rulebook.options for value in values(option)]


@each(CHOICES, lambda game, option, value: f"{game.id} {option.name}={value}", many=12)
def test_every_value_of_every_option_is_played(game: referee.Game, option: Option, value: Value) -> None:
    assert found_in(played(game, honoured(game, option, value)).text()) == []


def honoured(game: referee.Game, option: Option, value: Value) -> dict[str, Value]:
    """The option, beside another that it needs where it is refused alone and one is enough; else the second reading adds them."""
    book, alone = game.rulebook, f"{option.name}={write(value)}"
    if isinstance(book.rules(alone), Rules):
        return {option.name: value}
    others = ((other.name, one) for other in book.options for one in values(other) if other != option)
    needed = ({name: one} for name, one in others if isinstance(book.rules(f"{alone} {name}={write(one)}"), Rules))
    return {option.name: value, **next(needed, {})}


@each(lambda: ((game, preset.name) for game in PLAYED for preset in game.rulebook.presets), "{0.id} {1}".format, many=3)
def test_every_preset_is_played_by_its_name_alone(game: referee.Game, preset: str) -> None:
    rules = game.rulebook.rules(preset)
    assert isinstance(rules, Rules)
    match = played(game, {**rules.values, **dict(rules.own)})
    match.rules = preset
    assert found_in(match.text()) == []


def played(game: referee.Game, options: dict[str, Value]) -> Any:
    """A match with these options, by the game's second reading."""
    match = part(game.id, "match").match(len(options), rounds=2, **options)
    assert {name: match.options[name] for name in options} == options
    return match


@pytest.mark.parametrize("game", FORGED, ids=lambda game: game.id)
def test_every_code_that_a_game_may_raise_is_forged(game: referee.Game) -> None:
    forgery = part(game.id, "forgery")
    forged = {word for kind in forgery.FORGERIES for word in kind.split()}
    raised = {key.partition(":")[0] for clause in game.rulebook for key in clause.findings}
    assert raised - forged == NEVER_FORGED.keys() | getattr(forgery, "WITHOUT", set())


@pytest.mark.parametrize("apart", [6, pytest.param(1, marks=proof)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_choice_of_options_is_honoured_or_refused(game: referee.Game, apart: int) -> None:
    """Two options at a time: the rules resolve and the game says who sits, or a finding says why they cannot be combined."""
    written = [f"{option.name}={write(value)}" for option in game.rulebook.options for value in values(option)]
    for one, other in islice(combinations(written, 2), 0, None, apart):
        rules = game.rulebook.rules(f"{one} {other}")
        assert game.seats(rules) if isinstance(rules, Rules) else [finding.code for finding in rules] == ["unknown-option"]


def test_every_code_that_is_declared_is_raised_by_some_game() -> None:
    raised = {key.partition(":")[0] for game in GAMES for clause in game.rulebook for key in clause.findings}
    assert raised == {code for game in GAMES for code in game.rulebook.codes}


def test_a_code_weighs_the_same_in_every_game() -> None:
    weights = {(code, severity) for game in GAMES for code, severity in game.rulebook.codes.items()}
    assert len({code for code, _ in weights}) == len(weights)
