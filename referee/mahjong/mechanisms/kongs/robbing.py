"""Robbing a kong: a kong that can be robbed is paid only if nobody wins on its tile (MJ-3.4)."""

from __future__ import annotations

from referee.core.verdict import Win
from referee.mahjong.rules import legality
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.table import melding
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act


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
