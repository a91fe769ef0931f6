"""Shown hands (亮倒): a ready hand is laid open, and is locked from then on (KWX-3.1 to KWX-3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.games.kawuxing import checks
from referee.games.kawuxing.rulebook import KWX, Options
from referee.mahjong.hand.tiles import UNSEEN, listed
from referee.mahjong.mechanisms.ready_lock import ReadyLock, as_dealt, just_discarded
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.moves import Act
from referee.rulebook import FindingTemplate

NOT_READY: Final = KWX["KWX-3.1"].raises("show-not-ready")
TOO_FEW_TILES: Final = KWX["KWX-3.6"].raises("show-not-ready")
LOCKED: Final = KWX["KWX-3.2"].raises("hand-locked")
SHOWN: Final = KWX.words.of("marks")["liang"]


class ShownHands(ReadyLock):
    """The seats that have shown their hands, in order."""

    __slots__ = ("in_part",)

    shows = ("liang",)

    def __init__(self, round_: RoundState) -> None:
        super().__init__(round_, "liang", LOCKED, NOT_READY, SHOWN)
        self.in_part: set[int] = set()
        """The seats that have laid a part of their hands open (TBL-18)."""
        if Options.of(round_.rules).shown_safe == "on":
            for seat in range(round_.seats):
                round_.hooks.ask_of_discards(self, seat)

    def declare(self, round_: RoundState, act: Act) -> None:
        """Carry out a show, of a part of the hand where the move names tiles, which must be in it (MJ-2.2); else it has no
        effect."""
        missing = table_checks.held(round_.table, act.seat, act.tiles) if act.tiles else None
        if missing is not None:
            round_.note(missing._replace(halts=False), act.seat)
            return
        if act.tiles:
            self.in_part.add(act.seat)
        super().declare(round_, act)

    def covers_part(self, round_: RoundState, seat: int) -> bool:
        """Whether a part of the hand alone was shown."""
        return seat in self.in_part

    def in_time(self, round_: RoundState, seat: int) -> bool:
        """Whether this seat may show now: right after its discard or, if it is not the dealer, before its first draw
        (KWX-3.1)."""
        table = round_.table
        if table.wall.left < Options.of(round_.rules).show_from:
            return False
        return seat != table.dealer and as_dealt(table, seat) or just_discarded(table, seat)

    def late(self, round_: RoundState, seat: int) -> FindingTemplate:
        """The finding on a show that is late, or is made with too few tiles in the wall (KWX-3.6)."""
        low = round_.table.wall.left < Options.of(round_.rules).show_from
        return TOO_FEW_TILES if low else NOT_READY

    def objects_to_discard(self, round_: RoundState, seat: int, kind: int) -> Violation | None:
        """The violation by another tile than the drawn one of a shown hand (KWX-3.2), or by one that a shown hand waits for while
        there is another to discard (KWX-3.7)."""
        if self.locks[seat] is not None or Options.of(round_.rules).shown_safe == "off":
            return super().objects_to_discard(round_, seat, kind)
        table = round_.table
        shown = [other for other in self.declared if other != seat]
        if not shown or kind == UNSEEN or any(table.hidden(one) for one in (seat, *shown)):
            return None
        awaited = self.awaited(round_, shown)
        safe = not awaited >> kind & 1 or all(awaited >> held & 1 for held in listed(table.keys[seat]))
        return None if safe else checks.unsafe(kind)

    def awaited(self, round_: RoundState, seats: Sequence[int]) -> int:
        """The kinds that these shown hands wait for, one bit each."""
        table, found = round_.table, 0
        for seat in seats:
            found |= round_.game.ready(round_.rules, table.keys[seat], table.melds[seat], round_.standing(seat))
        return found

    def lies_open(self, round_: RoundState, seat: int) -> bool:
        """Whether the hand of this seat was shown (KWX-3.1)."""
        return seat in self.declared
