"""定缺 by SBR: the declared suit, and the active pigs (主動花豬) who break it (SBR-2.1 to SBR-2.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.core.verdict import Text
from referee.games.sbr import checks
from referee.games.sbr.rulebook import SBR
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import SUIT, UNSEEN
from referee.mahjong.mechanisms.dead_hands import DeadHands
from referee.mahjong.mechanisms.declared_suit import DeclaredSuit
from referee.mahjong.mechanisms.penalties import Penalties
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

    def faulted(self, round_: RoundState, violation: Violation, seat: int) -> None:
        """Charge an active pig, and make its hand dead (SBR-2.3)."""
        if violation.raises is checks.ACTIVE_PIG:
            self.melded.discard(seat)
            self.penalties.charge(round_, seat)
            self.dead.kill(round_, seat)

    def objects_to_discard(self, round_: RoundState, seat: int, kind: int) -> Violation | None:
        """The violation by a discard that makes an active pig (SBR-2.3)."""
        return checks.pig_discard(round_.table, seat, kind, self.suits[seat], seat in self.melded)

    def objects_to_claim(self, round_: RoundState, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """None: a meld of the declared suit can be taken back until the next discard or draw (SBR-2.3)."""
        return None

    def objects_to_own_kong(self, round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """None, as for claims."""
        return None

    def before_act(self, round_: RoundState, act: Act) -> None:
        """Note a meld with tiles of the declared suit."""
        offer, seat, kind = round_.table.offer, act.seat, act.kind
        if kind not in MELDS or seat not in self.suits:
            return
        tiles = [*(act.tiles or ()), *([offer] if kind in CLAIMS and offer is not None else ()), act.stands]
        if any(tile not in (None, UNSEEN) and SUIT[tile] == self.suits[seat] for tile in tiles):
            self.melded.add(seat)
            round_.hooks.await_move(self)

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Note who has not declared as play begins, and a meld of the declared suit that its seat plays on with (SBR-2.3)."""
        if self.open:
            super().play_moves_on(round_, act)
            return
        if act.kind == DRAW and act.seat in self.melded:
            round_.note(checks.pig_meld(round_.table.melds[act.seat]), act.seat)
        if not self.melded:
            round_.hooks.waiting.remove(self)
