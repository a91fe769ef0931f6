"""What the second reading of 衡陽麻將 answers of records and hands of others."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

from tests.oracle.hengyang.forgery import GameJudge
from tests.oracle.hengyang.hands import FLAGS
from tests.oracle.hengyang.scoring import BIG, DEFAULTS, Hand, best
from tests.oracle.hengyang.table import HengyangTable
from tests.oracle.mahjong import answers, positions, table_rules, verdict_details
from tests.oracle.mahjong.answers import Dealt, Declined
from tests.oracle.mahjong.positions import Says
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.text import Match


class Positions(positions.Positions):
    """What 衡陽麻將 says of a move at a table."""

    declarations = ("ban:queyimen", "ban:sixi", "ban:liuliushun")

    def of_seat(self) -> Iterator[str]:
        pairs = [(low, high, suit) for suit in "mps" for low in range(1, 9) for high in (low + 1, low + 2) if high < 10]
        yield from (f"chi:{low}{high}{suit}" for low, high, suit in pairs)

    def next_to_draw(self, table: Any) -> int:
        asked: int = table.asked()
        return asked

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """HYM-2 and HYM-3."""
        if verb == "ban":
            return None if table.phase == "kong" else arguments in table.may_ban(seat)
        if verb == "hu":
            return table.win_of(seat) is not None
        if table.declined:
            return None
        if verb in ("chi", "peng", "gang"):
            return f".{verb}:{arguments}".rstrip(":") in table.claims(seat)
        return seat == table.seat and table.phase == "act" and f".{verb}:{arguments}" in table.own_kongs()


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 衡陽麻將 say."""

    fees = {"direct": 3, "added": 1, "concealed": 2}  # HYM-5.4
    reasons = frozenset({"win", "kong", "ban", "ready-check"})

    def base(self, match: Match) -> int:
        return int(match.tags.get("Base", 10))

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """The sum, times factors of the table's own (HYM-4.2, TBL-2)."""
        return {prod(table_rules.told(match.options, fans))}


class Answers(answers.Answers):
    """The answers of 衡陽麻將."""

    judge, positions = GameJudge, Positions
    words = ("chi", "guo", "ban", "dice", "niao")
    base = 10
    flags = FLAGS | {"dice": "gangshangkaihua"}

    def options(self, rules: str) -> dict[str, Any]:
        found = options_of(rules)
        if more := set(found) - set(DEFAULTS):
            raise Declined(f"options that it does not know: {', '.join(sorted(more))}")
        return found

    def heading(self, dealt: Dealt) -> bool:
        """HYM-1.3."""
        faces, told = sorted(dealt.tags.get("Dice", "")), dealt.tags.get("Break", "").split()
        due = [SEATS[(dealt.dealer + int(faces[-1]) - 1) % 4], faces[0]] if faces else []
        return not faces or due[: len(told)] == told

    def table(self, dealt: Dealt) -> HengyangTable:
        return HengyangTable(dealt.hands, dealt.wall, dealt.dealer, options=dealt.options)

    def says(self, positions: answers.AnyPositions, table: HengyangTable, token: str) -> Says:
        """Dice, birds, the sea bottom and the order of winners are looked at as in the samples (HYM-2.4, HYM-2.5, HYM-5.5)."""
        seat, what = SEATS.index(token[0]), token[1:]
        if table.phase == "over" or (table.phase == "won" and not what.startswith((".hu", ".niao"))):
            return False
        if table.phase == "won" and what.startswith(".hu"):
            return table.source is not None and table.win_of(seat) is not None
        verb, _, named = token.partition(":")
        token = verb if verb.endswith((".peng", ".gang")) and set(tiles_of(named)) == {table.tile} or ".hu" in verb else token
        try:
            check(table, token)
        except ValueError:
            return False
        if table.how == "diced" and what[0] == "-":
            return table.phase == "act" and sorted(tiles_of(what)) == sorted(table.laid)
        if what.startswith(".niao"):
            return table.phase == "won" and seat == table.dealer
        return None if what.startswith((".guo", ".dice")) else positions.may(table, token)

    def value(self, table: HengyangTable, seat: int) -> int | None:
        return (table.win_of(seat) or (0,))[0]

    def over(self, table: HengyangTable) -> bool:
        ended = table.phase == "open" and not table.wall
        return ended or table.phase == "over" or (table.phase == "won" and not table.birds_due())

    def settled(self, table: HengyangTable) -> tuple[list[int], int]:
        return table.scores(), table.next_dealer()

    def paid(self, dealt: Dealt, table: HengyangTable) -> tuple[list[int], int]:
        """The base is the table's own."""
        table.base = dealt.base
        return self.settled(table)

    def worth(self, hand: list[str], melds: list[Any], win: str, by: str, flags: frozenset[str], options: dict[str, Any]) -> int:
        """No kong can be robbed (HYM-2.2)."""
        around = tuple(flag for flag in flags if flag in BIG)
        found = best(Hand(tuple(hand), tuple(melds), win, by == "draw", around, flags), options) if by != "rob" else None
        return found[0] if found else 0


def options_of(rules: str) -> dict[str, Any]:
    """The options that a ``Rules`` tag sets, and the defaults of the others."""
    values: dict[str, Any] = {"true": True, "false": False}
    words = [word.split("=", 1) for word in rules.split() if "=" in word]
    return DEFAULTS | {name: values.get(value, int(value) if value.isdigit() else value) for name, value in words}


def check(table: HengyangTable, token: str) -> None:
    """Hold what a move shows against the wall, the value and the duties that the oracle knows."""
    seat = SEATS.index(token[0])
    if token[1] == "+":
        places = table.of_dice(table.cast) if table.phase == "cast" else [-1 if table.phase == "kong" else 0]
        if sorted(table.wall[place] for place in places) != sorted(tiles_of(token)):
            raise ValueError(f"{token} is not the wall's")
        if table.phase == "open" and seat != table.asked():
            raise ValueError(f"{token}: another is asked")
    won = table.win_of(seat) if token[1:].startswith(".hu:") else None
    if won and won[0] != int(token.split(":")[1]):
        raise ValueError(f"{token} is {won}")
    if ".niao" in token and sorted(tiles_of(token)) != sorted(table.wall[: table.birds_due()]):
        raise ValueError(f"{token} are not the wall's")
    if ".ban" in token and token.split(":")[1] not in table.may_ban(seat):
        raise ValueError(f"{token} may not be declared")
    if ".dice" in token and not table.ready(seat):
        raise ValueError(f"{token} without a ready hand")
    claim = next((word for word in (".chi", ".peng", ".gang") if token[1:].startswith(word)), None)
    if claim and not any(able.startswith(claim) for able in table.claims(seat)):
        raise ValueError(f"{token} may not be claimed")
