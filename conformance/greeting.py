"""The first line of the exchange: what the runner says, and what a program says of itself and of what it can do."""

from __future__ import annotations

from typing import Any, NamedTuple

from conformance import PROTOCOL, VERSION
from conformance.comparison import ALL_PARTS


class NoGreeting(Exception):
    """Raised for a first answer that says not what it has to: what was expected."""


class Greeting(NamedTuple):
    """What a program says of itself.

    ``games`` maps each game that it referees to the editions of its rules and the parts of answers that it tells; ``able`` names
    what it can do of that which entries may need.
    """

    name: str
    version: str
    games: dict[str, tuple[frozenset[str], frozenset[str]]]
    able: frozenset[str]


def hello() -> dict[str, Any]:
    """The runner's first line."""
    return {"id": 0, "hello": {"protocol": PROTOCOL, "suite": VERSION}}


def read_greeting(answer: dict[str, Any]) -> Greeting:
    """The answer to the first line. Raises NoGreeting."""
    told = answer.get("hello")
    if not isinstance(told, dict) or told.get("protocol") != PROTOCOL:
        raise NoGreeting(f'expected a "hello" of protocol {PROTOCOL}, got {str(answer)[:200]}')
    games, able = told.get("games"), told.get("able", [])
    if not isinstance(games, dict) or not all(isinstance(game, dict) for game in games.values()):
        raise NoGreeting('"games" maps each game to an object with its "editions" and, where not all parts are told, "tells"')
    return Greeting(
        _text(told, "name"),
        _text(told, "version"),
        {name: (_names(game, "editions"), _tells(game)) for name, game in games.items()},
        _names({"able": able}, "able"),
    )


def _text(told: dict[str, Any], name: str) -> str:
    if not isinstance(told.get(name), str):
        raise NoGreeting(f'"{name}" is a text')
    return str(told[name])[:200]


def _names(told: dict[str, Any], name: str) -> frozenset[str]:
    names = told.get(name, [])
    if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        raise NoGreeting(f'"{name}" is a list of names')
    return frozenset(names)


def _tells(game: dict[str, Any]) -> frozenset[str]:
    tells = _names(game, "tells") if "tells" in game else ALL_PARTS
    if unknown := sorted(tells - ALL_PARTS):
        raise NoGreeting(f'"tells" has {", ".join(unknown)[:200]}; known are {", ".join(sorted(ALL_PARTS))}')
    return tells
