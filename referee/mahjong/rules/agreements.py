"""Payments by agreement of the table: for kongs (TBL-7), at the end of the wall (TBL-8), multiplied (TBL-18)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from referee.core.game import agreed
from referee.core.record import Move, Round
from referee.core.verdict import RoundVerdict
from referee.mahjong.payment_options import kong_prices
from referee.mahjong.rulebook import MJ, Options
from referee.mahjong.rules import legality
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table import wall
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import IN, WON
from referee.rulebook import Clause, Rules

KONG_FEES: Final = MJ["TBL-7"]


def kong_fee(round_: RoundState, laying: Laying, units: int, clause: Clause) -> list[int]:
    """Write the fee of a kong: the game's, of which the discarder pays a direct one and everybody else in play the others, or as
    the table has it. Returns the seats that paid."""
    price = kong_prices(round_.rules).get(laying.kind) if round_.rules.own else None
    if price is not None:
        units, clause = price.units, KONG_FEES
    if price is None:
        payers = round_.others(laying.seat) if laying.source is None else [laying.source]
    elif not price.fed:
        payers = round_.others(laying.seat)
    else:
        feeder = laying.source if laying.kind == "direct" else _fed_the_peng(round_, laying)
        if feeder is None:
            round_.determined = False
        payers = [feeder] if feeder is not None and round_.table.states[feeder] == IN else []
    laying.units = units * round_.multiplier(laying)
    round_.collect(laying.seat, payers, laying.units, "kong", clause, laying.move)
    return payers


def _fed_the_peng(round_: RoundState, laying: Laying) -> int | None:
    """The seat whose discard made the peng that the kong was added to; None if unknown."""
    of_kind = [meld for meld in round_.table.melds[laying.seat] if meld.kind in ("peng", "added") and meld.tile == laying.tile]
    return of_kind[0].source if of_kind else None


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


def ready_check(
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


def three_suits(pig: int | str, cap: int | None, worth: int) -> int:
    """The payment of a player with three suits to one who waits for ``worth``: so many times that, or the limit (``cap``)."""
    if pig in TIMES:
        return TIMES[str(pig)] * worth
    return cap or 0


def stakes(rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None) -> int | None:
    """How many times everything is paid in this round; None where the record does not tell."""
    options, found = Options.of(rules), 1
    if options.dice_double == "on":
        dice = wall.dice_of(round_)
        if dice is None:
            return None
        found *= 2 if dice[0] == dice[1] else 1
    if options.double_next == "on":
        doubled = _doubles_next(round_, before)
        if doubled is None:
            return None
        found *= 2 if doubled else 1
    return found


def _doubles_next(round_: Round, before: tuple[Round, RoundVerdict] | None) -> bool | None:
    """Whether the round before was drawn, or several won on one tile; None where nobody knows."""
    if before is None:
        return False if round_.number == 1 else None
    last, verdict = before
    if last.number + 1 != round_.number or verdict.outcome in ("unfinished", "unknown"):
        return None
    return verdict.outcome == "drawn" or len(verdict.wins) > 1


def pay(state: RoundState, move: Move, number: int) -> None:
    """Write down the payment of a move; one that does not say how much, or to whom at this table, is none."""
    present = [letter for seat, letter in enumerate(SEATS[: state.seats]) if seat not in state.ruleset.absent]
    paid = agreed.payments(move, present)
    if paid is None:
        state.note(legality.SAYS_NOTHING, SEATS.find(move.seat))
        return
    state.agreed.append(number)
    for payment in paid:
        payer, payee = SEATS.index(payment.payer), SEATS.index(payment.payee)
        state.ledger.move(payer, payee, payment.points, agreed.REASON, agreed.AGREED, number)


def after_halt(state: RoundState, moves: Sequence[Move]) -> None:
    """Write down the payments among the moves that follow a halt, which nothing else is made of."""
    for number, move in enumerate(moves[state.number :], state.number + 1):
        if move.verb == agreed.PAY and number not in state.agreed and SEATS.find(move.seat) in range(state.seats):
            state.number, state.made = number, move
            pay(state, move, number)
