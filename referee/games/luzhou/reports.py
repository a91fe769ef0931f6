"""Reports (報牌), by which a ready hand is locked (LZG-4.6, LZG-4.7), and 地胡 (LZG-4.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.games.luzhou.rulebook import LZG
from referee.mahjong.mechanisms.ready_lock import ReadyLock, as_dealt, just_discarded
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.table import DRAWN, Table
from referee.rulebook import FindingTemplate

LATE: Final = LZG["LZG-4.6"].raises("late-report")
NOT_READY: Final = LZG["LZG-4.6"].raises("show-not-ready")
LOCKED: Final = LZG["LZG-4.7"].raises("hand-locked")
REPORTED: Final = LZG.words.of("marks")["bao"]


class Reports(ReadyLock):
    """The seats that have reported, in order."""

    __slots__ = ()

    def __init__(self, round_: RoundState) -> None:
        super().__init__(round_, "bao", LOCKED, NOT_READY, REPORTED)

    def in_time(self, round_: RoundState, seat: int) -> bool:
        """Whether this seat may report now: before its first draw with the hand as dealt, the dealer with the first discard
        (LZG-4.6)."""
        table = round_.table
        if seat == table.dealer:
            return just_discarded(table, seat) and table.discards[seat] == 1
        return as_dealt(table, seat)

    def late(self, round_: RoundState, seat: int) -> FindingTemplate:
        """The finding on a report at the wrong time: late or, before the dealer's first discard, of a hand that is not ready
        (LZG-4.6)."""
        table = round_.table
        return NOT_READY if seat == table.dealer and not table.discards[seat] else LATE


class EarthWin(Mechanism):
    """Tells whether a win would be 地胡."""

    __slots__ = ()

    follows_play = True

    def circumstances(self, round_: RoundState, seat: int, by: str) -> Iterable[str]:
        """地胡, for a seat that is not the dealer (LZG-4.8)."""
        table = round_.table
        if seat == table.dealer:
            return ()
        if by == "discard":
            first = table.offerer == table.dealer and table.discards[table.dealer] == 1
        else:
            first = by == "draw" and table.how == DRAWN and table.draws[seat] == 1 and not _claimed(table)
        return ("dihu",) if first else ()

    def rules_out(self, round_: RoundState, flag: str, by: str) -> bool:
        """地胡 by a draw after a claim (LZG-4.8)."""
        return flag == "dihu" and by == "draw" and _claimed(round_.table)


def _claimed(table: Table) -> bool:
    """Whether anyone has made a peng or a direct kong."""
    return any(meld.kind != "concealed" for melds in table.melds for meld in melds)
