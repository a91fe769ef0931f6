"""Birds (鳥): tiles that the dealer turns after a win; the seat that each names pays or receives more (HYM-5.5, HYM-5.6)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game.round_form import MoveTemplate
from referee.games.hengyang import checks
from referee.mahjong.hand.tiles import text
from referee.mahjong.rules import shown_tiles
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import ENDED, RoundState
from referee.mahjong.table.moves import SEATS, Act


class Birds(Mechanism):
    """The number of birds to be turned after a win, and those that were turned."""

    __slots__ = ("number", "turned")

    def __init__(self, round_: RoundState, number: int) -> None:
        self.number = number
        self.turned: list[int] | None = None
        round_.hooks.verbs["niao"] = self.turn

    def due(self, round_: RoundState) -> int:
        """The number of birds still to be turned: as many as the rules say or the wall has left; 0 before the win."""
        won = round_.progress == ENDED and round_.outcome == "win"
        return min(self.number, round_.table.wall.left) if won and self.turned is None else 0

    def turn(self, round_: RoundState, act: Act) -> None:
        """The dealer turns the birds from the front of the wall. What was turned counts as played (MJ-6.1), but no more tiles
        than there were."""
        table, tiles, number = round_.table, act.tiles or (), self.due(round_)
        for violation in checks.turning(round_, act, tiles, number):
            round_.note(violation, act.seat)
        if round_.progress != ENDED:
            return
        if len(tiles) == number and table.wall.tiles is None:
            shown_tiles.came_out(round_, tiles, act.seat)
        self.turned = list(tiles[: table.wall.left])
        table.offer = None
        table.birds = list(tiles)
        table.wall.skip(number)

    def over(self, round_: RoundState) -> None:
        """Leave the payment undetermined if birds were due and not turned (HYM-5.5)."""
        missing = checks.missing_birds(self.due(round_))
        if missing:
            round_.note(missing, None)
            round_.determined = False

    def follows(self, round_: RoundState, act: Act) -> bool:
        """Whether the move turns birds, which is allowed once after the win (HYM-5.5)."""
        return act.verb == "niao" and round_.outcome == "win" and self.turned is None

    def tokens(self, round_: RoundState) -> Iterable[str]:
        """The move that turns the birds lying in the wall, if the wall is known."""
        number, table = self.due(round_), round_.table
        return [f"{SEATS[table.dealer]}.niao:{text(table.wall.first(number))}"] if number and table.wall.tiles is not None else ()

    def templates(self, round_: RoundState) -> Iterable[MoveTemplate]:
        """A template of turning any birds."""
        number, table = self.due(round_), round_.table
        if number:
            yield MoveTemplate(f"{SEATS[table.dealer]}.niao:", round_.deal.unshown(), number, number, table.wall.tiles is None)
