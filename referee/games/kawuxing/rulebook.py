"""The rulebook of 卡五星: the options on which tables agree, and the clauses as objects: ``KWX["KWX-2.7"]``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from referee.mahjong import rulebook
from referee.mahjong.fan_options import CONDITIONS, FAN, HOUSE, FanValues, without_earth
from referee.mahjong.rulebook import MJ
from referee.rulebook import Rulebook, UnsupportedOptions

DRAGONS = 12
"""中, 發 and 白, four of each."""


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of 卡五星, as its ``rules.toml`` explains them."""

    valuing: ClassVar = (*rulebook.Options.valuing, "KWX-3.3", "KWX-4.17", "KWX-4.18", "KWX-4.19", "KWX-4.20", "KWX-4.21")
    families: ClassVar = {**rulebook.Options.families, FAN: FanValues(least=1), HOUSE: without_earth(CONDITIONS)}

    suits: Literal["mp", "ms", "ps"] = field(kw_only=True)
    players: int = field(kw_only=True)
    five_star: int
    cap: int | None
    cap_double_dragon: int
    si_gui: Literal["pure", "all"]
    haidilao: bool
    pengpenghu: int
    gang_win: int
    plain_win: Literal["any", "draw_or_shown"]
    drawn_dealer: Literal["same", "shower"]
    rob_concealed: bool
    rotation: Literal["winner_rests", "bawang"] | None

    # -- what tables add --

    shown_pays: Literal["once", "each"] | None = field(default=None, kw_only=True)
    shown_discard: Literal["all", "one"] = field(default="all", kw_only=True)
    ready_check: Literal["off", "on"] | None = field(default="off", kw_only=True)
    shown_safe: Literal["off", "on"] = field(default="off", kw_only=True)
    show_from: int = field(default=0, kw_only=True)
    kong_chain: Literal["on", "off"] = field(default="on", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cap is not None and self.cap_double_dragon < self.cap:
            raise UnsupportedOptions("lower-cap", own=self.cap_double_dragon, cap=self.cap)
        if self.next_dealer != "game" and (self.rotation is not None or self.drawn_dealer != "same"):
            raise UnsupportedOptions("dealer-twice", value=self.next_dealer)
        if self.rotation == "bawang" and self.drawn_dealer == "shower":
            raise UnsupportedOptions("dealer-stays")

    def tiles(self) -> int:
        """How many tiles are in play, the dragons among them (KWX-1.1, KWX-1.2)."""
        return super().tiles() + (DRAGONS if self.honours == "on" else 0)

    def suits_in_play(self) -> str:
        """Two suits; four players have all three (KWX-1.2)."""
        return "mps" if self.players == 4 else self.suits


KWX = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
