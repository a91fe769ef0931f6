"""Payments of a drawn round (查叫): if two or more have not won, those who are not ready pay those who are (LZG-5.2, LZG-5.3)."""

from __future__ import annotations

from typing import Final

from referee.games.luzhou.clauses import LZG
from referee.games.luzhou.options import Options
from referee.mahjong.rules.round_state import RoundState

READY_CHECK: Final = LZG["LZG-5.2"]


def settle(round_: RoundState) -> None:
    """Write the payments; a hand with unseen tiles leaves them undetermined."""
    table = round_.table
    playing = table.playing()
    if not round_.hands_known(playing):
        return
    values = {seat: round_.dearest(seat, round_.standing(seat)) for seat in playing}
    half = Options.of(round_.rules).ready_check == "half"
    for payer in playing:
        if not values[payer]:
            for payee in playing:
                units = values[payee] // 2 if half else values[payee]
                round_.ledger.pay(payer, payee, units, "ready-check", READY_CHECK, round_.number)
