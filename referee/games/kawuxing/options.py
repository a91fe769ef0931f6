"""The options on which tables of 卡五星 agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from referee.mahjong import options
from referee.mahjong.fan_options import CONDITIONS, FAN, HOUSE, FanValues, without_earth
from referee.rulebook import UnsupportedOptions

DRAGONS = 12
"""中, 發 and 白, four of each."""


@dataclass(frozen=True)
class Options(options.Options):
    """The options of 卡五星, as its ``rules.toml`` explains them."""

    valuing: ClassVar = (*options.Options.valuing, "KWX-3.3", "KWX-4.17", "KWX-4.18", "KWX-4.19", "KWX-4.20", "KWX-4.21")
    families: ClassVar = {**options.Options.families, FAN: FanValues(least=1), HOUSE: without_earth(CONDITIONS)}

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
            raise UnsupportedOptions(
                f"cap_double_dragon={self.cap_double_dragon} 低於 cap={self.cap}：雙龍七對的頂不會比別的低",
                f"cap_double_dragon={self.cap_double_dragon} is lower than cap={self.cap}, which every other hand may reach",
            )
        if self.next_dealer != "game" and (self.rotation is not None or self.drawn_dealer != "same"):
            raise UnsupportedOptions(
                f"next_dealer={self.next_dealer} 說了誰坐莊，與 rotation、drawn_dealer 不能並用",
                f"next_dealer={self.next_dealer} says who deals, so neither rotation nor drawn_dealer may",
            )
        if self.rotation == "bawang" and self.drawn_dealer == "shower":
            raise UnsupportedOptions(
                "rotation=bawang 荒莊的下一局莊家留任，與 drawn_dealer=shower 不能並用",
                "by rotation=bawang the dealer stays after a drawn round, which drawn_dealer=shower contradicts",
            )

    def tiles(self) -> int:
        """How many tiles are in play, the dragons among them (KWX-1.1, KWX-1.2)."""
        return super().tiles() + (DRAGONS if self.honours == "on" else 0)

    def suits_in_play(self) -> str:
        """Two suits; four players have all three (KWX-1.2)."""
        return "mps" if self.players == 4 else self.suits
