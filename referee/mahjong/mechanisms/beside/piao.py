"""Piao (漂): what a player puts on his wins and losses; each payer of a win pays the winner's and his own (TBL-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from referee.core.verdict import Text, Win
from referee.mahjong.clauses import MJ
from referee.mahjong.rules.checks import piao_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState

PIAO: Final = MJ["TBL-10"]


class Piao(Mechanism):
    """Everybody's piao in this round, paid with every win."""

    __slots__ = ()

    def win_paid(self, round_: RoundState, win: Win, seat: int, shares: Mapping[int, Sequence[int]]) -> None:
        """Write what each payer owes beside the value, for each seat whose share he paid."""
        for payer, whose in shares.items():
            figures = [(self.of(round_, seat), self.of(round_, other)) for other in whose]
            known = [own + other for own, other in figures if own is not None and other is not None]
            if len(known) < len(figures):
                round_.determined = False
                return
            round_.ledger.pay(payer, seat, sum(known), "piao", PIAO, win.move)

    def of(self, round_: RoundState, seat: int) -> int | None:
        """A seat's piao; None where nobody knows."""
        return piao_checks.of(round_.carried, seat)

    def marks(self, round_: RoundState, seat: int) -> Iterable[Text]:
        """A mark for who has one."""
        figure = self.of(round_, seat)
        return ({"zh": f"漂 {figure}", "en": f"piao {figure}"},) if figure else ()
