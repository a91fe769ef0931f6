"""The options on which tables of 血流成河 agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from referee.mahjong import options
from referee.mahjong.fan_options import LADDER, LadderOption


@dataclass(frozen=True)
class Options(options.Options):
    """The options of 血流成河, as its ``rules.toml`` explains them."""

    families: ClassVar = {**options.Options.families, LADDER: LadderOption()}

    after_win: Literal["stay", "leave"]
    exchange: Literal["three", "off"]
    que: Literal["declared", "off"]
    pass_lock: Literal["turn", "off"]
    cap: int | None
    jiangdui: Literal["off", "on"]
    daiyaojiu: Literal["off", "on"]
    menqing_zhongzhang: Literal["off", "on"]
    self_draw: Literal["bonus", "double", "off"]
    replacement_payer: Literal["all", "konged", "once"]
    kong_on_pao: Literal["move", "refund", "keep"]
    pig: int
