"""The options on which tables of 四川麻將 agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee import rulebook


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of 四川麻將, as its ``rules.toml`` explains them."""

    blood: bool
    forced_win: Literal["wall4", "hand4", "off"]
    max_fan: int | None
    kong_transfer: Literal["each", "split", "off"]
    stakes: Literal["points", "wealth"]
