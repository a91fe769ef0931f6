"""The check of readiness at the end of the wall: who receives, and what three suits cost, as tables agree on it (TBL-8)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from referee.mahjong.clauses import MJ
from referee.mahjong.options import Options
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import WON
from referee.rulebook import Clause

WINNERS_TOO: Final = MJ["TBL-8"]
CAP: Final = "cap"
TIMES: Final = {"best*2": 2, "best*3": 3}
"""How many times the dearest win of each payee three suits cost, by the option."""


def winners_worth(round_: RoundState) -> dict[int, int]:
    """The dearest win that each player waited for who has won and left the play, where winners receive too; else nobody's."""
    if Options.of(round_.rules).ready_payees != "all":
        return {}
    won = {SEATS.index(win.seat) for win in round_.wins}
    return {seat: round_.dearest_before_win(seat) for seat in sorted(won) if round_.table.states[seat] == WON}


def pay(
    round_: RoundState,
    payers: Sequence[int],
    worth: Mapping[int, int],
    clause: Clause,
    but: Collection[int] = (),
    half: int = 1,
) -> None:
    """Write what those who are not ready pay to everybody of whom it is known what the hand waits for, ``but`` some; winners
    who have left receive where the table plays so, ``half`` where it is 2."""
    others = {seat: units for seat, units in worth.items() if seat not in but}
    for payer in payers:
        for payee, units in others.items():
            round_.ledger.pay(payer, payee, units, "ready-check", clause, round_.number)
    if payers:
        for payee, units in winners_worth(round_).items():
            for payer in payers:
                round_.ledger.pay(payer, payee, units // half, "ready-check", WINNERS_TOO, round_.number)


def for_three_suits(pig: int | str, cap: int | None, worth: int) -> int:
    """What a player caught with three suits pays somebody who waits for so much, where the table has it by the limit or by that;
    ``cap``: the value of the limit."""
    if pig in TIMES:
        return TIMES[str(pig)] * worth
    return cap or 0
