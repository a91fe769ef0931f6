"""扳牌: what a player declares from the hand as dealt (HYM-3.1, HYM-3.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from referee.games.hengyang.clauses import HYM
from referee.mahjong.hand.candidate import OF_258
from referee.mahjong.hand.tiles import RANK, SUIT, UNSEEN
from referee.mahjong.rules import legality
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.table import Table
from referee.verdict import Text

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

OPEN_TURNS: Final = 3
"""For how many own turns a declared hand lies open (HYM-3.3)."""


def flag_of(word: str, number: int) -> str:
    """The circumstance that a kind of 扳牌 was declared, for the first, second … time."""
    return f"{word} {number}"


class Declarations(Mechanism):
    """What seats have declared, in that order."""

    __slots__ = ("declared", "pay", "round")

    def __init__(self, round_: RoundState, pay: str) -> None:
        self.round, self.pay = round_, pay
        self.declared: list[tuple[int, str]] = []
        round_.verbs["ban"] = self.declare
        round_.on_flags += (self,)

    def words(self, seat: int) -> list[str]:
        """What this seat has declared."""
        return [word for declarer, word in self.declared if declarer == seat]

    def declare(self, act: Act) -> None:
        """A player declares; as played it counts, wrong or not (MJ-6.1)."""
        round_, seat, word = self.round, act.seat, act.text
        eligible = KINDS_OF_BAN.get(word)
        if eligible is None:
            round_.find(legality.UNKNOWN_VERB, act.seat)
            return
        if acted(round_.table, seat):
            round_.find(LATE, seat)
        elif (seat, word) in self.declared:
            round_.find(NOT_ELIGIBLE, seat, reason="twice")
        elif not eligible(round_.deal.hands[seat]):
            round_.find(NOT_ELIGIBLE, seat)
        self.declared.append((seat, word))
        if self.pay == "each":
            round_.collect(seat, round_.others(seat), WORTH, "ban", PAID, round_.number)

    def circumstances(self, seat: int, by: str) -> Iterable[str]:
        """地胡 (HYM-4.12), and the declarations that count with the own small win (HYM-3.2)."""
        words = self.words(seat) if self.pay == "on_win" else ()
        yield from (flag_of(word, number) for number, word in enumerate(words, 1))
        if by == "discard" and _first_discard(self.round.table):
            yield "dihu"

    def lies_open(self, seat: int) -> bool:
        """A hand that was declared does, for three rounds of turns (HYM-3.3)."""
        return bool(self.words(seat)) and self.round.table.discards[seat] < OPEN_TURNS

    def marks(self, seat: int) -> Iterable[Text]:
        """Each kind that was declared."""
        return [HYM.words.of("terms")[word] for word in self.words(seat)]

    def tokens(self) -> Iterable[str]:
        """Every kind by every seat (HYM-3.1)."""
        return () if self.round.progress else [f"{letter}.ban:{word}" for letter in SEATS for word in KINDS_OF_BAN]


def acted(table: Table, seat: int) -> bool:
    """Whether the seat has discarded, claimed or laid a kong."""
    return bool(table.discards[seat] or table.melds[seat])


def _first_discard(table: Table) -> bool:
    """Whether the dealer's first discard is on offer: two tiles where dice gave two (HYM-4.12)."""
    return table.offerer == table.dealer and table.discards[table.dealer] == (1 if table.also is None else 2)


def _counts(hand: Sequence[int]) -> list[int]:
    counts = [0] * 27
    for kind in hand:
        if kind < 27:
            counts[kind] += 1
    return counts
