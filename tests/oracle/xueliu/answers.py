"""What the second reading of 血流成河 answers of records and hands of others."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import answers
from tests.oracle.mahjong.answers import Dealt, Declined
from tests.oracle.mahjong.positions import Says
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.xueliu.forgery import GameJudge
from tests.oracle.xueliu.positions import Positions
from tests.oracle.xueliu.scoring import DEFAULTS, options_of, worth
from tests.oracle.xueliu.table import Table


class Answers(answers.Answers):
    """The answers of 血流成河."""

    judge, positions = GameJudge, Positions
    words = ("huansan", "que", "guo")
    flags = {"haidipao": "haidi"}

    def options(self, rules: str) -> dict[str, Any]:
        found = options_of(rules)
        if more := set(found) - set(DEFAULTS):
            raise Declined(f"options that it does not know: {', '.join(sorted(more))}")
        return found

    def heading(self, dealt: Dealt) -> bool:
        return dealt.options["exchange"] == "off" or "Exchange" in dealt.tags

    def table(self, dealt: Dealt) -> Table:
        direction = dealt.tags.get("Exchange", "across")
        return Table(dealt.hands, dealt.wall, dealt.dealer, options=dealt.options, direction=direction)

    def says(self, positions: answers.AnyPositions, table: Table, token: str) -> Says:
        """Before play, and after a win: who may win on the same tile, or draws next (XLC-1, XLC-2.2)."""
        seat, what = SEATS.index(token[0]), token[1:]
        verb, _, arguments = what[1:].partition(":")
        if what == ".guo":
            return None
        if verb == "huansan":
            tiles = tiles_of(arguments)
            fits = len(tiles) == 3 and len({tile[1] for tile in tiles}) == 1 and seat not in table.given
            return (
                table.phase == "exchange" and fits and all(table.hands[seat].count(tile) >= tiles.count(tile) for tile in tiles)
            )
        if verb == "que":
            return table.phase == "que" and seat not in table.missing
        if table.phase in ("exchange", "que") or (table.over() and verb != "hu"):
            return False
        if table.phase == "won":
            drawn = bool(table.wall) and what[0] == "+" and seat == table.next_to_draw() and what[1:] == table.wall[0]
            return drawn or (verb == "hu" and table.free_win(seat) > 0)
        return positions.may(table, token)

    def value(self, table: Table, seat: int) -> int:
        return table.win_of(seat)

    def over(self, table: Table) -> bool:
        return table.over()

    def settled(self, table: Table) -> tuple[list[int], int]:
        table.finish()
        return table.scores, table.next_dealer

    def worth(self, hand: list[str], melds: list[Any], win: str, by: str, flags: frozenset[str], options: dict[str, Any]) -> int:
        missing = next((flag[-1] for flag in flags if flag.startswith("que-")), "")
        return worth(hand, melds, options, missing, by, flags)
