"""The options on which tables of 血流成河 agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from referee.mahjong import options
from referee.mahjong.fan_options import LADDER, LadderOption
from referee.rulebook import UnsupportedOptions


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
    pig: int | Literal["cap", "best*2", "best*3"]

    # -- what tables add --

    forced_win: Literal["off", "advised", "wall4", "hand4"] = field(default="off", kw_only=True)
    late_kong: Literal["paid", "free"] = field(default="paid", kw_only=True)
    ready_check: Literal["on", "off"] = field(default="on", kw_only=True)
    kong_refund: Literal["drawn", "off"] = field(default="drawn", kw_only=True)

    def __post_init__(self) -> None:
        if self.pig == "cap" and self.cap is None:
            raise UnsupportedOptions("cap=none 不封頂，pig=cap 無從算起", "with cap=none there is no limit for pig=cap")
