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
    side_out: Literal["play", "end"]
    score: Literal["sum", "difference"]
    hui4: bool
    headless: Literal["both", "player", "responder"]
    burn_after_yield: bool
    late_burn: bool
    headless_burn: bool
    big_kills: int
    double_fine: bool
    sweep_tribute: bool
    buy_from: Literal["opposite", "partner_first"]
    buy4: bool
    auto_revolution: bool

    def __post_init__(self) -> None:
        bought = {"buy_from": "partner_first", "buy4": "true"}
        asked = [name for name, on in (("buy_from", self.buy_from != "opposite"), ("buy4", self.buy4)) if on]
        if asked and not self.bie3:
            said = f"{asked[0]}={bought[asked[0]]}"
            raise rulebook.UnsupportedOptions(
                f"{said} 要與 bie3=true 同用：不憋 3 就不買牌", f"{said} goes with bie3=true: without it nothing is bought"
            )
        if self.buy4 and self.points_mode != "table":
            raise rulebook.UnsupportedOptions(
                "buy4=true 要與 points_mode=table 同用：只有牌桌的開點要 4",
                "buy4=true goes with points_mode=table: only there a four opens",
            )
