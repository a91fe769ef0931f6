"""Finds the games by looking into ``referee/games``; holds no list of them."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from referee import notation
from referee.core.game.protocol import Game

HOME = "referee.games"
"""The package that holds the games' folders."""

home = import_module(HOME)


@cache
def games() -> tuple[Game, ...]:
    """Every game, by its id."""
    found = [import_module(f"{HOME}.{entry.name}") for entry in pkgutil.iter_modules(home.__path__) if entry.ispkg]
    return tuple(sorted((module.GAME for module in found), key=lambda game: game.id))


def find(name: str) -> Game | None:
    """The game with this id; None if there is none."""
    return next((game for game in games() if game.id == name), None)


notation.found_by(games)
