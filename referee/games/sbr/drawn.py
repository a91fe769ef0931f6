"""Payments at the end of the wall with two or more who have not won: 查叫, then kong fees refunded (SBR-6.4 to SBR-6.7)."""

from __future__ import annotations

from typing import Final

from referee.games.sbr.clauses import SBR
from referee.games.sbr.options import Options
from referee.games.sbr.unready import LeftUnready
from referee.mahjong.mechanisms.faults.dead_hands import DeadHands
from referee.mahjong.mechanisms.kongs.kong_fees import KongFees
from referee.mahjong.rules import ready_check
from referee.mahjong.rules.round_state import RoundState

NOT_READY: Final = SBR["SBR-6.5"]
REFUND: Final = SBR["SBR-6.6"]


def settle(round_: RoundState) -> None:
    """Write what those who are not ready pay to the ready ones, and the refunds of their kong fees. Dead hands receive nothing
    (SBR-3.7). A hand with unseen tiles leaves it undetermined."""
    playing = round_.table.playing()
    if not round_.hands_known(playing):
        return
    left, dead = round_.hooks.mechanism(LeftUnready).seats, round_.mechanism(DeadHands).dead
    worth = {seat: 0 if seat in left else round_.dearest(seat, round_.standing(seat)) for seat in playing}
    unready, options = [seat for seat in playing if not worth[seat]], Options.of(round_.rules)
    if options.ready_check == "on":
        ready_check.pay(round_, unready, worth, NOT_READY, dead)
    if options.kong_refund != "off":
        round_.hooks.mechanism(KongFees).refund(round_, unready, REFUND)
