"""The options of a club's evening by the competition rules SBR."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee.mahjong import options


@dataclass(frozen=True)
class Options(options.Options):
    """The options of SBR, as its ``rules.toml`` explains them."""

    que: Literal["declared", "off"]
    cap: int | None
    last_discard: Literal["peng"]
    replacement: Literal["front"]
