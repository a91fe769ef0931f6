"""The options on which tables of every mahjong game agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from referee import rulebook
from referee.mahjong.fan_options import FAN, HOUSE, FanValues, HouseFans


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
    piao: int | Literal["off", "round", "match"] = field(default="off", kw_only=True)
