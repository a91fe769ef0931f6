"""Payments at the end of a round: 查花豬, then 查大叫, then kong fees refunded (SCM-4.5 to SCM-4.8). Who has won pays nothing,
and receives only where the table says so (SCM-4.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.games.sichuan import fans
from referee.games.sichuan.clauses import SCM
from referee.games.sichuan.options import Options
from referee.mahjong.mechanisms.kongs.kong_fees import KongFees
from referee.mahjong.rules import agreements
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.table import WON

THREE_SUITS: Final = SCM["SCM-4.5"]
NOT_READY: Final = SCM["SCM-4.6"]
REFUND: Final = SCM["SCM-4.7"]
REFUND_AFTER_WINS: Final = SCM["SCM-4.12"]


def settle(round_: RoundState) -> None:
    """Write the payments of a drawn round. A hand with unseen tiles leaves them undetermined."""
    table, options = round_.table, Options.of(round_.rules)
    playing = table.playing()
    if not round_.hands_known(playing):
        return
    pigs = [seat for seat in playing if round_.pig(seat)]
    others = [seat for seat in playing if seat not in pigs]
    largest = {seat: round_.dearest(seat) for seat in others}
    ready = [seat for seat in others if largest[seat]]
    for pig in pigs:
        for payee in _payees(round_, options.pig_payees, others, ready):
            units = _pig_units(round_, options, payee, largest)
            round_.ledger.pay(pig, payee, units, "three-suits-penalty", THREE_SUITS, round_.number)
    if options.ready_check == "on":
        agreements.ready_check(round_, [seat for seat in others if seat not in ready], largest, NOT_READY)
    if options.kong_refund != "off":
        round_.hooks.mechanism(KongFees).refund(round_, [seat for seat in playing if seat not in ready], REFUND)


def refund_after_wins(round_: RoundState) -> None:
    """Write the refunds of a won round by who is still in and not ready (SCM-4.12); three suits are never ready."""
    fees = round_.hooks.mechanism(KongFees)
    earners = [seat for seat in round_.table.playing() if seat in fees.earners()]
    if round_.hands_known(earners):
        fees.refund(round_, [seat for seat in earners if not round_.dearest(seat)], REFUND_AFTER_WINS)


def _payees(round_: RoundState, which: str, others: list[int], ready: list[int]) -> Sequence[int]:
    """Who receives what a 花豬 pays: all still in that are none, the ready ones of them, or those who have won too
    (SCM-4.12)."""
    if which == "all":
        return [seat for seat, state in enumerate(round_.table.states) if seat in others or state == WON]
    return ready if which == "ready" else others


def _pig_units(round_: RoundState, options: Options, payee: int, largest: Mapping[int, int]) -> int:
    """What a 花豬 pays somebody: a number, or by the limit or by what that hand waits for (SCM-4.12, TBL-8)."""
    if isinstance(options.pig, int):
        return options.pig
    worth = 0
    if options.pig != agreements.CAP:
        worth = largest[payee] if payee in largest else round_.dearest_before_win(payee)
    return agreements.three_suits(options.pig, fans.ladder(round_.rules).most(), worth)
