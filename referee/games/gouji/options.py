"""The options on which tables of 夠級 agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
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

USUAL_POINTS: Final = (4, 2, 0, 0, -2, -4)
USUAL_SWEEP: Final = 12
"""What the first three places score together (GJ-6.3)."""
Refusals = Iterator[tuple[bool, str, str]]
"""Whether something does not go together, and why, in Chinese and English."""


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
        _refuse(self._refusals())

    def _refusals(self) -> Refusals:
        bought = ("buy_from=partner_first", "buy4=true", "buy_price=best")
        asked = (self.buy_from != "opposite", self.buy4, self.buy_price != "two_first")
        for said, on in zip(bought, asked, strict=True):
            yield (
                on and not self.bie3,
                f"{said} 要與 bie3=true 同用：不憋 3 就不買牌",
                f"{said} goes with bie3=true: without it nothing is bought",
            )
        yield (
            self.buy4 and self.points_mode != "table",
            "buy4=true 要與 points_mode=table 同用：只有牌桌的開點要 4",
            "buy4=true goes with points_mode=table: only there a four opens",
        )
        yield (
            self.fours_at_once == "on" and self.points_mode != "table",
            "fours_at_once=on 要與 points_mode=table 同用：只有牌桌的開點要 4",
            "fours_at_once=on goes with points_mode=table: only there fours open",
        )
        for name, value in (("open_without_fours", self.open_without_fours), ("burn_needs_open", self.burn_needs_open)):
            yield (
                value == "on" and self.points_mode == "off",
                f"{name}=on 要與 points_mode=charter 或 table 同用：不打點就沒有人開點",
                f"{name}=on goes with points_mode=charter or table: otherwise nobody opens",
            )

    def beside(self, own: Mapping[str, str]) -> None:
        """Refuse options of families that these ones leave no use for."""
        _refuse(self._refused_beside(own))

    def _refused_beside(self, own: Mapping[str, str]) -> Refusals:
        order, dropped = own.get(BUY_ORDER), own.get(DROP, "")
        yield (
            bool(order) and not self.bie3,
            f"buy_order={order} 要與 bie3=true 同用：不憋 3 就不買牌",
            f"buy_order={order} goes with bie3=true: without it nothing is bought",
        )
        yield (
            PLACE_SCORES in own and self.score != "sum",
            f"place_scores 與 score={self.score} 都說一方怎麼得分",
            f"place_scores and score={self.score} both say what a side scores",
        )
        copies = whole_packs(self.packs)
        out = left_out(dropped, copies)
        whole = {rank for rank, number in out.items() if number == copies[rank]}
        left = sum(copies) - sum(out.values())
        short = next((rank for rank, number in out.items() if number > copies[rank]), None)
        yield (
            short is not None,
            f"drop={dropped}：{self.packs} 副牌裡沒有這麼多 {RANKS[short or 0]}",
            f"drop={dropped}: {self.packs} packs hold fewer of {RANKS[short or 0]}",
        )
        yield (
            left <= 0 or left % PLAYERS != 0,
            f"packs={self.packs} drop={dropped}：剩 {left} 張，六家分不勻",
            f"packs={self.packs} drop={dropped}: {left} cards are left, which six hands cannot share evenly",
        )
        yield (
            self.bie3 and THREE in whole,
            f"drop={dropped} 把 3 全拿掉了，不能與 bie3=true 同用",
            f"drop={dropped} leaves no threes to keep and cannot go with bie3=true",
        )
        yield (
            self.points_mode == "table" and FOUR in whole,
            f"drop={dropped} 把 4 全拿掉了，不能與 points_mode=table 同用：要 4 才開點",
            f"drop={dropped} leaves no fours and cannot go with points_mode=table: it takes fours to open",
        )


def _refuse(refusals: Refusals) -> None:
    for wrong, zh, en in refusals:
        if wrong:
            raise rulebook.UnsupportedOptions(zh, en)


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
