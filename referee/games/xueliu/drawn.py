"""Payments at the end of the wall: 查花豬, 查大叫, kong fees refunded (XLC-4.3)."""

from __future__ import annotations

from typing import Final

from referee.games.xueliu import fans
from referee.games.xueliu.clauses import XLC
from referee.games.xueliu.options import Options
from referee.mahjong.mechanisms.kongs.kong_fees import KongFees
from referee.mahjong.rules import agreements
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS

END_OF_WALL: Final = XLC["XLC-4.3"]


def settle(round_: RoundState) -> None:
    """Write the payments at the end of the wall. Who has won and stays in is never asked and receives from everybody who is; a
    hand with unseen tiles leaves the payments undetermined."""
    table, ledger, options = round_.table, round_.ledger, Options.of(round_.rules)
    playing, won = table.playing(), {SEATS.index(win.seat) for win in round_.wins}
    if not round_.hands_known(playing):
        return
    pigs = [seat for seat in playing if seat not in won and round_.pig(seat)]
    others = [seat for seat in playing if seat not in pigs]
    largest = {seat: round_.dearest(seat, round_.standing(seat)) for seat in others}
    unready = [seat for seat in others if seat not in won and not largest[seat]]
    for pig in pigs:
        for payee in others:
            units = _pig_units(round_, options, largest[payee])
            ledger.pay(pig, payee, units, "three-suits-penalty", END_OF_WALL, round_.number)
    if options.ready_check == "on":
        agreements.ready_check(round_, unready, largest, END_OF_WALL, () if options.ready_payees == "all" else won)
    if options.kong_refund != "off":
        round_.hooks.mechanism(KongFees).refund(round_, [*pigs, *unready], END_OF_WALL)


def _pig_units(round_: RoundState, options: Options, worth: int) -> int:
    """What who holds the declared suit pays somebody who waits for so much (XLC-4.3, TBL-8)."""
    if isinstance(options.pig, int):
        return 1 << options.pig
    return agreements.three_suits(options.pig, fans.ladder(round_.rules).most(), worth)
