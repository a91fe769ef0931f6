"""Kong fees (刮風下雨): what was paid for each kong, the refund of it, and what becomes of it when its maker discards into a win
(槓上炮)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from referee.core.verdict import Win
from referee.mahjong.rules import legality
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act
from referee.mahjong.table.table import LEFT
from referee.rulebook import Clause

AFTER_KONG: Final = "gangshangpao"
"""The circumstance of a win on the discard after a kong."""


class KongFees(Mechanism):
    """The kongs that were paid for, each with its payers, and those whose fee has moved on.

    ``after_kong``: who receives the fee of a kong when its maker's next discard is won on: ``each`` winner all of it, the
    winners who ``split`` it, the payers by a ``refund``; else its maker keeps it. ``further``: a win on the tile of a further
    kong is one after a kong too, and said to be so by a circumstance.
    """

    __slots__ = ("after_kong", "further", "robbable", "moved", "moves_on", "paid", "round", "won_at")

    def __init__(self, round_: RoundState, after_kong: str, moves_on: Clause, further: bool = False) -> None:
        self.round, self.after_kong, self.moves_on = round_, after_kong, moves_on
        self.paid: list[tuple[Laying, Sequence[int]]] = []
        self.moved: set[Laying] = set()
        self.won_at = 0
        """The move of the last win."""
        self.robbable: Laying | None = None
        """The latest kong that could be robbed, where a win on its tile may be one after a kong."""
        self.further = further
        round_.on_kong += (self,)
        round_.on_win += (self,)
        if further:
            round_.on_flags += (self,)

    def holds_back(self, kong: Laying) -> bool:
        """Remember a kong that can be robbed; its payment is held back elsewhere."""
        if self.further and kong.kind in self.round.ruleset.robbed:
            self.robbable = kong
        return False

    def circumstances(self, seat: int, by: str) -> Iterable[str]:
        """槓上炮, on the tile of a kong that directly follows another."""
        robbed = self.robbable
        return (AFTER_KONG,) if by == "rob" and robbed is not None and robbed.follows is not None else ()

    def kong_stands(self, kong: Laying, payers: Sequence[int]) -> None:
        """Note that the fee of a kong was paid."""
        self.paid.append((kong, payers))

    def won(self, win: Win, seat: int) -> None:
        """Wait for further wins on the same tile before a fee moves on."""
        self.won_at = win.move
        if win.by != "draw":
            self.round.await_move(self)

    def play_moves_on(self, act: Act) -> None:
        """Move the fee on once nobody else wins on the tile. A winner who leaves changes nothing."""
        if legality.ends_offer(self.round, act):
            self.round_ends()

    def round_ends(self) -> None:
        """Move on what the discarder received for the kong just made (槓上炮)."""
        round_, table, kong = self.round, self.round.table, self.round.table.kong
        round_.waiting.remove(self)
        if table.offered == "rob" and self.robbable is not None:
            kong = self.robbable.follows
        elif table.offered != "discard":
            return
        if kong is None or kong.seat != table.offerer or kong in self.moved:
            return
        payers = next((payers for laying, payers in self.paid if laying is kong), ())
        if self.after_kong == "refund":
            self._move(kong, payers, kong.units, "kong-refund")
            self._move(kong, kong.grazed, 1, "kong-refund")
        elif self.after_kong in ("each", "split"):
            fee = kong.units * len(payers) + len(kong.grazed)
            share = fee if self.after_kong == "each" else fee // len(table.takers)
            self._move(kong, table.takers, share, "kong-transfer")

    def earners(self) -> set[int]:
        """The seats with a fee that they have received and not passed on."""
        return {kong.seat for kong, _ in self.paid if kong.units and kong not in self.moved}

    def refund(self, seats: Sequence[int], clause: Clause) -> None:
        """Refund the fees of these seats to the payers, each once, except fees that have moved on and payers who have left."""
        for kong, payers in self.paid:
            if kong.seat in seats and kong not in self.moved:
                self.moved.add(kong)
                for payer, units in [*[(payer, kong.units) for payer in payers], *[(payer, 1) for payer in kong.grazed]]:
                    if self.round.table.states[payer] != LEFT:
                        self.round.ledger.pay(kong.seat, payer, units, "kong-refund", clause, self.round.number)

    def _move(self, kong: Laying, payees: Sequence[int], units: int, reason: str) -> None:
        for payee in payees:
            self.round.ledger.pay(kong.seat, payee, units, reason, self.moves_on, self.won_at)
        if units:
            self.moved.add(kong)
