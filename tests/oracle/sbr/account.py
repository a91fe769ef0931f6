"""Who pays whom in a round of the competition rules SBR: fees of kongs, wins, what is given back, penalties, the end of the wall.

Seats are numbers, the house is ``BANK``. The table says what happened; nothing here knows a move.
"""

from __future__ import annotations

from dataclasses import dataclass, field

BANK = -1
Line = tuple[int, int, int, str]
"""Payer, payee, points and what for."""


@dataclass
class Account:
    """The payments of a round."""

    lines: list[Line] = field(default_factory=list)
    fees: list[tuple[int, tuple[int, ...], int, bool]] = field(default_factory=list)
    """Whose kong, who paid for it, how much each, whether it was given back."""
    strikes: list[int] = field(default_factory=lambda: [0] * 4)
    """How many penalties of 24 each has in the match, this round's among them."""
    pigs: list[int] = field(default_factory=lambda: [0] * 4)
    """How many of this round's are for breaking the declaration."""

    def copy(self) -> Account:
        """This account, untouched by what follows."""
        return Account(list(self.lines), list(self.fees), list(self.strikes), list(self.pigs))

    def scores(self) -> list[int]:
        """What each seat has by now."""
        found = [0] * len(self.strikes)
        for payer, payee, points, _ in self.lines:
            found[payer] -= points
            if payee != BANK:
                found[payee] += points
        return found

    def pay(self, payer: int, payee: int, points: int, reason: str) -> None:
        if points:
            self.lines.append((payer, payee, points, reason))

    def kong(self, seat: int, payers: list[int], each: int, dead: bool) -> None:
        """Pay for a kong; a dead hand gives it back (SBR-6.1, SBR-3.7)."""
        for payer in payers:
            self.pay(payer, seat, each, "kong")
        self.fees.append((seat, tuple(payers), each, False))
        if dead:
            self.give_back(seat)

    def give_back(self, seat: int, last_only: bool = False) -> None:
        """Every fee of a seat, or that of its last kong, goes back to who paid it, once (SBR-6.2, SBR-6.6, SBR-3.7, SBR-4.1)."""
        own = [at for at, fee in enumerate(self.fees) if fee[0] == seat]
        for at in own[-1:] if last_only else own:
            _, payers, each, back = self.fees[at]
            if not back:
                for payer in payers:
                    self.pay(seat, payer, each, "kong-refund")
                self.fees[at] = (seat, payers, each, True)

    def penalty(self, seat: int, points: int) -> bool:
        """A loss to the house; whether it is this seat's second of 24 in the match (SBR-4.2)."""
        self.pay(seat, BANK, points, "penalty")
        self.strikes[seat] += points == 24
        return points == 24 and self.strikes[seat] == 2

    def take_off(self, seat: int) -> None:
        """The penalties of an active pig are not booked (SBR-4.1: three suits cost 24 once)."""
        for _ in range(self.pigs[seat]):
            self.lines.remove((seat, BANK, 24, "penalty"))
            self.strikes[seat] -= 1
        self.pigs[seat] = 0

    def drawn_wall(
        self, playing: list[int], best: dict[int, int], dead: list[int], check: bool = True, refund: bool = True
    ) -> None:
        """Who is not ready pays who is, winners too where they are among the ``best``, and gives the fees back, if the table has
        the check and the refund; ``best``: the dearest win each waits for (SBR-6.4 to SBR-6.6, TBL-7, TBL-8)."""
        unready = [seat for seat in playing if not best[seat]]
        for payer in unready if check else ():
            for payee in best:
                if best[payee] and payee not in dead:
                    self.pay(payer, payee, best[payee], "ready-check")
        for seat in unready if refund else ():
            self.give_back(seat)
