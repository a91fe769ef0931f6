"""The options on which tables of 衡陽麻將 agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee import rulebook


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of 衡陽麻將, as its ``rules.toml`` explains them."""

    ban_pay: Literal["each", "on_win"]
    self_draw_bonus: int
    dealer_per_type: bool
    birds: int
