"""Who leaves himself not ready at the end of the wall (誤聽): ``E.wuting`` holds unless somebody corrects it, ``S.jiuzheng>E``
(SBR-6.7)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.table import OFFERED


class LeftUnready(Mechanism):
    """The seats that have said so and were not corrected."""

    __slots__ = ("seats",)

    def __init__(self, round_: RoundState) -> None:
        self.seats: set[int] = set()
        round_.hooks.verbs["wuting"] = self.say
        round_.hooks.verbs["jiuzheng"] = self.correct

    def say(self, round_: RoundState, act: Act) -> None:
        """Note who leaves himself not ready; before the last discard it says nothing (SBR-6.7)."""
        if self._last_discard_made(round_):
            self.seats.add(act.seat)

    def noted(self, round_: RoundState, act: Act) -> bool:
        """On a score sheet, which leaves the discards out, what was said was said in time."""
        if act.verb == "wuting":
            self.seats.add(act.seat)
        return act.verb == "wuting"

    def follows(self, round_: RoundState, act: Act) -> bool:
        """Both may be said after the last discard, though it was won on and ended the round."""
        return act.verb in ("wuting", "jiuzheng") and not round_.table.wall.left

    def correct(self, round_: RoundState, act: Act) -> None:
        """Take back what the named seat has said."""
        self.seats.discard(SEATS.find(round_.made.other or "?"))

    def tokens(self, round_: RoundState) -> Iterable[str]:
        """Saying so, and correcting it, once the wall is empty."""
        if round_.progress or not self._last_discard_made(round_):
            return []
        playing = round_.table.playing()
        corrected = [
            f"{SEATS[seat]}.jiuzheng>{SEATS[other]}" for other in sorted(self.seats) for seat in playing if seat != other
        ]
        return [*(f"{SEATS[seat]}.wuting" for seat in playing if seat not in self.seats), *corrected]

    def _last_discard_made(self, round_: RoundState) -> bool:
        table = round_.table
        return not table.wall.left and table.phase == OFFERED
