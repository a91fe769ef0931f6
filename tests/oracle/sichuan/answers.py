"""What the second reading of 四川麻將 answers of records and hands of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.oracle.mahjong import answers, beside, end_of_wall, next_dealer, payments, positions, table_rules, verdict_details
from tests.oracle.mahjong.answers import Dealt, Declined
from tests.oracle.mahjong.deals import seats_of
from tests.oracle.mahjong.positions import Says, lies_there
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.sichuan.forgery import GameJudge
from tests.oracle.sichuan.replay import Replay
from tests.oracle.sichuan.round import worth
from tests.oracle.sichuan.table import Table
from tests.oracle.text import Match

DEFAULTS: dict[str, Any] = {
    "blood": True,
    **beside.DEFAULTS,
    "forced_win": "advised",
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
    "players": 4,
    "multi_win": "all",
    "peng_lock": "off",
    **next_dealer.DEFAULTS,
    **end_of_wall.DEFAULTS,
    "ready_check": "on",
    "ready_payees": "ready",
    "suits": "mps",
    "ranks": "1-9",
    "hand": 13,
}
"""The options of the preset ``xuezhan`` (SCM-2.6)."""
VALUES: dict[str, Any] = {"true": True, "false": False, "none": None}


class Positions(positions.Positions):
    """What 四川麻將 says of a move at a table."""

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """SCM-2; where somebody must win, another move is a finding of its own."""
        wall, hand = bool(table.wall), table.hands[seat]
        own = seat == table.seat and table.phase == "act" and table.how != "claimed"
        if self.judge.bound(table):
            return None
        if verb == "hu":
            offered = table.phase == "open" or table.phase == "kong" and table.how == "added"
            others = offered and seat != table.seat and seat not in table.out
            taken = others and self.judge.wins(table, seat, [*hand, table.tile]) and not table.locked(seat)
            value = worth(hand, table.melds[seat], table.options, "draw") if own else 0
            return own and self.judge.wins(table, seat, hand) and payments.enough(table.options, value, "draw") or taken
        if verb in ("peng", "gang"):
            return lies_there(table, seat, verb) and seat not in table.out and wall
        tile = tiles_of(arguments)[0]
        held = hand.count(tile) == 4 if verb == "angang" else ("peng", tile) in table.melds[seat] and tile in hand
        return own and wall and held


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 四川麻將 say."""

    reasons = (
        frozenset({"win", "kong", "kong-transfer", "kong-refund", "three-suits-penalty", "ready-check", "leave"}) | beside.REASONS
    )

    def fees_of(self, match: Match) -> Mapping[str, int]:
        """SCM-4.2, SCM-4.10."""
        unit = match.options["kong_unit"]
        return {"direct": match.options["direct_kong"] * unit, "added": unit, "concealed": 2 * unit}

    def times(self, match: Match, kind: str, tile: str, drawn: list[str]) -> int:
        """Nothing for a late kong, where the table plays so (SCM-4.11)."""
        return int(kind != "added" or tile in drawn or match.options["late_kong"] == "paid")

    def winners(self, match: Match) -> int:
        """All but one in the blood battle."""
        return seats_of(match.options) - 1 if match.options["blood"] else 1

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """Doubled by every fan but the first, up to the cap (SCM-3.4); the bonus of a self-draw is none (SCM-4.9)."""
        return {table_rules.listed("sichuan", match.options, fans, match.options["max_fan"])}


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
        piao = beside.told(dealt.options, dealt.tags, len(dealt.hands), dealt.before and dealt.before.piao)
        return Table([list(hand) for hand in dealt.hands], list(dealt.wall), dealt.dealer, options=dealt.options, piao=piao)

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
        """Whether somebody must win now (SCM-2.3); where it is only advised, nobody must."""
        if table.phase == "act":
            able = table.how in ("drawn", "replaced") and worth(table.hands[table.seat], table.melds[table.seat], table.options)
            short = len(table.hands[table.seat]) <= 5
        else:
            seats = [seat for seat in table.offers if not table.locked(seat)]
            able, short = len(seats), any(len(table.hands[seat]) <= 4 for seat in seats)
        return bool(able) and {"wall4": len(table.wall) <= 4, "hand4": short}.get(str(table.options["forced_win"]), False)

    def goes_on(self, table: Table) -> bool:
        """Whether the round has not come to its end yet."""
        winners = len(table.hands) - 1 if table.options["blood"] else 1
        return len(table.out) < winners and (bool(table.wall) or table.phase not in ("open", "won"))

    def over(self, table: Table) -> bool:
        return not self.goes_on(table) or any(move.endswith(".tao") for move in table.moves)

    def paid(self, dealt: Dealt, table: Table) -> tuple[list[int], int | None]:
        """Settled by the players of the second reading, who do as the record says."""
        moves = [move for move in table.moves if not move.endswith(".guo")]
        again = Replay(dealt.hands, dealt.wall, dealt.dealer, dealt.options, moves, table.piao)
        if [move.partition(":")[0] for move in again.moves] != [move.partition(":")[0] for move in moves]:
            raise Declined("a round that it would have played otherwise")
        table.moves, self.settlement = moves, again
        return [score * dealt.base for score in again.scores], again.dealer_after()

    def misstated(self, table: Table) -> int | None:
        """The value of a win is a circumstance's too, which its players know."""
        claims = enumerate(zip(table.moves, self.settlement.moves, strict=True), 1)
        return next((at for at, (told, right) in claims if ".hu:" in told and told != right), None)

    def worth(self, hand: list[str], melds: list[Any], win: str, by: str, flags: frozenset[str], options: dict[str, Any]) -> int:
        return worth(hand, melds, options, by, flags, win)
