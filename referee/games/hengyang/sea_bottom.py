"""The last tile of the wall (海底): it may be declined, and the player who draws it must discard it (HYM-2.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.games.hengyang import checks
from referee.games.hengyang.rulebook import HYM
from referee.mahjong.mechanisms.ready_lock import HandLock
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import DRAWN, OFFERED, OWES

ONLY_THE_LAST: Final = HYM["HYM-2.4"].raises("hand-locked")


class SeaBottom(Mechanism):
    """Allows the last tile of the wall to be declined, and locks the hand that draws it."""

    __slots__ = ("locks",)

    follows_play = True

    def __init__(self, round_: RoundState, locks: HandLock) -> None:
        self.locks = locks
        round_.hooks.ask_with_left(0)

    def wall_runs_low(self, round_: RoundState) -> None:
        """Lock the hand that has drawn the last tile: it may discard no other (HYM-2.4)."""
        table = round_.table
        if table.phase == OWES and table.how == DRAWN:
            self.locks.lock(round_, table.turn, ONLY_THE_LAST)

    def passed(self, round_: RoundState, seat: int) -> None:
        """Decline the last tile: the next player is asked, the discarder last; after that the round is drawn."""
        table = round_.table
        if table.wall.left != 1 or table.phase != OFFERED or round_.progress:
            return
        violation = checks.declining(table, seat)
        if violation:
            round_.note(violation, seat)
            return
        table.decline()
        if table.declined == round_.seats:
            round_.end("drawn")
            table.offer = None

    def tokens_for_draw(self, round_: RoundState, seat: int) -> Iterable[str]:
        """The pass that declines the last tile."""
        return [f"{SEATS[seat]}.guo"] if round_.table.wall.left == 1 else ()
