"""Every move that might be written at a table of mahjong, and whether its game's second reading allows it there.

Where a table cannot say (words without effect, positions that a duty or an intent hangs over) the answer is None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.oracle.mahjong.forgery import Judge
from tests.oracle.mahjong.table import SEATS

Says = bool | None


class Positions:
    """What a game says of a move at a table; each game has its own."""

    more_kinds: tuple[str, ...] = ()
    """Kinds of tiles beside those of the judge."""
    declarations: tuple[str, ...] = ()
    """Words that may be tried without naming a tile."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.kinds = [*judge.kinds, *self.more_kinds]

    def of_kind(self, table: Any, tile: str) -> Iterator[str]:
        """Melds of a kind of tile that only this game has."""
        yield from ()

    def of_seat(self) -> Iterator[str]:
        """Melds of a seat that only this game has."""
        yield from ()

    def next_to_draw(self, table: Any) -> int:
        """Who draws when nobody claims the discard."""
        following: int = table.next_to_draw()
        return following

    def is_locked(self, table: Any, seat: int) -> bool:
        """Whether the hand of the seat has been declared and may change no more."""
        return False

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """Whether a meld, a win or a declaration is allowed right now."""
        raise NotImplementedError

    def moves(self, table: Any) -> Iterator[str]:
        """Draws, discards, melds, wins and declarations of every seat, of every kind of tile."""
        for seat in SEATS[: len(table.hands)]:
            yield from (f"{seat}+{tile}" for tile in dict.fromkeys([*table.wall[:1], *table.wall[-1:]]))
            yield from (f"{seat}-{tile}" for tile in self.kinds)
            yield from (f"{seat}.{verb}" for verb in ("peng", "gang", "hu", *self.declarations))
            for tile in self.kinds:
                yield from (f"{seat}.angang:{tile[0] * 4}{tile[1]}", f"{seat}.bugang:{tile}")
                yield from (f"{seat}.{verb}" for verb in self.of_kind(table, tile))
            yield from (f"{seat}.{verb}" for verb in self.of_seat())

    def may(self, table: Any, token: str) -> Says:
        """Whether this move is allowed right now."""
        if table.phase not in ("act", "open", "kong"):
            return None
        seat, what = SEATS.index(token[0]), token[1:]
        verb, _, arguments = what[1:].partition(":")
        if what[0] == "+":
            return self.may_draw(table, seat, what[1:])
        if what[0] == "-":
            return self.may_discard(table, seat, what[1:])
        return self.may_speak(table, seat, verb, arguments)

    def may_draw(self, table: Any, seat: int, tile: str) -> Says:
        """The next seat the first tile of the wall, who has laid a kong the last one (MJ-1.4, MJ-2.1)."""
        if not table.wall:
            return False
        allowed = {"open": (self.next_to_draw(table), table.wall[0]), "kong": (table.seat, table.wall[-1])}
        return allowed.get(table.phase) == (seat, tile)

    def may_discard(self, table: Any, seat: int, tile: str) -> Says:
        """Who is in turn a tile of the hand, a locked hand the tile drawn (MJ-2.1, MJ-2.2, KWX-3.2, LZG-4.7, HYM-2.4)."""
        if table.phase != "act" or seat != table.seat or tile not in table.hands[seat]:
            return False
        locked = table.how in ("drawn", "replaced") and self.is_locked(table, seat)
        return None if table.how == "diced" else tile == table.tile or not (locked or table.how == "sea")


def holds(table: Any, seat: int, tiles: list[str]) -> bool:
    """Whether these are in the hand."""
    return not Counter(tiles) - Counter(table.hands[seat])


def lies_there(table: Any, seat: int, verb: str) -> bool:
    """Whether a discard of another lies there, and the hand matches it."""
    held: int = table.hands[seat].count(table.tile)
    return table.phase == "open" and seat != table.seat and held >= {"peng": 2, "gang": 3}[verb]
