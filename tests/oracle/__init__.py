"""A second, separate reading of the rulebook: plays random matches by the rules and settles them by brute force.

It knows the rulebook and nothing of the engine: tiles are their names, hands are lists, every shape is searched for. What it
plays the engine must call clean, score by score; where the two differ, one of them has misread a clause.

A game's folder has the modules ``match`` (``match(seed)``, and its text by ``play_match(seed)``) and ``forgery`` (``FORGERIES``,
``forge(seed, kind)``, and in ``RARE`` seeds with an occasion for what few matches offer). What else a game has is said by the
modules of its folder; with ``answers`` it answers the conformance suite (``entrant``).
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent
ENGINE = HOME.parents[1] / "referee" / "games"


def games(*parts: str) -> list[str]:
    """The games whose oracle has these modules, and which the engine has too: a rulebook may be read here first."""
    folders = sorted(path.parent for path in HOME.glob("*/match.py") if (ENGINE / path.parent.name / "rules.toml").exists())
    return [folder.name for folder in folders if all((folder / f"{part}.py").exists() for part in parts)]


def tile_games() -> list[str]:
    """The games of tiles: those whose second readings look at positions."""
    return [game for game in games("answers") if hasattr(part(game, "answers"), "Positions")]


def part(game: str, name: str) -> Any:
    """A module of a game's oracle."""
    return import_module(f"{__name__}.{game}.{name}")
