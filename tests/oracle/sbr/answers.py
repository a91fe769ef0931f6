"""What the second reading of the competition rules SBR answers of records and hands of others."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import answers
from tests.oracle.mahjong.answers import Dealt, Declined
from tests.oracle.mahjong.positions import Says
from tests.oracle.mahjong.table import SEATS
from tests.oracle.sbr.account import Account
from tests.oracle.sbr.forgery import GameJudge
from tests.oracle.sbr.match import DEFAULTS
from tests.oracle.sbr.positions import Positions
from tests.oracle.sbr.scoring import worth
from tests.oracle.sbr.table import Table


class Answers(answers.Answers):
    """The answers of SBR. Its table carries out what is wrong and notes it, so that a round can be settled all the same."""

    judge, positions = GameJudge, Positions
    words = ("que", "guo", "wuting", "jiuzheng>E", "jiuzheng>S", "jiuzheng>W", "jiuzheng>N")
    flags = {"haidipao": "haidi"}
    ways = answers.Answers.ways | {"gangshangpao": "discard rob"}

    def options(self, rules: str) -> dict[str, Any]:
        found = options_of(rules)
        if found["que"] not in ("declared", "off") or set(found) - set(DEFAULTS):
            raise Declined("options that it does not know")
        return found

    def heading(self, dealt: Dealt) -> bool:
        """SBR-1.3."""
        faces, told = [int(face) for face in dealt.tags.get("Dice", "")], dealt.tags.get("Break", "").split()
        due = [SEATS[(dealt.dealer + sum(faces) - 1) % 4], str(min(faces, default=0))]
        return not faces or due[: len(told)] == told

    def table(self, dealt: Dealt) -> Table:
        account = Account(strikes=list(dealt.before.account.strikes) if dealt.before else [0] * 4)
        return Table(dealt.hands, dealt.wall, dealt.dealer, options=dealt.options, account=account)

    def says(self, positions: answers.AnyPositions, table: Table, token: str) -> Says:
        """What the table notes of a move is found; draws are the wall's."""
        if table.over:
            return False
        after = table.copy()
        after.move(token)
        if len(after.found) > len(table.found) or (token[1] == "+" and token[2:] != table.wall[0]):
            return False
        kong = token[1:].startswith((".gang", ".angang", ".bugang"))
        return bool(table.wall) if kong else None

    def over(self, table: Table) -> bool:
        return table.over or (not table.wall and table.phase in ("open", "won"))

    def value(self, table: Table, seat: int) -> int:
        return table.winning(seat)

    def settled(self, table: Table) -> tuple[list[int], int | None]:
        table.finish()
        dealer = table.next_dealer()
        return table.account.scores(), dealer if table.account.strikes[dealer] < 2 else None

    def worth(self, hand: list[str], melds: list[Any], win: str, by: str, flags: frozenset[str], options: dict[str, Any]) -> int:
        que = next((flag[-1] for flag in flags if flag.startswith("que-")), "")
        return worth(hand, melds, options, que, flags)


def options_of(rules: str) -> dict[str, Any]:
    """``sbr cap=4 que=off`` as options."""
    given = dict(word.split("=") for word in rules.split() if "=" in word)
    cap = given.get("cap", "3")
    return DEFAULTS | given | {"cap": None if cap == "none" else int(cap)}
