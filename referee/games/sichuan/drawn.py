"""流局: 查花豬, then 查大叫, then the kong fees that go back (SCM-4.5 to SCM-4.8). Who has won is left in peace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.sichuan.clauses import SCM
from referee.games.sichuan.kongs import FEES
from referee.mahjong.readiness import waits
from referee.mahjong.table import LEFT
from referee.mahjong.tiles import KINDS
from referee.rulebook import Raise

if TYPE_CHECKING:
    from referee.games.sichuan.game import Sichuan
    from referee.mahjong.state import RoundState

THREE_SUITS = SCM["SCM-4.5"]
NOT_READY = SCM["SCM-4.6"]
REFUND = SCM["SCM-4.7"]

FLOWER_PIG = 8
"""What a 花豬 pays to each player without three suits, in units (SCM-4.5)."""


def settle(game: Sichuan, round_: RoundState) -> None:
    """Write the transfers of a drawn round. A hand with unseen tiles leaves them undetermined."""
    table = round_.table
    playing = table.playing()
    if any(table.unseen[seat] for seat in playing):
        round_.determined = False
        return
    pigs = [seat for seat in playing if len(table.holding(seat, None, "draw").suits()) > 2]
    others = [seat for seat in playing if seat not in pigs]
    largest = {seat: largest_win(game, round_, seat) for seat in others}
    ready = [seat for seat in others if largest[seat]]
    for pig in pigs:
        for payee in others:
            round_.ledger.pay(pig, payee, FLOWER_PIG, "three-suits-penalty", THREE_SUITS, round_.number)
    for payer in others:
        if payer not in ready:
            for payee in ready:
                round_.ledger.pay(payer, payee, largest[payee], "ready-check", NOT_READY, round_.number)
    _refund(round_, [seat for seat in playing if seat not in ready])


def largest_win(game: Sichuan, round_: RoundState, seat: int) -> int:
    """The largest multiplier that the hand could have won, nothing situational counted (SCM-4.6); 0: not ready."""
    table = round_.table
    mask = waits(table.keys[seat])
    bare = table.holding(seat, None, "discard")
    values = [0]
    for kind in range(KINDS):
        if mask >> kind & 1 and bare.copies(kind) < round_.ruleset.copies[kind]:
            judged = game.judge(round_.rules, table.holding(seat, kind, "discard"))
            if not isinstance(judged, Raise):
                values.append(judged.value)
    return max(values)


def _refund(round_: RoundState, seats: list[int]) -> None:
    """Kong fees go back to those who paid them, unless they moved on (SCM-4.4) or the payer has left (SCM-5.3)."""
    for laying, payers in round_.fees:
        if laying.seat not in seats or laying in round_.moved:
            continue
        for payer in payers:
            if round_.table.states[payer] != LEFT:
                round_.ledger.pay(laying.seat, payer, FEES[laying.kind], "kong-refund", REFUND, round_.number)
