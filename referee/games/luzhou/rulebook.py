"""The rulebook of 瀘州鬼麻將: the options on which tables agree, and the clauses as objects: ``LZG["LZG-2.2"]``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Final, Literal

from referee.mahjong import rulebook
from referee.mahjong.fan_options import HOUSE, LADDER, HouseFans, LadderSteps
from referee.mahjong.rulebook import MJ
from referee.rulebook import Rulebook, UnsupportedOptions

GHOSTS: Final = range(1, 9)
"""How many ghosts a hand may hold."""
OF_HANDS: Final = (
    *("after_kong", "concealed", "earth", "four_kongs", "four_melds", "four_open_melds", "four_sets", "heaven", "no_ghost"),
    *("on_discard", "on_replacement", "one_suit", "robbing", "self_drawn", "seven_pairs", "triplets"),
    *("kongs:added", "kongs:concealed", "kongs:direct"),
    *(f"ghosts:{number}" for number in GHOSTS),
)
"""What a table's own fans may ask for: a hand with ghosts is valued without its sets (LZG-3.2)."""


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of 瀘州鬼麻將, as its ``rules.toml`` explains them."""

    valuing: ClassVar = (*rulebook.Options.valuing, "LZG-4.3", "LZG-4.4", "LZG-4.5", "LZG-4.6", "LZG-4.8", "LZG-4.9", "LZG-5.1")
    families: ClassVar = {**rulebook.Options.families, HOUSE: HouseFans(OF_HANDS), LADDER: LadderSteps()}

    ghosts: int
    one_ke_win: bool
    cap: int | None
    report_extras: Literal["off", "named"]
    ready_check: Literal["full", "half", "off"]
    gift: Literal["off", "mode1", "mode2"]

    ready_value: Literal["discard", "draw"] = field(default="draw", kw_only=True)
    """Here a ready hand is always worth the most that it could have drawn (LZG-5.2), which no table changes."""

    # -- what tables add --

    reported_pays: int = field(default=1, kw_only=True)
    pig: int | Literal["cap", "best*2", "best*3"] = field(default=0, kw_only=True)
    pig_payees: Literal["playing", "ready", "all"] = field(default="playing", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pig == "cap" and self.cap is None:
            raise UnsupportedOptions("pig-without-cap", cap="cap")

    def tiles(self) -> int:
        """How many tiles are in play, the ghosts among them."""
        return super().tiles() + self.ghosts


LZG = Rulebook.load(Path(__file__).with_name("rules.toml"), core=MJ, options=Options)
