"""The rulebook of 四川麻將: the options on which tables agree, and the clauses as objects: ``SCM["SCM-2.2"]``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from referee.mahjong import rulebook
from referee.mahjong.fan_options import LADDER, LadderSteps
from referee.mahjong.rulebook import MJ
from referee.rulebook import Rulebook, UnsupportedOptions


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of 四川麻將, as its ``rules.toml`` explains them."""

    valuing: ClassVar = (*rulebook.Options.valuing, "SCM-3.3", "SCM-3.4", "SCM-3.5", "SCM-3.7")
    families: ClassVar = {**rulebook.Options.families, LADDER: LadderSteps()}

    blood: bool
    forced_win: Literal["advised", "wall4", "hand4", "off"]
    pass_lock: Literal["off", "turn"]
    max_fan: int | None
    longqidui: int
    daiyaojiu: bool
    jiangdui: bool
    tiandihu: bool
    jingoudiao: bool
    shibaluohan: bool
    menqing_zhongzhang: bool
    haidi: Literal["off", "draw", "both"]
    self_draw: Literal["off", "bonus", "double"]
    replacement_payer: Literal["discarder", "all", "once"]
    direct_kong: int
    kong_unit: int
    late_kong: Literal["paid", "free"]
    kong_transfer: Literal["each", "split", "refund", "off"]
    kong_refund: Literal["drawn", "always", "off"]
    pig: int | Literal["cap", "best*2", "best*3"]
    pig_payees: Literal["playing", "ready", "all"]
    stakes: Literal["points", "wealth"]

    # -- what tables add --

    ready_check: Literal["on", "off"] = field(default="on", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pig == "cap" and self.max_fan is None:
            raise UnsupportedOptions("pig-without-cap", cap="max_fan")
        if self.pig_payees == "all" and not self.blood:
            raise UnsupportedOptions("nobody-to-pay")


SCM = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
