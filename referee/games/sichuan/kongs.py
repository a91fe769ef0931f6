"""Kong fees (刮風下雨): their price (SCM-4.2), their refund (SCM-4.7), and their transfer to a winner (SCM-4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.games.sichuan.clauses import SCM
from referee.games.sichuan.options import Options
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import BUGANG, LEAVE, Act
from referee.mahjong.table.table import IN, LEFT
from referee.verdict import Win

KONG_FEE: Final = SCM["SCM-4.2"]
MOVES_ON: Final = SCM["SCM-4.4"]
REFUND: Final = SCM["SCM-4.7"]

FEES: Final = {"direct": 1, "added": 1, "concealed": 2}
"""What each payer pays for a kong, in units, by its kind."""


class KongFees(Mechanism):
    """The kongs whose fee was paid, with the payers, and those whose fee was transferred to a winner."""

    __slots__ = ("fees", "moved", "round")

    def __init__(self, round_: RoundState) -> None:
        self.round = round_
        self.fees: list[tuple[Laying, Sequence[int]]] = []
        self.moved: set[Laying] = set()
        round_.on_kong += (self,)
        round_.on_win += (self,)

    def kong_stands(self, kong: Laying, payers: Sequence[int]) -> None:
        """Note that the fee of a kong was paid."""
        self.fees.append((kong, payers))

    def won(self, win: Win, seat: int) -> None:
        """Wait for further wins on the same tile before a fee is transferred."""
        if win.by != "draw":
            self.round.await_move(self)

    def play_moves_on(self, act: Act) -> None:
        """Transfer the fee once nobody else wins on the tile. A winner who leaves changes nothing."""
        if act.kind <= BUGANG or act.kind == LEAVE and self.round.table.states[act.seat] == IN:
            self.round_ends()

    def round_ends(self) -> None:
        """Transfer what the discarder received for the kong just made to the winners (杠上炮, SCM-4.4)."""
        round_, table, kong = self.round, self.round.table, self.round.table.kong
        round_.waiting.remove(self)
        mode = Options.of(round_.rules).kong_transfer
        if mode == "off" or kong is None or kong.seat != table.offerer or table.offered != "discard":
            return
        payers = next(payers for laying, payers in self.fees if laying is kong)
        fee = FEES[kong.kind] * len(payers)
        share = fee if mode == "each" else fee // len(table.takers)
        for taker in table.takers:
            round_.ledger.pay(kong.seat, taker, share, "kong-transfer", MOVES_ON, round_.wins[-1].move)
        if share:
            self.moved.add(kong)

    def refund(self, seats: Sequence[int]) -> None:
        """Refund the fees of these seats to the payers, except fees that were transferred (SCM-4.4) and payers who have left
        (SCM-5.3)."""
        for laying, payers in self.fees:
            if laying.seat not in seats or laying in self.moved:
                continue
            for payer in payers:
                if self.round.table.states[payer] != LEFT:
                    self.round.ledger.pay(laying.seat, payer, FEES[laying.kind], "kong-refund", REFUND, self.round.number)
