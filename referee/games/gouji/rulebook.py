"""The rulebook of 夠級: the options on which tables agree, and the clauses as objects: ``GJ["GJ-3.2"]``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Final, Literal, NamedTuple

from referee import rulebook
from referee.games.gouji.cards import FOUR, FOUR_PACKS, PLAYERS, RANKS, THREE, Pack, pack, whole_packs
from referee.games.gouji.families import (
    BUY_ORDER,
    DROP,
    PLACE_SCORES,
    USUAL_ORDER,
    BuyOrder,
    DropOption,
    PlaceScores,
    left_out,
)
from referee.rulebook import CORE, Rulebook

USUAL_POINTS: Final = (4, 2, 0, 0, -2, -4)
USUAL_SWEEP: Final = 12
"""What the first three places score together (GJ-6.3)."""


@dataclass(frozen=True)
class Options(rulebook.Options):
    """The options of 夠級, as its ``rules.toml`` explains them."""

    families: ClassVar = {DROP: DropOption(), PLACE_SCORES: PlaceScores(), BUY_ORDER: BuyOrder()}

    bie3: bool
    points_mode: Literal["off", "charter", "table"]
    tribute: bool
    side_out: Literal["play", "end"]
    score: Literal["sum", "difference"]
    hui4: bool
    headless: Literal["both", "player", "responder"]
    burn_after_yield: bool
    late_burn: bool
    headless_burn: bool
    big_kills: int
    double_fine: bool
    sweep_tribute: bool
    buy_from: Literal["opposite", "partner_first"]
    buy4: bool
    auto_revolution: bool
    packs: int
    sweep: int | None
    open_without_fours: Literal["off", "on"]
    fours_at_once: Literal["off", "on"]
    burn_needs_open: Literal["off", "on"]
    buy_price: Literal["two_first", "best"]

    def __post_init__(self) -> None:
        bought = {
            "buy_from=partner_first": self.buy_from != "opposite",
            "buy4=true": self.buy4,
            "buy_price=best": self.buy_price != "two_first",
        }
        for said, on in bought.items():
            _refuse(on and not self.bie3, "nothing-bought", said=said)
        _refuse(self.buy4 and self.points_mode != "table", "four-opens")
        _refuse(self.fours_at_once == "on" and self.points_mode != "table", "fours-open")
        for name, value in (("open_without_fours", self.open_without_fours), ("burn_needs_open", self.burn_needs_open)):
            _refuse(value == "on" and self.points_mode == "off", "nobody-opens", name=name)

    def beside(self, own: Mapping[str, str]) -> None:
        """Refuse options of families that these ones leave no use for."""
        order, dropped = own.get(BUY_ORDER), own.get(DROP, "")
        _refuse(bool(order) and not self.bie3, "nothing-bought", said=f"{BUY_ORDER}={order}")
        _refuse(PLACE_SCORES in own and self.score != "sum", "scores-twice", score=self.score)
        copies = whole_packs(self.packs)
        out = left_out(dropped, copies)
        whole = {rank for rank, number in out.items() if number == copies[rank]}
        left = sum(copies) - sum(out.values())
        for rank, number in out.items():
            _refuse(number > copies[rank], "fewer-cards", dropped=dropped, packs=self.packs, rank=RANKS[rank])
        _refuse(left <= 0 or left % PLAYERS != 0, "uneven", packs=self.packs, dropped=dropped, left=left)
        _refuse(self.bie3 and THREE in whole, "no-threes", dropped=dropped)
        _refuse(self.points_mode == "table" and FOUR in whole, "no-fours", dropped=dropped)


def _refuse(wrong: bool, code: str, **facts: object) -> None:
    if wrong:
        raise rulebook.UnsupportedOptions(code, **facts)


class Scoring(NamedTuple):
    """What places score (GJ-6.3, GJ-11.2).

    ``points``: of each place, first to last. ``sweep``: of a side that takes the first three (None: what its places score).
    ``way``: whether a side has its own ``sum`` where that is positive, the ``difference`` of both, or its sum as it is
    (``signed``).
    """

    points: tuple[int, ...] = USUAL_POINTS
    sweep: int | None = USUAL_SWEEP
    way: Literal["sum", "difference", "signed"] = "sum"


BY_SUM: Final = Scoring()
BY_DIFFERENCE: Final = Scoring(sweep=None, way="difference")
"""How places score where a table has not settled anything else (GJ-6.3)."""


@dataclass(frozen=True)
class TableRules(Options):
    """The options of a table, and what those that have a grammar of their own come to."""

    pack: Pack = field(default=FOUR_PACKS, kw_only=True)
    scoring: Scoring = field(default=BY_SUM, kw_only=True)
    buy_order: tuple[str, ...] = field(default=USUAL_ORDER, kw_only=True)


@lru_cache
def table_rules(rules: rulebook.Rules) -> TableRules:
    """What a table plays by. Raises TypeError for the rules of another game."""
    options = Options.of(rules)
    same = {one.name: getattr(options, one.name) for one in fields(Options)}
    own = {name: rules.family(name).get("", "") for name in Options.families}
    cards = pack(options.packs, left_out(own[DROP], whole_packs(options.packs)))
    order = tuple(own[BUY_ORDER].split(",")) if own[BUY_ORDER] else USUAL_ORDER
    return TableRules(**same, pack=cards, scoring=_scoring(options, own[PLACE_SCORES]), buy_order=order)


def _scoring(options: Options, places: str) -> Scoring:
    if places:
        return Scoring(tuple(map(int, places.split(","))), options.sweep, "signed")
    usual = BY_SUM if options.score == "sum" else BY_DIFFERENCE
    return usual if options.sweep is None else usual._replace(sweep=options.sweep)


GJ = Rulebook.load(Path(__file__).with_name("rules.toml"), core=CORE, options=Options)
