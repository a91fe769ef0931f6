"""The options on which tables of 夠級 agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee import rulebook


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of 夠級, as its ``rules.toml`` explains them."""

    bie3: bool
    points_mode: Literal["off", "charter", "table"]
    tribute: bool
    hui4: bool
    headless: Literal["both", "player", "responder"]
    double_fine: bool
