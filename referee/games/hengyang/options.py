"""The options on which tables of 衡陽麻將 agree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from referee.mahjong import options
from referee.rulebook import UnsupportedOptions


@dataclass(frozen=True)
class Options(options.Options):
    """The options of 衡陽麻將, as its ``rules.toml`` explains them."""

    valuing: ClassVar = (*options.Options.valuing, "HYM-4.2", "HYM-4.13")

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
            raise UnsupportedOptions(
                f"next_dealer={self.next_dealer} 說了誰坐莊，與 multi_dealer 不能並用",
                f"next_dealer={self.next_dealer} says who deals, so multi_dealer may not",
            )
        if self.birds_pay == "add" and not self.birds:
            raise UnsupportedOptions(
                "birds=0 不翻鳥，birds_pay=add 無從加起", "with birds=0 no bird is turned that birds_pay=add could add for"
            )
        if self.birds_seats == "players" and not self.birds:
            raise UnsupportedOptions(
                "birds=0 不翻鳥，birds_seats 無從數起", "with birds=0 no bird is turned, and birds_seats has none to count"
            )
