"""The rulebook of SBR: the options on which tables agree, and the clauses as objects: ``SBR["SBR-2.3"]``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from referee.mahjong import rulebook
from referee.mahjong.fan_options import HOUSE, LADDER, OF_SUITS, LadderSteps, without_earth
from referee.mahjong.rulebook import MJ
from referee.rulebook import Rulebook


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of SBR, as its ``rules.toml`` explains them."""

    valuing: ClassVar = (*rulebook.Options.valuing, "SBR-2.4")
    families: ClassVar = {**rulebook.Options.families, HOUSE: without_earth(OF_SUITS), LADDER: LadderSteps()}

    que: Literal["declared", "off"]
    cap: int | None
    ready_check: Literal["on", "off"] = field(default="on", kw_only=True)
    kong_refund: Literal["drawn", "off"] = field(default="drawn", kw_only=True)
    last_discard: Literal["peng"]
    replacement: Literal["front"]


SBR = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
