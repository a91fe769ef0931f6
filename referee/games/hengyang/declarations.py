"""扳牌: what a player declares from the hand as dealt (HYM-3.1, HYM-3.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from referee.games.hengyang.clauses import HYM
from referee.games.hengyang.fans import flag_of
from referee.games.hengyang.options import Options
from referee.mahjong.hand.fans import OF_258
from referee.mahjong.hand.tiles import RANK, SUIT, UNSEEN
from referee.mahjong.table.moves import Act
from referee.mahjong.table.table import Table
from referee.verdict import Text

if TYPE_CHECKING:
    from referee.mahjong.round import MahjongRound
    from referee.mahjong.state import RoundState

NOT_ELIGIBLE: Final = HYM["HYM-3.1"].raises("ban-not-eligible")
LATE: Final = HYM["HYM-3.1"].raises("late-ban")
PAID: Final = HYM["HYM-3.2"]

WORTH: Final = 1
"""What a declaration is worth, in 番 (HYM-3.2)."""


def queyimen(hand: Sequence[int]) -> bool:
    """缺一門: no 萬, no 筒, no 條, or no 將 tile. Unseen tiles may be of what is there already."""
    seen = [kind for kind in hand if kind != UNSEEN]
    return len({SUIT[kind] for kind in seen}) < 3 or not any(RANK[kind] in OF_258 for kind in seen)


def sixi(hand: Sequence[int]) -> bool:
    """四喜: a four of a kind. Unseen tiles may be what is short of it."""
    return max(_counts(hand)) + hand.count(UNSEEN) >= 4


def liuliushun(hand: Sequence[int]) -> bool:
    """六六順: two triplets, a four of a kind counting as one. Unseen tiles may be what is short of them."""
    short = sorted(max(0, 3 - count) for count in _counts(hand))
    return short[0] + short[1] <= hand.count(UNSEEN)


KINDS_OF_BAN: Final[dict[str, Callable[[Sequence[int]], bool]]] = {"queyimen": queyimen, "sixi": sixi, "liuliushun": liuliushun}
"""Whether a dealt hand may be of each kind, as far as it was seen."""


NAMES: Final[dict[str, Text]] = {
    "queyimen": {"zh": "缺一門", "en": "a suit missing"},
    "sixi": {"zh": "四喜", "en": "four of a kind"},
    "liuliushun": {"zh": "六六順", "en": "two triplets"},
}
"""What each kind is called at the table."""

OPEN_TURNS: Final = 3
"""For how many own turns a declared hand lies open (HYM-3.3)."""


def lies_open(round_: RoundState, seat: int) -> bool:
    """Whether the hand was declared and its three turns are not over."""
    declared = any(declarer == seat for declarer, _ in round_.declared)
    return declared and round_.table.discards[seat] < OPEN_TURNS


def declare(round_: MahjongRound, act: Act) -> None:
    """A player declares; as played it counts, wrong or not (MJ-6.1)."""
    seat, word = act.seat, act.text
    eligible = KINDS_OF_BAN.get(word)
    if eligible is None:
        round_.unknown(act)
        return
    if acted(round_.table, seat):
        round_.find(LATE, seat)
    elif (seat, word) in round_.declared:
        round_.find(NOT_ELIGIBLE, seat, reason="twice")
    elif not eligible(round_.deal.hands[seat]):
        round_.find(NOT_ELIGIBLE, seat)
    round_.declared.append((seat, word))
    if Options.of(round_.rules).ban_pay == "each":
        round_.collect(seat, round_.others(seat), WORTH, "ban", PAID, round_.number)


def flags(round_: RoundState, seat: int) -> Iterator[str]:
    """The seat's declarations, where they count with its small win (HYM-3.2)."""
    if Options.of(round_.rules).ban_pay == "on_win":
        words = [word for declarer, word in round_.declared if declarer == seat]
        for number, word in enumerate(words, 1):
            yield flag_of(word, number)


def acted(table: Table, seat: int) -> bool:
    """Whether the seat has discarded, claimed or laid a kong."""
    return bool(table.discards[seat] or table.melds[seat])


def _counts(hand: Sequence[int]) -> list[int]:
    counts = [0] * 27
    for kind in hand:
        if kind < 27:
            counts[kind] += 1
    return counts
