"""Payments of a drawn round (流局): 查花豬, then 查大叫, then kong fees refunded (SCM-4.5 to SCM-4.8). Winners neither pay nor
receive."""

from __future__ import annotations

from typing import Final

from referee.games.sichuan.clauses import SCM
from referee.games.sichuan.kongs import KongFees
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import winning

THREE_SUITS: Final = SCM["SCM-4.5"]
NOT_READY: Final = SCM["SCM-4.6"]

FLOWER_PIG: Final = 8
"""What a 花豬 pays to each player without three suits, in units (SCM-4.5)."""


def settle(round_: RoundState) -> None:
    """Write the payments of a drawn round. A hand with unseen tiles leaves them undetermined."""
    table = round_.table
    playing = table.playing()
    if not round_.hands_known(playing):
        return
    pigs = [seat for seat in playing if winning.candidate(table, seat, None, "draw").suits() > 2]
    others = [seat for seat in playing if seat not in pigs]
    largest = {seat: round_.dearest(seat) for seat in others}
    ready = [seat for seat in others if largest[seat]]
    for pig in pigs:
        for payee in others:
            round_.ledger.pay(pig, payee, FLOWER_PIG, "three-suits-penalty", THREE_SUITS, round_.number)
    for payer in others:
        if payer not in ready:
            for payee in ready:
                round_.ledger.pay(payer, payee, largest[payee], "ready-check", NOT_READY, round_.number)
    round_.mechanism(KongFees).refund([seat for seat in playing if seat not in ready])
