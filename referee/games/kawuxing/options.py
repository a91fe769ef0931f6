"""The options on which tables of 卡五星 agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee import rulebook


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of 卡五星, as its ``rules.toml`` explains them."""

    suits: Literal["mp", "ms", "ps"]
    players: int
    five_star: int
    cap: int | None
    cap_double_dragon: int
    rob_concealed: bool
    rotation: Literal["winner_rests", "bawang"] | None
