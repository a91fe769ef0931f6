"""What the second reading of 瀘州鬼麻將 answers of records and hands of others."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.luzhou.forgery import GameJudge
from tests.oracle.luzhou.match import BREAKS
from tests.oracle.luzhou.positions import Positions
from tests.oracle.luzhou.scoring import options_of, worth
from tests.oracle.luzhou.table import Table
from tests.oracle.mahjong import answers
from tests.oracle.mahjong.answers import Dealt
from tests.oracle.mahjong.ghost_shapes import GHOST, Meld
from tests.oracle.mahjong.positions import Says
from tests.oracle.mahjong.table import SEATS

VALUES: dict[str, Any] = {"true": True, "false": False, "none": None} | {
    str(number): number for number in (4, 8, 12, 20, 40, 80, 100)
}
"""Of numbers those that some option may be: nothing is told of rules with another."""


class Answers(answers.Answers):
    """The answers of 瀘州鬼麻將."""

    judge, positions = GameJudge, Positions
    words = ("bao", "guo")

    def options(self, rules: str) -> dict[str, Any]:
        words = rules.split()
        given = [word.split("=") for word in words if "=" in word]
        preset = next((word for word in words if "=" not in word), "luzhou")
        return options_of(preset, **{name: VALUES.get(value, value) for name, value in given})

    def pack(self, options: dict[str, Any]) -> Counter[str]:
        return super().pack(options) + Counter({GHOST: options["ghosts"]})

    def heading(self, dealt: Dealt) -> bool:
        """LZG-1.3."""
        faces, told = dealt.tags.get("Dice"), dealt.tags.get("Break")
        return not (faces and told) or told[0] == SEATS[(dealt.dealer + BREAKS[int(faces[0])]) % 4]

    def table(self, dealt: Dealt) -> Table:
        return Table(dealt.hands, dealt.dealer, dealt.options, dealt.wall)

    def says(self, positions: answers.AnyPositions, table: Table, token: str) -> Says:
        """After a win: others may win on the same tile, or the next one draws (LZG-2.5)."""
        seat, what = SEATS.index(token[0]), token[1:]
        if table.over() and not what.startswith(".hu"):
            return False
        if table.phase == "won" and what == ".bao":
            return table.may_report(seat)
        if table.phase == "won":
            drawn = what[0] == "+" and seat == table.next_to_draw() and table.wall is not None and what[1:] == table.wall[0]
            return drawn or (what.startswith(".hu") and table.free(seat) > 0)
        return None if what == ".guo" else positions.may(table, token)

    def value(self, table: Table, seat: int) -> int:
        return table.paid(seat)

    def over(self, table: Table) -> bool:
        return table.over()

    def settled(self, table: Table) -> tuple[list[int], int]:
        table.finish()
        return table.scores, table.next_dealer

    def meld(self, kind: str, tiles: list[str]) -> Meld:
        return Meld(kind, next(tile for tile in tiles if tile != GHOST), tiles.count(GHOST))

    def worth(self, hand: list[str], melds: list[Any], win: str, by: str, flags: frozenset[str], options: dict[str, Any]) -> int:
        """Half from a discard, which may be too little; nobody wins on a discarded ghost (LZG-2.4, LZG-3.3, LZG-5.1)."""
        found = worth(hand, melds, options, flags)
        if found is None or (by == "discard" and win == GHOST):
            return 0
        value = found.value // (1 if by == "draw" else 2)
        return value if value > 1 or options["one_ke_win"] else 0
