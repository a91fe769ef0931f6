"""What the second reading of the competition rules SBR answers of records and hands of others."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import answers, positions, table_rules, verdict_details
from tests.oracle.mahjong.answers import Dealt, Declined
from tests.oracle.mahjong.deals import seats_of
from tests.oracle.mahjong.positions import Says, lies_there
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.sbr.account import Account
from tests.oracle.sbr.forgery import GameJudge
from tests.oracle.sbr.match import DEFAULTS
from tests.oracle.sbr.scoring import worth
from tests.oracle.sbr.table import Table
from tests.oracle.text import Match


class Positions(positions.Positions):
    """What the competition rules say of a move at a table."""

    def may_draw(self, table: Any, seat: int, tile: str) -> Says:
        """The front of the wall, after a kong too (SBR-3.2)."""
        if not table.wall or tile != table.wall[0]:
            return False
        return bool(seat == {"open": table.next_to_draw(), "kong": table.seat}.get(table.phase))

    def may_discard(self, table: Any, seat: int, tile: str) -> Says:
        """Of the declared suit first (SBR-2.2)."""
        return table.phase == "act" and seat == table.seat and tile in table.may_discard(seat)

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """SBR-3; a meld of the declared suit is only found with the move after it (SBR-2.3), so it is not asked here."""
        hand = table.hands[seat]
        if verb == "hu":
            locked = table.phase == "open" and table.winning(seat) <= table.locks[seat]
            own = table.phase == "act" and seat == table.seat
            enough = table.enough(table.winning(seat), "draw" if own else table.by())
            return seat not in (*table.out, *table.dead) and table.winning(seat) > 0 and enough and not locked
        if verb in ("peng", "gang"):
            tile = table.tile
            able = lies_there(table, seat, verb) and seat not in table.out and (verb == "peng" or bool(table.wall))
        else:
            tile = tiles_of(arguments)[0]
            held = hand.count(tile) == 4 if verb == "angang" else ("peng", tile) in table.melds[seat] and tile in hand
            able = seat == table.seat and table.phase == "act" and table.how != "claimed" and bool(table.wall) and held
        if able and tile[1] == table.que[seat]:
            return None
        return able and (seat not in table.dead or table.makes_ready(seat, verb, tile))


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts by the competition rules say."""

    fees = {"direct": 2, "added": 1, "concealed": 2}
    reasons = frozenset({"win", "kong", "kong-refund", "ready-check", "penalty"})

    def times(self, match: Match, kind: str, tile: str, drawn: list[str]) -> int:
        """An added kong with another tile than the one just drawn earns nothing (SBR-6.1)."""
        return int(kind != "added" or drawn[-1:] == [tile])

    def winners(self, match: Match) -> int:
        """All but one."""
        return seats_of(match.options) - 1

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """Doubled by every fan, up to the cap (SBR-5.2)."""
        return {table_rules.listed("sbr", match.options, fans, match.options["cap"])}


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
        account = Account(strikes=list(dealt.before.account.strikes) if dealt.before else [0] * len(dealt.hands))
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
        return worth(hand, melds, options, que, flags | {by}, win)


def options_of(rules: str) -> dict[str, Any]:
    """``sbr cap=4 que=off`` as options."""
    given = dict(word.split("=", 1) for word in rules.split() if "=" in word)
    cap = given.get("cap", "3")
    figures = {name: int(given.get(name, DEFAULTS[name])) for name in ("players", "hand")}
    return DEFAULTS | given | {"cap": None if cap == "none" else int(cap)} | figures
