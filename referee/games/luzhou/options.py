"""The options on which tables of 瀘州鬼麻將 agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee.mahjong import options


@dataclass(frozen=True)
class Options(options.Options):
    """The options of 瀘州鬼麻將, as its ``rules.toml`` explains them."""

    ghosts: int
    one_ke_win: bool
    cap: int | None
    report_extras: Literal["off", "named"]
    ready_check: Literal["full", "half"]
    gift: Literal["off", "mode1", "mode2"]
