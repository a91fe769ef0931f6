"""The rules of every mahjong game: the options on which tables agree, and the clauses as objects: ``MJ["MJ-2.2"]``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from referee import rulebook
from referee.mahjong.fan_options import FAN, HOUSE, FanValues, HouseFans
from referee.mahjong.payment_options import KONG, MIN_VALUE, KongFeeTable, LeastValue
from referee.rulebook import CORE, Rulebook, UnsupportedOptions

Ranks = Literal["1-9", "1-8", "2-9", "1-7", "2-8", "3-9", "1-6", "2-7", "3-8", "4-9", "1-5", "2-6", "3-7", "4-8", "5-9"]
"""The ranks that a table may play with: five or more in a row."""


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of every mahjong game, as the core's ``rules.toml`` explains them; a game's own follow them."""

    valuing: ClassVar[tuple[str, ...]] = ("MJ-4.4",)
    families: ClassVar = {FAN: FanValues(), HOUSE: HouseFans(), MIN_VALUE: LeastValue(), KONG: KongFeeTable()}

    last_discard: Literal["win", "peng"]
    replacement: Literal["end", "front"]

    # -- what tables add: a game has those that it names ----------------------------------------------------------------------

    players: int = field(default=4, kw_only=True)
    birds_seats: Literal["sides", "players"] = field(default="sides", kw_only=True)
    suits: Literal["mps", "mp", "ms", "ps"] = field(default="mps", kw_only=True)
    ranks: Ranks = field(default="1-9", kw_only=True)
    honours: Literal["on", "off"] = field(default="on", kw_only=True)
    hand: int = field(default=13, kw_only=True)
    multi_win: Literal["all", "next"] = field(default="all", kw_only=True)
    ready_payees: Literal["ready", "all"] = field(default="ready", kw_only=True)
    ready_value: Literal["discard", "draw"] = field(default="discard", kw_only=True)
    dead_wait: Literal["ready", "not"] = field(default="ready", kw_only=True)
    peng_lock: Literal["off", "turn"] = field(default="off", kw_only=True)
    dice_double: Literal["off", "on"] = field(default="off", kw_only=True)
    double_next: Literal["off", "on"] = field(default="off", kw_only=True)
    piao: int | Literal["off", "round", "match"] = field(default="off", kw_only=True)
    graze: Literal["off", "on"] = field(default="off", kw_only=True)
    kans: Literal["off", "on", "pairs", "paoqia"] = field(default="off", kw_only=True)
    horses: int | Literal["off"] = field(default="off", kw_only=True)
    horses_when: Literal["draw", "shown_draw", "any"] = field(default="draw", kw_only=True)
    false_win: int | Literal["off"] = field(default="off", kw_only=True)
    after_false_win: Literal["play", "end"] = field(default="play", kw_only=True)
    next_dealer: Literal["game", "winner", "rotate", "stay"] = field(default="game", kw_only=True)

    def __post_init__(self) -> None:
        tiles, dealt = self.tiles(), self.players * self.hand + 1
        if tiles <= dealt:
            raise UnsupportedOptions("no-wall", tiles=tiles, dealt=dealt)
        if self.false_win == "off" and self.after_false_win != "play":
            raise UnsupportedOptions("after-false-win", value=self.after_false_win)
        if self.horses == "off" and self.horses_when != "draw":
            raise UnsupportedOptions("no-horses", value=self.horses_when)

    def tiles(self) -> int:
        """How many tiles are in play."""
        first, last = self.span()
        return 4 * (last - first + 1) * len(self.suits_in_play())

    def suits_in_play(self) -> str:
        """The suits that the table plays with."""
        return self.suits

    def span(self) -> tuple[int, int]:
        """The lowest and the highest rank in play."""
        first, _, last = self.ranks.partition("-")
        return int(first), int(last)


MJ = Rulebook.load(Path(__file__).with_name("rules.toml"), core=CORE, options=Options)
