"""The options of a club's evening by the competition rules SBR."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from referee.mahjong import options
from referee.mahjong.fan_options import HOUSE, LADDER, OF_SUITS, LadderSteps, without_earth


@dataclass(frozen=True)
class Options(options.Options):
    """The options of SBR, as its ``rules.toml`` explains them."""

    valuing: ClassVar = (*options.Options.valuing, "SBR-2.4")
    families: ClassVar = {**options.Options.families, HOUSE: without_earth(OF_SUITS), LADDER: LadderSteps()}

    que: Literal["declared", "off"]
    cap: int | None
    ready_check: Literal["on", "off"] = field(default="on", kw_only=True)
    kong_refund: Literal["drawn", "off"] = field(default="drawn", kw_only=True)
    last_discard: Literal["peng"]
    replacement: Literal["front"]
