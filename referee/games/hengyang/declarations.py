"""Declarations (扳牌) that a player makes of the hand as dealt (HYM-3.1, HYM-3.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.core.verdict import Text
from referee.games.hengyang import checks
from referee.games.hengyang.rulebook import HYM
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.table import Table

PAID: Final = HYM["HYM-3.2"]

WORTH: Final = 1
"""What a declaration is worth, in 番 (HYM-3.2)."""


OPEN_TURNS: Final = 3
"""For how many own turns a declared hand lies open (HYM-3.3)."""


def flag_of(word: str, number: int) -> str:
    """The name of the circumstance that this 扳牌 was declared for the first, second … time."""
    return f"{word} {number}"


class Declarations(Mechanism):
    """The declarations of each seat, in order."""

    __slots__ = ("declared", "pay")

    shows = ("ban",)

    def __init__(self, round_: RoundState, pay: str) -> None:
        self.pay = pay
        self.declared: list[tuple[int, str]] = []
        round_.hooks.verbs["ban"] = self.declare

    def words(self, seat: int) -> list[str]:
        """The declarations of this seat."""
        return [word for declarer, word in self.declared if declarer == seat]

    def declare(self, round_: RoundState, act: Act) -> None:
        """Carry out a declaration; it counts as played, wrong or not (MJ-6.1)."""
        seat, word = act.seat, act.text
        violation = checks.declaring(round_, seat, word, (seat, word) in self.declared)
        if violation is not None:
            round_.note(violation, seat)
        if word not in checks.KINDS_OF_BAN:
            return
        self.declared.append((seat, word))
        if self.pay == "each":
            round_.collect(seat, round_.others(seat), WORTH, "ban", PAID, round_.number)

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """地胡 (HYM-4.12)."""
        return ("dihu",) if by == "discard" and _first_discard(round_.table) else ()

    def standing(self, round_: RoundState, seat: int) -> list[str]:
        """The declarations that count with the own small win (HYM-3.2)."""
        words = self.words(seat) if self.pay == "on_win" else ()
        return [flag_of(word, number) for number, word in enumerate(words, 1)]

    def lies_open(self, round_: RoundState, seat: int) -> bool:
        """Whether a hand lies open: a declared one does, for three rounds of turns (HYM-3.3)."""
        return bool(self.words(seat)) and round_.table.discards[seat] < OPEN_TURNS

    def marks(self, round_: RoundState, seat: int) -> Iterable[Text]:
        """A mark for each kind that was declared."""
        return [HYM.words.of("terms")[word] for word in self.words(seat)]

    def tokens(self, round_: RoundState) -> Iterable[str]:
        """Tokens of every declaration by every seat (HYM-3.1)."""
        return (
            ()
            if round_.progress
            else [f"{letter}.ban:{word}" for letter in SEATS[: round_.seats] for word in checks.KINDS_OF_BAN]
        )


def _first_discard(table: Table) -> bool:
    """Whether the dealer's first discard is on offer: two tiles where dice gave two (HYM-4.12)."""
    return table.offerer == table.dealer and table.discards[table.dealer] == (1 if table.also is None else 2)
