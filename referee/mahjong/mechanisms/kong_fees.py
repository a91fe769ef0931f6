"""Kongs: what was paid for each (刮風下雨), the refund of it, what becomes of it when its maker discards into a win (槓上炮), and
kongs that others may rob."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mypy_extensions import mypyc_attr

from referee.core.verdict import Win
from referee.mahjong.hand.tiles import UNSEEN
from referee.mahjong.rulebook import MJ
from referee.mahjong.rules import legality
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.table import melding
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act
from referee.mahjong.table.table import LEFT, Table
from referee.rulebook import Clause

GRAZE: Final = MJ["TBL-13"]
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


# -- robbing --------------------------------------------------------------------------------------------------------------------


class Robbing(Mechanism):
    """Holds the kong that can still be robbed."""

    __slots__ = ("game", "kong")

    def __init__(self, game: Settlement) -> None:
        self.game = game
        self.kong: Laying | None = None

    def holds_back(self, round_: RoundState, kong: Laying) -> bool:
        """Whether the kong can be robbed, so that its payment must wait."""
        if kong.kind not in round_.ruleset.robbed:
            return False
        self.kong = kong
        round_.hooks.await_move(self)
        return True

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """A robbed kong is turned back and never paid."""
        if win.by == "rob" and self.kong:
            melding.take_back(round_.table, self.kong)
            self.kong = None
            round_.hooks.waiting.remove(self)

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Pay the kong once the play goes on without a robbery. A winner who leaves changes nothing."""
        if legality.ends_offer(round_, act):
            self.round_ends(round_)

    def round_ends(self, round_: RoundState) -> None:
        """Pay the kong that nobody has robbed."""
        round_.hooks.waiting.remove(self)
        if self.kong:
            kong, self.kong = self.kong, None
            round_.kong_stands(kong, self.game.kong(round_, kong))


# -- what becomes of fees -------------------------------------------------------------------------------------------------------


class KongChains(Mechanism):
    """The fee of a kong by its place in a chain: 1, 2, 4 … times the simple fee."""

    __slots__ = ()

    def multiplies(self, round_: RoundState, kong: Laying) -> int:
        """Twice the factor of the kong that it follows."""
        return 1 if kong.follows is None else 2 * self.multiplies(round_, kong.follows)

    def factors(self, round_: RoundState, kind: str, before: int) -> Sequence[int]:
        """It follows the kong before it, or does not."""
        return (1, 2 * before) if before else (1,)


class LateKongs(Mechanism):
    """The tiles that the seat in turn has drawn since the last discard: the first, and replacements.

    ``same_turn``: whether each of them is in time; else only the one just drawn.
    """

    __slots__ = ("drawn", "same_turn")

    follows_play = True

    def __init__(self, round_: RoundState, same_turn: bool) -> None:
        self.same_turn = same_turn
        self.drawn: list[int] = []
        round_.hooks.told_of_discards.append(self)

    def before_act(self, round_: RoundState, act: Act) -> None:
        """Note the tile just drawn before a kong puts another in its place."""
        drawn = round_.table.drawn
        if drawn is not None:
            if not self.same_turn:
                self.drawn.clear()
            self.drawn.append(drawn)

    def discarded(self, round_: RoundState, seat: int) -> None:
        """Forget the drawn tiles: a kong of one that stays in the hand is late from now on."""
        self.drawn.clear()

    def multiplies(self, round_: RoundState, kong: Laying) -> int:
        """0 for an added kong of another tile than those in time; unseen ones may be it."""
        fresh = (*self.drawn, round_.table.drawn)
        return int(kong.kind != "added" or kong.tile in fresh or UNSEEN in fresh)

    def factors(self, round_: RoundState, kind: str, before: int) -> Sequence[int]:
        """An added kong may have come late."""
        return (1, 0) if kind == "added" else (1,)

    def kong_stands(self, round_: RoundState, kong: Laying, payers: Sequence[int]) -> None:
        """Note that the fee is unknown for an added kong of a tile that may have been drawn unseen."""
        if kong.kind == "added" and kong.tile not in self.drawn and UNSEEN in self.drawn:
            round_.determined = False


class Graze(Mechanism):
    """Pays for direct kongs; what becomes of it later is that of their fees."""

    __slots__ = ()

    def kong_stands(self, round_: RoundState, kong: Laying, payers: Sequence[int]) -> None:
        """Write what the others pay for a direct kong."""
        if kong.kind == "direct":
            kong.grazed = [other for other in round_.others(kong.seat) if other != kong.source]
            round_.collect(kong.seat, kong.grazed, 1, "graze", GRAZE, kong.move)
