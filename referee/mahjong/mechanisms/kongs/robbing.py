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

    __slots__ = ("game", "kong", "round")

    def __init__(self, round_: RoundState, game: Settlement) -> None:
        self.round, self.game = round_, game
        self.kong: Laying | None = None
        round_.on_kong += (self,)
        round_.on_win += (self,)

    def holds_back(self, kong: Laying) -> bool:
        """Whether the kong can be robbed, so that its payment must wait."""
        if kong.kind not in self.round.ruleset.robbed:
            return False
        self.kong = kong
        self.round.await_move(self)
        return True

    def won(self, win: Win, seat: int) -> None:
        """A robbed kong is turned back and never paid."""
        if win.by == "rob" and self.kong:
            melding.take_back(self.round.table, self.kong)
            self.kong = None
            self.round.waiting.remove(self)

    def play_moves_on(self, act: Act) -> None:
        """Pay the kong once the play goes on without a robbery. A winner who leaves changes nothing."""
        if legality.ends_offer(self.round, act):
            self.round_ends()

    def round_ends(self) -> None:
        """Pay the kong that nobody has robbed."""
        self.round.waiting.remove(self)
        if self.kong:
            kong, self.kong = self.kong, None
            self.round.kong_stands(kong, self.game.kong(self.round, kong))
