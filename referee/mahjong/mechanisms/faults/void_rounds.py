"""Void rounds: an arbiter rules that a round does not count (``E.fa:void``); nothing of it is paid or carried over."""

from __future__ import annotations

from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState

RULING = "void"


class VoidRounds(Mechanism):
    """Ends the round where an arbiter rules so."""

    __slots__ = ("before",)

    def __init__(self, round_: RoundState) -> None:
        self.before = dict(round_.carried)
        """What earlier rounds carried over."""
        round_.hooks.rulings[RULING] = self.end

    def end(self, round_: RoundState, seat: int) -> None:
        """End the round, and strike everything that it brought: its wins and kongs, and what they paid."""
        round_.end("void")
        round_.table.offer = None
        round_.hooks.waiting.clear()
        round_.ledger.lines.clear()
        round_.wins.clear()
        round_.won_on.clear()
        round_.kongs.clear()
        round_.determined = True
        round_.carried.clear()
        round_.carried.update(self.before)
