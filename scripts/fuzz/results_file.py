"""The files of results that are changed, and the key that has signed them."""

from __future__ import annotations

import json
from functools import cache

from referee.core.verdict import JSON
from tests.referee.tournament.evening import PRIVATE, parts, published

__all__ = ["PRIVATE", "files", "signed"]


@cache
def files() -> tuple[bytes, ...]:
    """An evening of three matches with rulings, and a short one of a single match."""
    short = parts(rulings=[], forced="")
    short["matches"], short["tables"] = short["matches"][:1], short["tables"][:1]
    return published(), published(**{name: short[name] for name in ("rulings", "matches", "tables", "forced")})


@cache
def signed() -> tuple[JSON, ...]:
    """What the owner of the key has signed."""
    return tuple(json.loads(file) for file in files())
