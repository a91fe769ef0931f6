"""What the second reading of 四川麻將 answers of records and hands of others."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import answers
from tests.oracle.mahjong.answers import Dealt, Declined
from tests.oracle.mahjong.positions import Says
from tests.oracle.mahjong.table import SEATS
from tests.oracle.sichuan.forgery import GameJudge
from tests.oracle.sichuan.positions import Positions
from tests.oracle.sichuan.replay import Replay
from tests.oracle.sichuan.round import worth
from tests.oracle.sichuan.table import Table

DEFAULTS: dict[str, Any] = {
    "blood": True,
    "forced_win": "wall4",
    "pass_lock": "off",
    "max_fan": None,
    "longqidui": 5,
    "daiyaojiu": True,
    "jiangdui": True,
    "tiandihu": True,
    "jingoudiao": False,
    "shibaluohan": False,
    "menqing_zhongzhang": False,
    "haidi": "off",
    "self_draw": "off",
    "replacement_payer": "discarder",
    "direct_kong": 1,
    "kong_unit": 1,
    "late_kong": "paid",
    "kong_transfer": "each",
    "kong_refund": "drawn",
    "pig": 8,
    "pig_payees": "playing",
    "stakes": "points",
}
"""The options of the preset ``xuezhan`` (SCM-2.6)."""
VALUES: dict[str, Any] = {"true": True, "false": False, "none": None}


class Answers(answers.Answers):
    """The answers of 四川麻將; who deals next is agreed in the blood battle, so it is not told."""

    tells = ("status", "first", "scores", "totals", "wins", "value")
    judge, positions = GameJudge, Positions
    words = ("tao", "guo")
    flags = {"haidipao": "haidi"}

    def options(self, rules: str) -> dict[str, Any]:
        words = [word.partition("=") for word in rules.split()]
        given = {name: int(value) if value.isdigit() else VALUES.get(value, value) for name, sign, value in words if sign}
        if more := set(given) - set(DEFAULTS):
            raise Declined(f"options that it does not know: {', '.join(sorted(more))}")
        return DEFAULTS | {"blood": "putong" not in rules.split()} | given

    def table(self, dealt: Dealt) -> Table:
        return Table([list(hand) for hand in dealt.hands], list(dealt.wall), dealt.dealer, options=dealt.options)

    def says(self, positions: answers.AnyPositions, table: Table, token: str) -> Says:
        """After a win: who may win on the same tile, or draws next (SCM-2.6)."""
        seat, what = SEATS.index(token[0]), token[1:]
        if any(move.endswith(".tao") for move in table.moves) or what in (".tao", ".guo"):
            return None
        if not self.goes_on(table) and not what.startswith(".hu"):
            return False
        if table.phase == "won":
            drawn = what[0] == "+" and bool(table.wall) and what[1:] == table.wall[0]
            return drawn or (what.startswith(".hu") and seat in table.offers and not table.locked(seat))
        return False if self.forced(table) and not what.startswith(".hu") else positions.may(table, token)

    def forced(self, table: Table) -> bool:
        """Whether somebody must win now (SCM-2.3)."""
        if table.phase == "act":
            able = table.how in ("drawn", "replaced") and worth(table.hands[table.seat], table.melds[table.seat], table.options)
            short = len(table.hands[table.seat]) <= 5
        else:
            seats = [seat for seat in table.offers if not table.locked(seat)]
            able, short = len(seats), any(len(table.hands[seat]) <= 4 for seat in seats)
        return bool(able) and {"wall4": len(table.wall) <= 4, "hand4": short, "off": False}[str(table.options["forced_win"])]

    def goes_on(self, table: Table) -> bool:
        """Whether the round has not come to its end yet."""
        winners = 3 if table.options["blood"] else 1
        return len(table.out) < winners and (bool(table.wall) or table.phase not in ("open", "won"))

    def over(self, table: Table) -> bool:
        return not self.goes_on(table) or any(move.endswith(".tao") for move in table.moves)

    def paid(self, dealt: Dealt, table: Table) -> tuple[list[int], int | None]:
        """Settled by the players of the second reading, who do as the record says."""
        moves = [move for move in table.moves if not move.endswith(".guo")]
        again = Replay(dealt.hands, dealt.wall, dealt.dealer, dealt.options, moves)
        if [move.partition(":")[0] for move in again.moves] != [move.partition(":")[0] for move in moves]:
            raise Declined("a round that it would have played otherwise")
        table.moves, self.settlement = moves, again
        return [score * dealt.base for score in again.scores], None if dealt.options["blood"] else again.next_dealer

    def misstated(self, table: Table) -> int | None:
        """The value of a win is a circumstance's too, which its players know."""
        claims = enumerate(zip(table.moves, self.settlement.moves, strict=True), 1)
        return next((at for at, (told, right) in claims if ".hu:" in told and told != right), None)

    def worth(self, hand: list[str], melds: list[Any], win: str, by: str, flags: frozenset[str], options: dict[str, Any]) -> int:
        return worth(hand, melds, options, by, flags)
