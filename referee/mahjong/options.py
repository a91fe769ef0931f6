"""The options on which tables of every mahjong game agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from referee import rulebook
from referee.mahjong.fan_options import FAN, HOUSE, FanValues, HouseFans
from referee.rulebook import UnsupportedOptions


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of every mahjong game, as the core's ``rules.toml`` explains them; a game's own follow them."""

    families: ClassVar = {FAN: FanValues(), HOUSE: HouseFans()}

    last_discard: Literal["win", "peng"]
    replacement: Literal["end", "front"]

    # -- what tables add: a game has those that it names ----------------------------------------------------------------------

    players: int = field(default=4, kw_only=True)
    birds_seats: Literal["sides", "players"] = field(default="sides", kw_only=True)
    multi_win: Literal["all", "next"] = field(default="all", kw_only=True)
    ready_payees: Literal["ready", "all"] = field(default="ready", kw_only=True)
    ready_value: Literal["discard", "draw"] = field(default="discard", kw_only=True)
    dead_wait: Literal["ready", "not"] = field(default="ready", kw_only=True)
    piao: int | Literal["off", "round", "match"] = field(default="off", kw_only=True)
    graze: Literal["off", "on"] = field(default="off", kw_only=True)
    kans: Literal["off", "on", "pairs", "paoqia"] = field(default="off", kw_only=True)
    horses: int | Literal["off"] = field(default="off", kw_only=True)
    horses_when: Literal["draw", "shown_draw", "any"] = field(default="draw", kw_only=True)

    def __post_init__(self) -> None:
        if self.horses == "off" and self.horses_when != "draw":
            raise UnsupportedOptions(
                f"horses_when={self.horses_when} 要與 horses 同用：沒有馬",
                f"horses_when={self.horses_when} is of use with horses only",
            )
