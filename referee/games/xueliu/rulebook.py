"""The rulebook of 血流成河: the options on which tables agree, and the clauses as objects: ``XLC["XLC-2.2"]``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from referee.mahjong import rulebook
from referee.mahjong.fan_options import LADDER, LadderSteps
from referee.mahjong.rulebook import MJ
from referee.rulebook import Rulebook, UnsupportedOptions

WITH_FOUR_ALIKE = 10
"""How many tiles of three suits a hand has at least that has four of one for certain."""


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of 血流成河, as its ``rules.toml`` explains them."""

    families: ClassVar = {**rulebook.Options.families, LADDER: LadderSteps()}

    after_win: Literal["stay", "leave"]
    exchange: Literal["three", "four", "off"]
    que: Literal["declared", "off"]
    pass_lock: Literal["turn", "off"]
    cap: int | None
    jiangdui: Literal["off", "on"]
    daiyaojiu: Literal["off", "on"]
    menqing_zhongzhang: Literal["off", "on"]
    self_draw: Literal["bonus", "unwon", "double", "off"]
    replacement_payer: Literal["all", "konged", "once"]
    kong_on_pao: Literal["move", "refund", "keep"]
    pig: int | Literal["cap", "best*2", "best*3"]

    # -- what tables add --

    exchange_suit: Literal["one", "any"] = field(default="one", kw_only=True)
    forced_win: Literal["off", "advised", "wall4", "hand4"] = field(default="off", kw_only=True)
    late_kong: Literal["paid", "free"] = field(default="paid", kw_only=True)
    ready_check: Literal["on", "off"] = field(default="on", kw_only=True)
    kong_refund: Literal["drawn", "off"] = field(default="drawn", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pig == "cap" and self.cap is None:
            raise UnsupportedOptions("pig-without-cap", cap="cap")
        if self.exchange == "off" and self.exchange_suit == "any":
            raise UnsupportedOptions("no-exchange")
        if self.exchange == "four" and self.exchange_suit == "one" and self.hand < WITH_FOUR_ALIKE:
            raise UnsupportedOptions("four-of-suit", hand=self.hand)


XLC = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
