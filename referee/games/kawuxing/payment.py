"""Payments for wins: what each payer owes, doubled where payers have shown and the table plays so (KWX-5.1, TBL-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.core.verdict import Win
from referee.games.kawuxing import fans
from referee.games.kawuxing.clauses import KWX
from referee.games.kawuxing.options import Options
from referee.games.kawuxing.showing import ShownHands
from referee.mahjong.rules import agreements
from referee.mahjong.rules.round_state import RoundState

WIN: Final = KWX["KWX-5.1"]
SHOWN_WIN: Final = KWX["KWX-3.4"]
SHOWN_ALONE: Final = KWX["TBL-18"]
NOT_READY: Final = KWX["TBL-8"]
SHOWN_PAYER: Final = KWX["TBL-6"]


def for_all(round_: RoundState, seat: int) -> bool:
    """Whether who feeds this winner pays for all: the hand was shown (KWX-3.4), unless the table has it otherwise (TBL-18)."""
    return _shown(round_, seat) and Options.of(round_.rules).shown_discard == "all"


def pay(round_: RoundState, win: Win, value: int, seat: int, shares: Mapping[int, Sequence[int]]) -> None:
    """Write the payment of a win, and what is owed on top for those who have shown their hands, up to the limit (TBL-6)."""
    clause = WIN
    if win.by != "draw" and _shown(round_, seat):
        clause = SHOWN_WIN if for_all(round_, seat) else SHOWN_ALONE
    for payer, owing in shares.items():
        round_.ledger.pay(payer, seat, value * len(owing), "win", clause, win.move)
    doubles = Options.of(round_.rules).shown_pays
    if doubles == "each" or doubles == "once" and not _shown(round_, seat):
        limit = fans.limit(round_.rules, win)
        more = value if limit is None else min(2 * value, limit) - value
        for payer, owing in shares.items():
            number = sum([_shown(round_, one) for one in owing])
            round_.ledger.pay(payer, seat, more * number, "win", SHOWN_PAYER, win.move)


def unready(round_: RoundState) -> None:
    """Write what those who are not ready pay to the ready ones, without the doubling of shown hands (TBL-8)."""
    playing = round_.table.playing()
    if round_.hands_known(playing):
        worth = {seat: round_.dearest(seat) for seat in playing}
        agreements.ready_check(round_, [seat for seat in playing if not worth[seat]], worth, NOT_READY)


def _shown(round_: RoundState, seat: int) -> bool:
    return seat in round_.hooks.mechanism(ShownHands).declared
