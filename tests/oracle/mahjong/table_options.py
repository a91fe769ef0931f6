"""Which options that tables add a match has: none, a few, or many."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any


def some(game: str, seed: int, others: dict[str, list[Any]], fixed: Collection[str] = ()) -> dict[str, Any]:
    """Any of these options, each with one of its values. They are drawn apart, so that a match without them is played as ever;
    those with a grammar of their own only where no options are ``fixed``."""
    dice = random.Random(f"{game} {seed} added")
    often = dice.choice([0, 0, 0.15, 0.4])
    drawn = {name: dice.choice(values) for name, values in others.items() if dice.random() < often}
    return {name: value for name, value in drawn.items() if not (fixed and ("." in name or name == "min_value"))}
