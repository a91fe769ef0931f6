"""The rulebook of 衡陽麻將: the options on which tables agree, and the clauses as objects: ``HYM["HYM-4.1"]``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from referee.mahjong import rulebook
from referee.mahjong.rulebook import MJ
from referee.rulebook import Rulebook, UnsupportedOptions


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of 衡陽麻將, as its ``rules.toml`` explains them."""

    valuing: ClassVar = (*rulebook.Options.valuing, "HYM-4.2", "HYM-4.13")

    ban_pay: Literal["each", "on_win"]
    menqianqing: Literal["add", "off"]
    self_draw_bonus: int
    multi_dealer: Literal["first", "discarder"]
    dealer_per_type: bool
    birds: int
    birds_pay: Literal["double", "add"]
    last_discard: Literal["win"]
    replacement: Literal["end"]

    # -- what tables add --

    rob_kong: Literal["off", "on"] = field(default="off", kw_only=True)
    chi: Literal["on", "off"] = field(default="on", kw_only=True)
    ready_check: Literal["off", "on"] = field(default="off", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.next_dealer != "game" and self.multi_dealer != "first":
            raise UnsupportedOptions("dealer-twice", value=self.next_dealer)
        if self.birds_pay == "add" and not self.birds:
            raise UnsupportedOptions("no-bird-to-add")
        if self.birds_seats == "players" and not self.birds:
            raise UnsupportedOptions("no-bird-to-count")


HYM = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
