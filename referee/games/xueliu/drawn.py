"""Payments at the end of the wall: 查花豬, 查大叫, kong fees refunded (XLC-4.3)."""

from __future__ import annotations

from typing import Final

from referee.games.xueliu.clauses import XLC
from referee.games.xueliu.options import Options
from referee.mahjong.mechanisms.kongs.kong_fees import KongFees
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS

END_OF_WALL: Final = XLC["XLC-4.3"]


def settle(round_: RoundState) -> None:
    """Write the payments at the end of the wall. Who has won and stays in is never asked and receives from everybody who is; a
    hand with unseen tiles leaves the payments undetermined."""
    table, ledger = round_.table, round_.ledger
    playing, won = table.playing(), {SEATS.index(win.seat) for win in round_.wins}
    if not round_.hands_known(playing):
        return
    pigs = [seat for seat in playing if seat not in won and round_.pig(seat)]
    others = [seat for seat in playing if seat not in pigs]
    largest = {seat: round_.dearest(seat, round_.standing(seat)) for seat in others}
    unready = [seat for seat in others if seat not in won and not largest[seat]]
    penalty = 1 << Options.of(round_.rules).pig
    for pig in pigs:
        for payee in others:
            ledger.pay(pig, payee, penalty, "three-suits-penalty", END_OF_WALL, round_.number)
    for payer in unready:
        for payee in others:
            ledger.pay(payer, payee, largest[payee], "ready-check", END_OF_WALL, round_.number)
    round_.mechanism(KongFees).refund([*pigs, *unready], END_OF_WALL)
