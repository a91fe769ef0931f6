"""Finds the schemes by looking into ``referee/walls/schemes``; holds no list of them."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from referee.walls.scheme import Scheme

HOME = "referee.walls.schemes"
"""The package that holds the schemes' folders."""


@cache
def all_schemes() -> tuple[Scheme, ...]:
    """Every scheme, by its id."""
    home = import_module(HOME)
    found = [import_module(f"{HOME}.{entry.name}") for entry in pkgutil.iter_modules(home.__path__) if entry.ispkg]
    return tuple(sorted((module.SCHEME for module in found), key=lambda scheme: str(scheme.id)))


def find(name: str) -> Scheme | None:
    """The scheme with this id; None if there is none."""
    return next((scheme for scheme in all_schemes() if scheme.id == name), None)
