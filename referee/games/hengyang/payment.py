"""Payments for kongs and wins, and the effect of birds on them (HYM-5.1 to HYM-5.6)."""

from __future__ import annotations

from typing import Final

from referee.core.verdict import Win
from referee.games.hengyang.birds import Birds
from referee.games.hengyang.fans import SMALL
from referee.games.hengyang.rulebook import HYM, Options
from referee.mahjong.hand.fans import HOUSE_FAN
from referee.mahjong.hand.tiles import RANK, UNSEEN
from referee.mahjong.rules import agreements
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS
from referee.rulebook import Clause, Rules

SMALL_WIN: Final = HYM["HYM-5.1"]
BIG_DRAWN: Final = HYM["HYM-5.2"]
BIG_DISCARD: Final = HYM["HYM-5.3"]
KONG_FEE: Final = HYM["HYM-5.4"]
NOT_READY: Final = HYM["TBL-8"]

FEES: Final = {"concealed": 2, "added": 1, "direct": 3}
"""What each payer pays for a kong, in 番, by its kind (HYM-5.4)."""


def settle(round_: RoundState) -> None:
    """Write the payments of every win. They stay undetermined if birds are missing or unseen (HYM-5.5)."""
    birds = round_.hooks.mechanism(Birds).turned or []
    if UNSEEN in birds:
        round_.determined = False
    if not round_.determined:
        return
    table = round_.table
    hit = [bird_seat(round_, kind) for kind in birds]
    added = Options.of(round_.rules).birds_pay == "add"
    for win in round_.wins:
        seat = SEATS.index(win.seat)
        payers = [other for other in range(round_.seats) if other != seat] if win.source is None else [table.offerer]
        for payer in payers:
            units, clause = owed(round_.rules, win, table.dealer in (seat, payer))
            number = hit.count(seat) + hit.count(payer)
            due = units + number if added else units * 2**number  # HYM-5.6
            round_.ledger.pay(payer, seat, due, "win", clause, win.move)


def owed(rules: Rules, win: Win, with_dealer: bool) -> tuple[int, Clause]:
    """The 番 that one payer owes for a win, before the birds, and the clause."""
    assert win.value is not None
    types = _types(win)
    if not types:
        return win.value + with_dealer, SMALL_WIN
    if win.by == "draw":
        return win.value + with_dealer, BIG_DRAWN
    return win.value + (types if Options.of(rules).dealer_per_type else 1) * with_dealer, BIG_DISCARD


def _types(win: Win) -> int:
    """How many types a big win has; 0 for a small one. Where only the value is known it tells: a type has 6 or 7 番 on a
    discard, 地胡 3, and 3 or 4 by an own draw."""
    if win.fans:
        if win.fans[0].clause == SMALL.id:
            return 0
        return max(sum([fan.clause != HOUSE_FAN for fan in win.fans]), 1)
    assert win.value is not None
    if win.by == "draw":
        return win.value // 3
    return 0 if win.value < 6 else win.value // 6 + (win.value % 6 >= 3)


def unready(round_: RoundState) -> None:
    """Write what those who are not ready pay to the ready ones, in 番, without dealer and birds (TBL-8)."""
    playing = round_.table.playing()
    if round_.hands_known(playing):
        worth = {seat: round_.dearest(seat, round_.standing(seat)) for seat in playing}
        agreements.ready_check(round_, [seat for seat in playing if not worth[seat]], worth, NOT_READY)


def bird_seat(round_: RoundState, kind: int) -> int | None:
    """The seat that a bird names: rank 1, 5, 9 the dealer, 2, 6 the next, 3, 7 across, 4, 8 the previous (HYM-5.5); None for a
    side of the table at which nobody sits, unless birds count the players (TBL-3)."""
    steps = RANK[kind] - 1
    if Options.of(round_.rules).birds_seats == "players":
        return (round_.table.dealer + steps) % round_.seats
    side = (round_.table.dealer + steps) % len(SEATS)
    return side if side < round_.seats else None
