"""The end of the wall with two or more who have not won: 查叫, refunds, and saying not to be ready (誤聽, SBR-6.4 to SBR-6.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.games.sbr.rulebook import SBR, Options
from referee.mahjong.mechanisms.dead_hands import DeadHands
from referee.mahjong.mechanisms.kong_fees import KongFees
from referee.mahjong.rules import agreements
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


NOT_READY: Final = SBR["SBR-6.5"]
REFUND: Final = SBR["SBR-6.6"]


def settle(round_: RoundState) -> None:
    """Write what those who are not ready pay to the ready ones, and the refunds of their kong fees. Dead hands receive nothing
    (SBR-3.7). A hand with unseen tiles leaves it undetermined."""
    playing = round_.table.playing()
    if not round_.hands_known(playing):
        return
    left, dead = round_.hooks.mechanism(LeftUnready).seats, round_.hooks.mechanism(DeadHands).dead
    worth = {seat: 0 if seat in left else round_.dearest(seat, round_.standing(seat)) for seat in playing}
    unready, options = [seat for seat in playing if not worth[seat]], Options.of(round_.rules)
    if options.ready_check == "on":
        agreements.ready_check(round_, unready, worth, NOT_READY, dead)
    if options.kong_refund != "off":
        round_.hooks.mechanism(KongFees).refund(round_, unready, REFUND)
