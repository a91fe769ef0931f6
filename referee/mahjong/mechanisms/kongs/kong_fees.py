"""Kong fees (刮風下雨): what was paid for each kong, the refund of it, and what becomes of it when its maker discards into a win
(槓上炮)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from referee.core.verdict import Win
from referee.mahjong.rules import legality
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act
from referee.mahjong.table.table import LEFT, Table
from referee.rulebook import Clause

AFTER_KONG: Final = "gangshangpao"
"""The circumstance of a win on the discard after a kong."""


@mypyc_attr(allow_interpreted_subclasses=True)
class KongFees(Mechanism):
    """The kongs that were paid for, each with its payers, and those whose fee has moved on.

    ``after_kong``: who receives the fee of a kong when its maker's next discard is won on: ``each`` winner all of it, the
    winners who ``split`` it, the payers by a ``refund``; else its maker keeps it.
    """

    __slots__ = ("after_kong", "moved", "moves_on", "paid", "won_at")

    def __init__(self, after_kong: str, moves_on: Clause) -> None:
        self.after_kong, self.moves_on = after_kong, moves_on
        self.paid: list[tuple[Laying, Sequence[int]]] = []
        self.moved: set[Laying] = set()
        self.won_at = 0
        """The move of the last win."""

    def kong_stands(self, round_: RoundState, kong: Laying, payers: Sequence[int]) -> None:
        """Note that the fee of a kong was paid."""
        self.paid.append((kong, payers))

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Wait for further wins on the same tile before a fee moves on."""
        self.won_at = win.move
        if win.by != "draw":
            round_.hooks.await_move(self)

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Move the fee on once nobody else wins on the tile. A winner who leaves changes nothing."""
        if legality.ends_offer(round_, act):
            self.round_ends(round_)

    def round_ends(self, round_: RoundState) -> None:
        """Move on what the discarder received for the kong just made (槓上炮)."""
        table, kong = round_.table, self.won_after(round_.table)
        round_.hooks.waiting.remove(self)
        if kong is None or kong.seat != table.offerer or kong in self.moved:
            return
        payers = next((payers for laying, payers in self.paid if laying is kong), ())
        if self.after_kong == "refund":
            self._move(round_, kong, payers, kong.units, "kong-refund")
            self._move(round_, kong, kong.grazed, 1, "kong-refund")
        elif self.after_kong in ("each", "split"):
            fee = kong.units * len(payers) + len(kong.grazed)
            share = fee if self.after_kong == "each" else fee // len(table.takers)
            self._move(round_, kong, table.takers, share, "kong-transfer")

    def won_after(self, table: Table) -> Laying | None:
        """The kong after which the tile on offer came; None if it came after none."""
        return table.kong if table.offered == "discard" else None

    def earners(self) -> set[int]:
        """The seats with a fee that they have received and not passed on."""
        return {kong.seat for kong, _ in self.paid if kong.units and kong not in self.moved}

    def refund(self, round_: RoundState, seats: Sequence[int], clause: Clause) -> None:
        """Refund the fees of these seats to the payers, each once, except fees that have moved on and payers who have left."""
        for kong, payers in self.paid:
            if kong.seat in seats and kong not in self.moved:
                self.moved.add(kong)
                for payer, units in [*[(payer, kong.units) for payer in payers], *[(payer, 1) for payer in kong.grazed]]:
                    if round_.table.states[payer] != LEFT:
                        round_.ledger.pay(kong.seat, payer, units, "kong-refund", clause, round_.number)

    def _move(self, round_: RoundState, kong: Laying, payees: Sequence[int], units: int, reason: str) -> None:
        for payee in payees:
            round_.ledger.pay(kong.seat, payee, units, reason, self.moves_on, self.won_at)
        if units:
            self.moved.add(kong)


class FurtherKongFees(KongFees):
    """The same where a win on the tile of a further kong is one after a kong too, and said to be so by a circumstance."""

    __slots__ = ("robbable",)

    def __init__(self, after_kong: str, moves_on: Clause) -> None:
        super().__init__(after_kong, moves_on)
        self.robbable: Laying | None = None
        """The latest kong that could be robbed."""

    def holds_back(self, round_: RoundState, kong: Laying) -> bool:
        """Remember a kong that can be robbed; its payment is held back elsewhere."""
        if kong.kind in round_.ruleset.robbed:
            self.robbable = kong
        return False

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """槓上炮, on the tile of a kong that directly follows another."""
        robbed = self.robbable
        return (AFTER_KONG,) if by == "rob" and robbed is not None and robbed.follows is not None else ()

    def won_after(self, table: Table) -> Laying | None:
        """The kong that the robbed one directly follows, or the one before the discard."""
        if table.offered == "rob" and self.robbable is not None:
            return self.robbable.follows
        return super().won_after(table)
