"""Forged matches of 四川麻將: what only this game knows, and which forgeries there are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.oracle.mahjong import beside, forgery, forgery_of_records
from tests.oracle.mahjong.forgery import Found, Judge, RecordForger, hands_to_win
from tests.oracle.mahjong.shapes import readings
from tests.oracle.mahjong.table import SEATS
from tests.oracle.sichuan.match import match
from tests.oracle.sichuan.round import worth
from tests.oracle.sichuan.table import Table
from tests.oracle.text import Match, Sheet


class GameJudge(Judge):
    """What 四川麻將 says of a table."""

    absent = ("liang", "bao", "ban:sixi", "dice:34", "niao:3p7s", "geming", "shao:KKX")

    def dealt(self, sheet: Sheet) -> Table:
        return Table([list(hand) for hand in sheet.hands], list(sheet.wall or []), sheet.dealer, options=self.options)

    def offered(self, table: Table, seat: int) -> int:
        return 0 if table.locked(seat) else table.offers.get(seat, 0)

    def wins(self, table: Any, seat: int, hand: list[str]) -> bool:
        return worth(hand, table.melds[seat], self.options) > 0

    def bound(self, table: Any) -> bool:
        """Whether somebody must win right now (SCM-2.3)."""
        if not self.may_win(table) or self.options["forced_win"] == "off":
            return False
        return len(table.wall) <= 4 or any(len(hand) <= 5 for hand in table.hands)


def fits(hand: list[str], melds: list[tuple[str, str]]) -> bool:
    """Whether the tiles have the shape of a win, whatever their suits."""
    found = readings(tuple(sorted(hand))) if (len(hand) + 3 * len(melds)) % 3 == 2 else []
    return any(pair is not None or not melds for pair, _ in found)


def three_suits(table: Any, judge: Judge) -> Iterator[list[str]]:
    for seat, hand in hands_to_win(table).items():
        if fits(hand, table.melds[seat]) and not judge.wins(table, seat, hand):
            yield [f"{SEATS[seat]}.hu"]


def missed_win_lock(table: Table, judge: Judge) -> Iterator[list[str]]:
    if table.phase in ("open", "kong"):
        yield from ([f"{SEATS[seat]}.hu"] for seat in table.offers if table.locked(seat))


def forced_win_declined(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """A seat that had to win, or should, and did does not: by another move, or by none at all."""
    places = []
    for number, sheet in enumerate(match.sheets, 1):
        for at, table in enumerate(judge.seen(sheet)):
            wins = sheet.moves[at][1:4] == ".hu" and table.phase in ("act", "open")
            others = [move for move in sheet.moves[at + 1 : at + 2] if ".hu" in move and table.phase == "open"]
            short = len(table.hands[SEATS.index(sheet.moves[at][0])]) - (table.phase == "act") <= 4
            low = len(table.wall) <= 4
            must = {"advised": low, "wall4": low, "hand4": short, "off": False}[match.options["forced_win"]]
            if wins and must and not others and table.how != "dealt":
                places.append((number, at, table))
    if not places:
        return None
    number, at, table = dice.choice(places)
    sheet = match.sheets[number - 1]
    if table.phase == "act":
        instead = [f"{SEATS[table.seat]}-{dice.choice(table.hands[table.seat])}"]
    elif table.wall:
        instead = [f"{SEATS[table.after(table.seat)]}+{table.wall[0]}"]
    else:
        instead = []
    sheet.moves = [*sheet.moves[:at], *instead]
    return number, at + len(instead), "forced-win-declined"


OF_MOVES: dict[str, Any] = {
    **forgery.OF_MOVES,
    "three-suits": three_suits,
    "not-winning": forgery.but(forgery.not_winning, three_suits),
    "missed-win-lock": missed_win_lock,
}
OF_RECORDS: dict[str, RecordForger] = {
    **forgery_of_records.OF_RECORDS,
    **beside.OF_RECORDS,
    "forced-win-declined": forced_win_declined,
}
WITHOUT = {"peng-locked", "win-too-small", "wrong-horses", "horses-missing"}
"""Codes of what the mahjong games share whose rule this game does not have."""
FORGERIES = (*OF_MOVES, *OF_RECORDS, "wrong-dealer")
RARE = {
    "last-tile-gang": (17, 25, 29, 72),
    "claim-priority": (0, 3, 7, 16),
    "three-suits": (1, 2, 17, 18),
    "forced-win-declined": (5, 7, 12, 14),
    "missed-win-lock": (16, 18, 25, 27),
}
"""Seeds with an occasion for what few matches offer."""


def only_noted(kind: str, text: str) -> bool:
    """Whether a forgery is no player's fault by the rules of its match (SCM-2.3: unless the table has named the duty)."""
    return kind == "forced-win-declined" and "forced_win=" not in text


def forge(seed: int, kind: str) -> tuple[str, Found] | None:
    """A forged match and its first finding; None where the match of this seed offers no occasion."""
    dice = random.Random(f"{seed} {kind}")
    if kind == "wrong-dealer":
        forged = match(seed, wrong_dealer=2, blood=False)
        return None if forged.sheets[0].played.dealer_after() is None else (forged.text(), (2, 0, kind))
    forged = match(seed, pass_lock="turn") if kind == "missed-win-lock" else match(seed, **beside.ASKED.get(kind, {}))
    judge = GameJudge(forged.options)
    return forgery.forge(dice, forged, judge, OF_RECORDS.get(kind) or (kind, OF_MOVES[kind]))
