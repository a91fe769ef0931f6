"""定缺 by SBR: the declared suit, and the active pigs (主動花豬) who break it (SBR-2.1 to SBR-2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.core.verdict import Text
from referee.games.sbr import checks
from referee.games.sbr.clauses import SBR
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import SUIT, UNSEEN
from referee.mahjong.mechanisms.faults.dead_hands import DeadHands
from referee.mahjong.mechanisms.faults.penalties import Penalties
from referee.mahjong.mechanisms.opening.declared_suit import DeclaredSuit
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.moves import ANGANG, BUGANG, CLAIMS, DRAW, Act

MISSING: Final = SBR["SBR-2.1"].raises("que-missing")
TWICE: Final = SBR["SBR-2.1"].raises("que-twice")
MELDS: Final = (*CLAIMS, ANGANG, BUGANG)


class Pigs(DeclaredSuit):
    """The declared suits. Breaking them costs a penalty and makes the hand dead; a meld of the suit does so with the next
    discard or draw."""

    __slots__ = ("dead", "melded", "penalties")

    def __init__(self, round_: RoundState, dead: DeadHands, penalties: Penalties, marks: Mapping[str, Text]) -> None:
        super().__init__(round_, MISSING, TWICE, checks.ACTIVE_PIG, marks)
        self.dead, self.penalties = dead, penalties
        self.melded: set[int] = set()
        """Who has melded the declared suit since the last own discard or draw."""
        round_.on_fault += (self,)
        round_.on_act += (self,)

    def faulted(self, violation: Violation, seat: int) -> None:
        """Charge an active pig, and make its hand dead (SBR-2.3)."""
        if violation.raises is checks.ACTIVE_PIG:
            self.melded.discard(seat)
            self.penalties.charge(seat)
            self.dead.kill(seat)

    def objects_to_discard(self, seat: int, kind: int) -> Violation | None:
        """The violation by a discard that makes an active pig (SBR-2.3)."""
        return checks.pig_discard(self.round.table, seat, kind, self.suits[seat], seat in self.melded)

    def objects_to_claim(self, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """None: a meld of the declared suit can be taken back until the next discard or draw (SBR-2.3)."""
        return None

    def objects_to_own_kong(self, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """None, as for claims."""
        return None

    def before_act(self, act: Act) -> None:
        """Note a meld with tiles of the declared suit."""
        offer, seat, kind = self.round.table.offer, act.seat, act.kind
        if kind not in MELDS or seat not in self.suits:
            return
        tiles = [*(act.tiles or ()), *([offer] if kind in CLAIMS and offer is not None else ()), act.stands]
        if any(tile not in (None, UNSEEN) and SUIT[tile] == self.suits[seat] for tile in tiles):
            self.melded.add(seat)
            self.round.await_move(self)

    def play_moves_on(self, act: Act) -> None:
        """Note who has not declared as play begins, and a meld of the declared suit that its seat plays on with (SBR-2.3)."""
        if self.open:
            super().play_moves_on(act)
            return
        if act.kind == DRAW and act.seat in self.melded:
            self.round.note(checks.pig_meld(self.round.table.melds[act.seat]), act.seat)
        if not self.melded:
            self.round.waiting.remove(self)
