"""What the second reading of 卡五星 answers of records and hands of others."""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Any

from tests.oracle.kawuxing.forgery import GameJudge
from tests.oracle.kawuxing.scoring import best, completes, kinds_of, options_of, too_small
from tests.oracle.kawuxing.table import KawuxingTable
from tests.oracle.mahjong import answers, beside, positions, verdict_details
from tests.oracle.mahjong.answers import Dealt, Declined
from tests.oracle.mahjong.positions import Says, lies_there
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.text import Match


class Positions(positions.Positions):
    """What 卡五星 says of a move at a table."""

    declarations = ("liang",)

    def is_locked(self, table: Any, seat: int) -> bool:
        return seat in table.shown

    def may_discard(self, table: Any, seat: int, tile: str) -> Says:
        """KWX-3.7 too."""
        allowed = super().may_discard(table, seat, tile)
        return allowed and (seat in table.shown or tile in table.safe(seat))

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """KWX-2 and KWX-3; whether a word may go before the showing is not asked here."""
        if verb == "liang":
            spoken = "".join(table.moves[-1:]).endswith(".guo")
            return None if seat in table.shown or table.phase == "kong" or spoken else table.may_show(seat)
        if verb == "hu":
            return table.free_win(seat) > 0
        if verb == "peng":
            return lies_there(table, seat, verb) and seat not in table.shown
        if verb == "gang":
            return lies_there(table, seat, verb) and bool(table.wall) and table.may_kong(seat, "direct", table.tile)
        kind = "concealed" if verb == "angang" else "added"
        return seat == table.seat and (kind, tiles_of(arguments)[0]) in table.own_kongs()


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 卡五星 say."""

    fees = {"direct": 2, "added": 1, "concealed": 2}  # KWX-5.2
    reasons = frozenset({"win", "kong", "show-penalty", "ready-check"}) | beside.REASONS

    def chained(self, match: Match) -> bool:
        """KWX-5.3, TBL-7."""
        return bool(match.options["kong_chain"] == "on")

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """The product, up to the cap (KWX-4.20)."""
        values, options = [fan["value"] for fan in fans], match.options
        dragons = any(fan["code"] in ("shuanglongqidui", "sanlongqidui") for fan in fans)
        cap = options["cap_double_dragon" if dragons else "cap"] if options["cap"] else None
        return {min(prod(values), cap or prod(values))}


class Answers(answers.Answers):
    """The answers of 卡五星; it names the fans of a hand too."""

    tells = (*answers.Answers.tells, "fans")
    judge, positions = GameJudge, Positions
    words = ("liang", "guo", "ma")
    flags = {"liang": "liangdao", "haidi": "haidilao"}
    robbed = "qiangganghu"

    def options(self, rules: str) -> dict[str, Any]:
        return options_of(rules)

    def seats(self, options: dict[str, Any]) -> int:
        return int(options["players"])

    def pack(self, options: dict[str, Any]) -> Counter[str]:
        return Counter(kinds_of(options) * 4)

    def table(self, dealt: Dealt) -> KawuxingTable:
        if not self.trusting and (dealt.options["rotation"] != "none" or any(name.startswith("Sit.") for name in dealt.tags)):
            raise Declined("people who change their seats")
        before = dealt.before and dealt.before.piao
        piao = beside.told(dealt.options, dealt.tags, len(dealt.hands), before)
        return KawuxingTable(dealt.hands, dealt.wall, dealt.dealer, options=dealt.options, piao=piao)

    def says(self, positions: answers.AnyPositions, table: KawuxingTable, token: str) -> Says:
        """After a win only others may win on the same tile."""
        if token[1:].startswith(".ma:"):
            seat, tiles = SEATS.index(token[0]), sorted(tiles_of(token.partition(":")[2]))
            return seat in table.turning and tiles == sorted(table.wall[: table.horses_due()])
        if table.phase == "won":
            return token[1:4] == ".hu" and table.free_win(SEATS.index(token[0])) > 0
        return None if token.endswith(".guo") else positions.may(table, token)

    def value(self, table: KawuxingTable, seat: int) -> int:
        return table.free_win(seat)

    def over(self, table: KawuxingTable) -> bool:
        return table.phase == "won" or (table.phase == "open" and not table.wall)

    def settled(self, table: KawuxingTable) -> tuple[list[int], int]:
        if table.turning:
            raise Declined("horses that were not turned")
        table.finish()
        return table.scores, table.next_dealer()

    def answer(
        self, hand: list[str], melds: list[Any], win: str, by: str, flags: frozenset[str], options: dict[str, Any]
    ) -> dict[str, Any]:
        """KWX-4.22: a plain hand may not win on a discard. KWX-4.18: who wins as dealt has no winning tile."""
        value, fans = best(hand, melds, "" if "tianhu" in flags else win, options, flags | {by})
        if not completes(hand, melds, options) or (by == "discard" and too_small(fans, options)):
            return {"wins": False}
        return {"wins": True, "value": value, "fans": [{"code": code, "value": times} for code, times in fans]}
