"""What lies open of a round while it is played: the protocol by which a game declares what everybody at the table sees.

Watchers are shown a replay that was given nothing else. So nothing that this replay says can depend on a hidden tile or card.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from referee.core.game.protocol import Play
from referee.core.record import Move, Round
from referee.rulebook import Rules


class OpenRound(Protocol):
    """A round as everybody at the table sees it. It reads the round as it is written, and passes on what lies open."""

    @property
    def header(self) -> Round:
        """The round before its first move, with unseen hands and without its wall."""

    def begin(self, play: Play) -> None:
        """Put into the open play what the deal itself shows. Called once, before the first move."""

    def before(self, play: Play, move: Move) -> Move:
        """The next move as everybody sees it. Lays open in ``play`` what the move shows."""

    def after(self, play: Play) -> None:
        """Lay open in ``play`` what lies open after the move."""


@runtime_checkable
class Watchable(Protocol):
    """A game that declares what lies open of its rounds. Watchers of other games are shown no table before the delay is over."""

    def open_round(self, rules: Rules, round_: Round) -> OpenRound:
        """The round, of which no move was made yet, as everybody sees it."""
