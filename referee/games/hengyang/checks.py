"""Checks of the moves that only 衡陽麻將 has: 扳牌, dice after a kong, declining the last tile, birds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from referee.core.verdict import JSON
from referee.games.hengyang.rulebook import HYM
from referee.mahjong.hand.candidate import OF_258
from referee.mahjong.hand.tiles import RANK, SUIT, UNSEEN, text
from referee.mahjong.rules import legality
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.round_state import ENDED, RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act
from referee.mahjong.table.table import KONG, Table
from referee.mahjong.table.wall import alike

NOT_READY: Final = HYM["HYM-2.5"].raises("dice-not-ready")
NOT_ELIGIBLE: Final = HYM["HYM-3.1"].raises("ban-not-eligible")
LATE: Final = HYM["HYM-3.1"].raises("late-ban")
BY_DEALER: Final = HYM["HYM-5.5"].raises("not-your-turn")
WRONG_BIRDS: Final = HYM["HYM-5.5"].raises("wrong-birds")
BIRDS_MISSING: Final = HYM["HYM-5.5"].raises("birds-missing")

# -- 扳牌 ----------------------------------------------------------------------------------------------------------------------


def queyimen(hand: Sequence[int], suits: int) -> bool:
    """Whether a hand has 缺一門: none of one of so many suits in play, or no 將 tile. Unseen tiles may be of suits that it has
    already."""
    seen = [kind for kind in hand if kind != UNSEEN]
    return len({SUIT[kind] for kind in seen}) < suits or not any(RANK[kind] in OF_258 for kind in seen)


def sixi(hand: Sequence[int], suits: int) -> bool:
    """Whether a hand has 四喜, a four of a kind. Unseen tiles may complete it."""
    return max(_counts(hand)) + hand.count(UNSEEN) >= 4


def liuliushun(hand: Sequence[int], suits: int) -> bool:
    """Whether a hand has 六六順: two triplets, a four of a kind counting as one. Unseen tiles may complete them."""
    short = sorted(max(0, 3 - count) for count in _counts(hand))
    return short[0] + short[1] <= hand.count(UNSEEN)


def _counts(hand: Sequence[int]) -> list[int]:
    counts = [0] * 27
    for kind in hand:
        if kind < 27:
            counts[kind] += 1
    return counts


KINDS_OF_BAN: Final[Mapping[str, Callable[[Sequence[int], int], bool]]] = {
    "queyimen": queyimen,
    "sixi": sixi,
    "liuliushun": liuliushun,
}
"""Whether a dealt hand may be of each kind, as far as it was seen."""


def declaring(round_: RoundState, seat: int, word: str, again: bool) -> Violation | None:
    """The violation by a 扳牌: it is late, declared again, or untrue of the hand as dealt (HYM-3.1)."""
    eligible = KINDS_OF_BAN.get(word)
    if eligible is None:
        return legality.SAYS_NOTHING
    if acted(round_.table, seat):
        return Violation(LATE)  # HYM-3.1
    if again:
        return Violation(NOT_ELIGIBLE, False, {"reason": "twice"})  # HYM-3.1
    return None if eligible(round_.deal.hands[seat], round_.ruleset.suits) else Violation(NOT_ELIGIBLE)  # HYM-3.1


def acted(table: Table, seat: int) -> bool:
    """Whether the seat has discarded, claimed or laid a kong."""
    return bool(table.discards[seat] or table.melds[seat])


# -- dice ----------------------------------------------------------------------------------------------------------------------


def faces(said: str) -> list[int]:
    """The faces of two dice; empty if a record names none that two dice can show."""
    return [int(face) for face in said] if len(said) == 2 and set(said) <= set("123456") else []


def casting(round_: RoundState, act: Act, cast_for: Laying | None) -> Violation | None:
    """The violation by casting dice other than once after an own kong, with a ready hand (HYM-2.5)."""
    table, seat = round_.table, act.seat
    if not faces(act.text):
        return legality.SAYS_NOTHING
    if table.phase != KONG or seat != table.turn:
        return Violation(NOT_READY, False, {"reason": "no-kong"})  # HYM-2.5
    if cast_for is not None and cast_for is table.kong:
        return Violation(NOT_READY, False, {"reason": "twice"})  # HYM-2.5
    return None if table.hidden(seat) or round_.ready(seat) else Violation(NOT_READY)  # HYM-2.5


# -- the last tile ---------------------------------------------------------------------------------------------------------------


def declining(table: Table, seat: int) -> Violation | None:
    """The violation by declining the last tile of the wall out of turn (HYM-2.4, MJ-2.1)."""
    return None if seat == table.next else Violation(table_checks.NOT_YOUR_TURN, False, {"player": table.next})  # MJ-2.1


# -- birds -----------------------------------------------------------------------------------------------------------------------


def turning(round_: RoundState, act: Act, tiles: tuple[int, ...], number: int) -> Iterator[Violation]:
    """The violations by turning these birds: at the wrong time, by another seat than the dealer, not as many as are due, or
    others than lie in the wall (HYM-5.5)."""
    table = round_.table
    if round_.progress != ENDED:
        yield Violation(WRONG_BIRDS, False, _turned(tiles, 0, len(tiles), "count"))  # HYM-5.5
        return
    if act.seat != table.dealer:
        yield Violation(BY_DEALER, False, {"player": table.dealer})  # HYM-5.5
    front = table.wall.first(number)
    if len(tiles) != number:
        yield Violation(WRONG_BIRDS, False, _turned(tiles, number, len(tiles), "count"))  # HYM-5.5
    elif not alike(front, tiles):
        yield Violation(WRONG_BIRDS, False, _turned(tiles, text(front), text(tiles), "wall"))  # HYM-5.5


def _turned(tiles: tuple[int, ...], expected: JSON, actual: JSON, reason: str) -> dict[str, JSON]:
    """The facts of wrong birds."""
    return {"expected": expected, "actual": actual, "tiles": text(tiles), "reason": reason}


def missing_birds(due: int) -> Violation | None:
    """The violation by birds that were due and not turned (HYM-5.5)."""
    return Violation(BIRDS_MISSING, False, {"expected": due}) if due else None  # HYM-5.5
