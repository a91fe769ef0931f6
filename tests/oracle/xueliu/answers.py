"""What the second reading of 血流成河 answers of records and hands of others."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.mahjong import answers, beside, positions, table_rules, verdict_details
from tests.oracle.mahjong.answers import Dealt, Declined
from tests.oracle.mahjong.deals import seats_of
from tests.oracle.mahjong.positions import Says, lies_there
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.text import Match, Sheet
from tests.oracle.xueliu.forgery import GameJudge
from tests.oracle.xueliu.scoring import DEFAULTS, options_of, worth
from tests.oracle.xueliu.table import EXCHANGED, STEPS, Table


class Positions(positions.Positions):
    """What 血流成河 says of a move at a table."""

    def is_locked(self, table: Any, seat: int) -> bool:
        locked: bool = table.hand_locked(seat)
        return locked

    def may_discard(self, table: Any, seat: int, tile: str) -> Says:
        """XLC-1.2 besides."""
        return super().may_discard(table, seat, tile) and not table.breaks_que(seat, tile)

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """XLC-1.2 and XLC-2; a win that hangs on a passed own draw is not asked here."""
        if verb == "hu":
            if table.phase == "act":
                return bool(table.win_of(seat))
            doubtful = table.passed_own[seat] and seat in table.offers and not table.locked(seat)
            return None if doubtful and table.options["pass_lock"] == "turn" else table.free_win(seat) > 0
        if verb in ("peng", "gang"):
            return lies_there(table, seat, verb) and verb in table.claims(seat)
        return seat == table.seat and (verb, tiles_of(arguments)[0]) in table.own_kongs()


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 血流成河 say."""

    fees = {"direct": 2, "added": 1, "concealed": 2}
    reasons = frozenset({"win", "kong", "kong-transfer", "kong-refund", "three-suits-penalty", "ready-check"}) | beside.REASONS

    def winners(self, match: Match) -> int:
        """All but one where winners leave; no number of wins ends a round where they stay (XLC-2.2)."""
        return seats_of(match.options) - 1 if match.options["after_win"] == "leave" else 1000

    def times(self, match: Match, kind: str, tile: str, drawn: list[str]) -> int:
        """Nothing for a late kong, where the table plays so (XLC-4.4)."""
        return int(kind != "added" or tile in drawn or match.options["late_kong"] == "paid")

    def stay(self, match: Match) -> bool:
        """XLC-2.2."""
        return bool(match.options["after_win"] == "stay")

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """Doubled by every fan up to the cap; the bonus of a self-draw is none (XLC-3.1)."""
        return {table_rules.listed("xueliu", match.options, fans, match.options["cap"])}

    def ledger(self, sheet: Sheet) -> Counter[tuple[str, str, str]]:
        """What each paid each, and what for."""
        paid = Counter[tuple[str, str, str]]()
        for payer, payee, points, reason, _ in sheet.played.ledger:
            paid[SEATS[payer], SEATS[payee], reason] += points
        return paid


class Answers(answers.Answers):
    """The answers of 血流成河."""

    judge, positions = GameJudge, Positions
    words = ("huansan", "que", "guo", "ma")
    flags = {"haidipao": "haidi"}

    def options(self, rules: str) -> dict[str, Any]:
        found = options_of(rules)
        if more := set(found) - set(DEFAULTS):
            raise Declined(f"options that it does not know: {', '.join(sorted(more))}")
        return found

    def heading(self, dealt: Dealt) -> bool:
        """XLC-1.1; with an empty side the tiles go to the next (TBL-3)."""
        told = dealt.tags.get("Exchange")
        return dealt.options["exchange"] == "off" or told in (STEPS if len(dealt.hands) == 4 else ("next",))

    def table(self, dealt: Dealt) -> Table:
        direction = dealt.tags.get("Exchange", "across") if len(dealt.hands) == 4 else "next"
        piao = beside.told(dealt.options, dealt.tags, len(dealt.hands), dealt.before and dealt.before.piao)
        return Table(dealt.hands, dealt.wall, dealt.dealer, options=dealt.options, direction=direction, piao=piao)

    def says(self, positions: answers.AnyPositions, table: Table, token: str) -> Says:
        """Before play, and after a win: who may win on the same tile, or draws next (XLC-1, XLC-2.2)."""
        seat, what = SEATS.index(token[0]), token[1:]
        verb, _, arguments = what[1:].partition(":")
        if what == ".guo":
            return None
        if verb == "ma" or table.turning:
            due = sorted(table.wall[: table.horses_due()]) if seat in table.turning else []
            return verb == "ma" and due == sorted(tiles_of(arguments)) or (None if verb == "hu" else False)
        if verb == "huansan":
            tiles = tiles_of(arguments)
            number, alike = EXCHANGED[table.options["exchange"]], table.options["exchange_suit"] == "one"
            suits = len({tile[1] for tile in tiles})
            fits = len(tiles) == number and (suits == 1 or not alike) and seat not in table.given
            return (
                table.phase == "exchange" and fits and all(table.hands[seat].count(tile) >= tiles.count(tile) for tile in tiles)
            )
        if verb == "que":
            return table.phase == "que" and seat not in table.missing
        if verb != "hu" and table.phase in ("act", "open", "kong") and any(table.forced(one) for one in table.playing()):
            return None
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
        return worth(hand, melds, options, missing, by, flags, win)
