"""Horses (買馬): tiles that a winner turns from the wall; every payer of the win pays the sum of their ranks too (TBL-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from referee.core.game.round_form import MoveTemplate
from referee.core.verdict import Win
from referee.mahjong.clauses import MJ
from referee.mahjong.hand.tiles import HONOURS, RANK, SUIT, UNSEEN, text
from referee.mahjong.rules import legality, shown_tiles
from referee.mahjong.rules.checks import horse_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS, Act

HORSE: Final = MJ["TBL-12"]
MA: Final = "ma"
DRAGON: Final = 10
"""What a dragon counts."""

Shares = Mapping[int, Sequence[int]]


class Horses(Mechanism):
    """The horses that are due: so ``many`` for a win ``when`` it is a ``draw``, a ``shown_draw`` or ``any``."""

    __slots__ = ("due", "many", "paid", "turned", "when")

    def __init__(self, round_: RoundState, many: int, when: str) -> None:
        self.many, self.when = many, when
        self.due: list[int] = []
        """Who is to turn, in the order of the wins."""
        self.paid: dict[int, Shares] = {}
        """Who has paid for the last win of each seat, and for whom."""
        self.turned: set[int] = set()
        round_.hooks.verbs[MA] = self.turn

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        """Note that a winner is to turn horses, and wait for them."""
        fits = win.by == "draw" and (self.when == "draw" or round_.lies_open(seat))
        if (fits or self.when == "any") and win.value != 0:
            self.due.append(seat)
            self.paid.pop(seat, None)
            self.turned.discard(seat)
            round_.hooks.await_move(self)

    def win_paid(self, round_: RoundState, win: Win, seat: int, shares: Shares) -> None:
        """Note who has paid for a win, and for whom."""
        self.paid[seat] = shares

    def number(self, round_: RoundState, seat: int) -> int:
        """How many horses a seat is to turn now: as many as the rules say, or the wall has left."""
        return min(self.many, round_.table.wall.left) if seat in self.due else 0

    def turn(self, round_: RoundState, act: Act) -> None:
        """A winner turns horses from the front of the wall. What was turned is paid, as it stands."""
        table, seat, tiles = round_.table, act.seat, act.tiles
        if not tiles:
            round_.note(legality.SAYS_NOTHING, seat)
            return
        number = self.number(round_, seat)
        if self._wall_untold(round_) and seat in self.due and len(tiles) < number:
            number = len(tiles)
        for violation in horse_checks.turning(table, tiles, number):
            round_.note(violation, seat)
        if seat not in self.due:
            return
        self.due.remove(seat)
        self.turned.add(seat)
        if len(tiles) == number and table.wall.tiles is None:
            shown_tiles.came_out(round_, tiles, seat)
        table.birds = [*table.birds, *tiles]
        table.wall.skip(number)
        if UNSEEN in tiles:
            round_.determined = False
            return
        points = sum([worth(kind) for kind in tiles])
        for payer, whose in self.paid.get(seat, {}).items():
            round_.ledger.pay(payer, seat, points * len(whose), "horse", HORSE, round_.number)

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Find horses that were due once the play goes on."""
        if legality.ends_offer(round_, act):
            self._missing(round_)

    def round_ends(self, round_: RoundState) -> None:
        """Find horses that were due where the record ends."""
        self._missing(round_)

    def _missing(self, round_: RoundState) -> None:
        round_.hooks.waiting.remove(self)
        for seat in self.due:
            number = self.number(round_, seat)
            if number and not self._wall_untold(round_):
                round_.note(horse_checks.missing(number), seat)
            round_.determined = round_.determined and not number
        self.due.clear()

    def _wall_untold(self, round_: RoundState) -> bool:
        """Whether this is a sheet that does not say how many tiles the wall had left."""
        return round_.noted is not None and "Left" not in round_.header.tags

    def follows(self, round_: RoundState, act: Act) -> bool:
        """Whether the move turns horses: each winner may once, whether any are due or not."""
        won = any(win.seat == SEATS[act.seat] for win in round_.wins)
        return act.verb == MA and won and act.seat not in self.turned

    # -- what may come next ------------------------------------------------------------------------------------------------

    def tokens(self, round_: RoundState) -> Iterable[str]:
        """The move that turns the horses lying in the wall, if the wall is known."""
        table = round_.table
        for seat in self.due[:1]:
            number = self.number(round_, seat)
            if number and table.wall.tiles is not None:
                yield f"{SEATS[seat]}.{MA}:{text(table.wall.first(number))}"

    def templates(self, round_: RoundState) -> Iterator[MoveTemplate]:
        """A template of turning any horses."""
        for seat in self.due[:1]:
            if number := self.number(round_, seat):
                known = round_.table.wall.tiles is None
                yield MoveTemplate(f"{SEATS[seat]}.{MA}:", round_.deal.unshown(), number, number, known)


def worth(kind: int) -> int:
    """What a horse counts: its rank, a dragon ten."""
    return DRAGON if SUIT[kind] == HONOURS else RANK[kind]
