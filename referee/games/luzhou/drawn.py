"""Payments of a drawn round (查叫): if two or more have not won, those who are not ready pay those who are (LZG-5.2, LZG-5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.games.luzhou.clauses import LZG
from referee.games.luzhou.options import Options
from referee.mahjong.rules import agreements
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.table import WON

READY_CHECK: Final = LZG["LZG-5.2"]
PIGS: Final = LZG["TBL-8"]


def settle(round_: RoundState) -> None:
    """Write the payments; a hand with unseen tiles leaves them undetermined."""
    table = round_.table
    playing = table.playing()
    if not round_.hands_known(playing):
        return
    options = Options.of(round_.rules)
    pigs = [seat for seat in playing if round_.pig(seat)] if options.pig else []
    values = {seat: round_.dearest(seat, round_.standing(seat)) for seat in playing if seat not in pigs}
    for pig in pigs:
        for payee in _collecting(round_, values):
            round_.ledger.pay(pig, payee, _pig_units(round_, payee, values), "three-suits-penalty", PIGS, round_.number)
    if options.ready_check != "off":
        half = 2 if options.ready_check == "half" else 1
        unready = [seat for seat in playing if seat in values and not values[seat]]
        agreements.ready_check(round_, unready, {seat: value // half for seat, value in values.items()}, READY_CHECK, half=half)


def _collecting(round_: RoundState, values: Mapping[int, int]) -> list[int]:
    """Who receives what a player with three suits pays: those still in with two at most, the ready ones of them, or with all who
    have won (TBL-8)."""
    payees, table = Options.of(round_.rules).pig_payees, round_.table
    won = [seat for seat, state in enumerate(table.states) if state == WON and payees == "all"]
    return [*[seat for seat, value in values.items() if value or payees != "ready"], *won]


def _pig_units(round_: RoundState, payee: int, values: Mapping[int, int]) -> int:
    """What who holds three suits pays somebody, in 顆 (TBL-8)."""
    options = Options.of(round_.rules)
    if isinstance(options.pig, int):
        return options.pig
    worth = 0
    if options.pig != agreements.CAP:
        worth = values[payee] if payee in values else round_.dearest_before_win(payee)
    return agreements.three_suits(options.pig, options.cap, worth)
