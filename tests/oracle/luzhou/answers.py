"""What the second reading of 瀘州鬼麻將 answers of records and hands of others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod
from typing import Any

from tests.oracle.luzhou.forgery import GameJudge
from tests.oracle.luzhou.match import BREAKS
from tests.oracle.luzhou.scoring import DOUBLES, climbed, options_of, worth
from tests.oracle.luzhou.table import Table
from tests.oracle.mahjong import answers, positions, table_rules, verdict_details
from tests.oracle.mahjong.answers import Dealt
from tests.oracle.mahjong.deals import seats_of
from tests.oracle.mahjong.ghost_shapes import GHOST, Meld
from tests.oracle.mahjong.positions import Says, holds
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.text import Match

VALUES: dict[str, Any] = {"true": True, "false": False, "none": None} | {
    str(number): number for number in (2, 3, 4, 8, 12, 20, 40, 80, 100)
}
"""Of numbers those that some option may be: nothing is told of rules with another."""


class Positions(positions.Positions):
    """What 瀘州鬼麻將 says of a move at a table."""

    more_kinds = (GHOST,)
    declarations = ("bao",)

    def of_kind(self, table: Any, tile: str) -> Iterator[str]:
        """Melds of a kind with ghosts in them."""
        if tile != GHOST:
            yield from (f"angang:{tile[0] * (4 - ghosts)}{tile[1]}{GHOST * ghosts}" for ghosts in (1, 2, 3))
            yield f"bugang:{GHOST}={tile}"
        if tile == table.tile:
            yield from (f"peng:{tile}{GHOST}", f"gang:{tile}{tile}{GHOST}", f"gang:{tile}{GHOST}{GHOST}", f"peng:{GHOST}{GHOST}")

    def is_locked(self, table: Any, seat: int) -> bool:
        return seat in table.reported

    def may_speak(self, table: Any, seat: int, verb: str, arguments: str) -> Says:
        """LZG-2 and LZG-4.6; what a reported hand may lay as a kong is not asked here."""
        if verb == "bao":
            return None if seat in table.reported or table.phase == "kong" else table.may_report(seat)
        if verb == "hu":
            return table.free(seat) > 0
        named, _, stands = arguments.partition("=")
        own = tiles_of(named) or [table.tile] * (2 if verb == "peng" else 3)
        if not holds(table, seat, own):
            return False
        if verb in ("peng", "gang"):
            others = table.phase == "open" and seat != table.seat and seat not in table.won and table.left > 0
            fits = others and table.tile in own and table.tile != GHOST
            return None if fits and seat in table.reported and verb == "gang" else fits and seat not in table.reported
        if seat != table.seat or not table.may_kong():
            return False
        peng = any((meld.kind, meld.tile) == ("peng", stands or own[0]) for meld in table.melds[seat])
        return None if seat in table.reported else set(own) != {GHOST} if verb == "angang" else peng


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 瀘州鬼麻將 say."""

    fees = {"direct": 0, "added": 0, "concealed": 0}  # LZG-2.1
    reasons = frozenset({"win", "ready-check", "gift", "three-suits-penalty", "kong"})
    no_tile = GHOST

    def winners(self, match: Match) -> int:
        """All but one."""
        return seats_of(match.options) - 1

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """The product or the floor, up to the cap; half of it from a discard (LZG-4.9)."""
        floors = [fan["value"] for fan in fans if fan["code"] == "floor"]
        doubled = prod(fan["value"] for fan in fans if fan["code"] in DOUBLES)
        fan, factor = table_rules.told(match.options, [fan for fan in fans if fan["code"] not in DOUBLES])
        ladder, least = match.options.get("ladder", "game"), int(match.options.get("fan.pinghu", 2))
        value = floors[0] if floors else climbed(fan, ladder, least) * factor * doubled
        return {min(value, match.options["cap"] or value) // (1 if by == "draw" else 2)}


class Answers(answers.Answers):
    """The answers of 瀘州鬼麻將."""

    judge, positions = GameJudge, Positions
    words = ("bao", "guo")

    def options(self, rules: str) -> dict[str, Any]:
        words = rules.split()
        given = [word.split("=", 1) for word in words if "=" in word]
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
        return table.scores, table.dealer_after()

    def meld(self, kind: str, tiles: list[str]) -> Meld:
        return Meld(kind, next(tile for tile in tiles if tile != GHOST), tiles.count(GHOST))

    def worth(self, hand: list[str], melds: list[Any], win: str, by: str, flags: frozenset[str], options: dict[str, Any]) -> int:
        """Half from a discard, which may be too little; nobody wins on a discarded ghost (LZG-2.4, LZG-3.3, LZG-5.1)."""
        found = worth(hand, melds, options, flags | {by})
        if found is None or (by == "discard" and win == GHOST):
            return 0
        value = found.value // (1 if by == "draw" else 2)
        return value if value > 1 or options["one_ke_win"] else 0
