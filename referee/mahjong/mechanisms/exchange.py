"""An exchange of tiles before play (換三張): every player lays out three of one suit, or as many of whatever suits as the table
has agreed on (TBL-16), and they go on to another player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from referee.core.game.round_form import MoveTemplate
from referee.core.verdict import Text
from referee.mahjong.hand.tiles import NAMES
from referee.mahjong.rules import legality, shown_tiles
from referee.mahjong.rules.checks import opening_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import OTHER, RULING, SEATS, Act
from referee.rulebook import FindingTemplate

HUANSAN: Final = "huansan"
"""The verb of laying tiles out: ``E.huansan:147m``."""
TAG: Final = "Exchange"
DIRECTIONS: Final = {"next": 1, "across": 2, "previous": 3}
"""How many sides of the table on the tiles go, by what the tag of a round says."""


def directions(seats: int) -> Sequence[str]:
    """Where exchanged tiles may go: never to a side at which nobody sits (TBL-3)."""
    return tuple(DIRECTIONS) if seats == len(SEATS) else ("next",)


def steps(said: str | None, seats: int) -> int:
    """How many seats on the tiles go: as the tag says or, where it says nothing that can be, across; to the next player where
    nobody sits across."""
    able = directions(seats)
    usual = "across" if "across" in able else able[0]
    return DIRECTIONS[usual if said is None or said not in able else said]


class Exchange(Mechanism):
    """The tiles that each seat has laid out. They leave its hand when they change hands, once everybody has laid out; if
    somebody has not when the play begins, they stay.

    ``number`` of them are laid out, of one suit where they must be ``alike``. ``bad`` is raised by laying out others, ``missing``
    by laying out none; ``mark`` is what the board shows of who has laid out.
    """

    __slots__ = ("alike", "bad", "laid", "mark", "missing", "number")

    def __init__(
        self, round_: RoundState, bad: FindingTemplate, missing: FindingTemplate, mark: Text, number: int, alike: bool
    ) -> None:
        self.bad, self.missing, self.mark = bad, missing, mark
        self.number, self.alike = number, alike
        self.laid: dict[int, tuple[int, ...]] = {}
        round_.hooks.verbs[HUANSAN] = self.lay_out
        round_.hooks.await_move(self)

    def lay_out(self, round_: RoundState, act: Act) -> None:
        """Lay tiles out; with those of the last seat all change hands."""
        seat, tiles = act.seat, act.tiles
        if not tiles:
            round_.note(legality.SAYS_NOTHING, seat)
            return
        late = self not in round_.hooks.waiting or seat in self.laid
        violation = opening_checks.laying_out(round_.table, seat, tiles, late, self.number, self.alike, self.bad)
        if violation is not None and round_.note(violation, seat) or late:
            return
        self.laid[seat] = tiles
        if len(self.laid) == round_.seats:
            round_.hooks.waiting.remove(self)
            self._change_hands(round_, steps(round_.header.tags.get(TAG), round_.seats))

    def noted(self, round_: RoundState, act: Act) -> bool:
        """Hands that were not shown cannot be exchanged: on a score sheet it says nothing."""
        return act.verb == HUANSAN

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Note who has laid out nothing when the play begins."""
        if act.kind == RULING or act.kind == OTHER and act.verb == HUANSAN:
            return
        usual = self.number == opening_checks.USUAL
        facts = {} if usual else opening_checks.other_exchange(self.number)
        for seat, violation in opening_checks.unmade(self.to_act(round_), self.missing, facts):
            round_.note(violation, seat)
        round_.hooks.waiting.remove(self)

    def _change_hands(self, round_: RoundState, steps: int) -> None:
        """Give the tiles to the seats so many places on."""
        table = round_.table
        for seat, tiles in self.laid.items():
            shown_tiles.leave_hand(round_, seat, tiles)
        for seat, tiles in self.laid.items():
            for kind in tiles:
                table.give((seat + steps) % round_.seats, kind)
        table.waiting = [-1] * round_.seats

    # -- what is told of it ----------------------------------------------------------------------------------------------------

    def to_act(self, round_: RoundState) -> Sequence[int]:
        """The seats that have to lay out yet."""
        return [seat for seat in range(round_.seats) if self in round_.hooks.waiting and seat not in self.laid]

    def marks(self, round_: RoundState, seat: int) -> Iterable[Text]:
        """A mark for who has laid out, until the tiles change hands."""
        return (self.mark,) if seat in self.laid and self in round_.hooks.waiting else ()

    def templates(self, round_: RoundState) -> Iterable[MoveTemplate]:
        """The tiles of each hand that is to lay out, of which so many of one suit are chosen, or any."""
        most = self.number
        for seat in self.to_act(round_):
            pieces = {NAMES[kind]: number for kind, number in round_.table.may_hold(seat).items()}
            if self.alike:
                yield MoveTemplate(f"{SEATS[seat]}.{HUANSAN}:", pieces, most, most, alike=True)
            yield MoveTemplate(f"{SEATS[seat]}.{HUANSAN}:", pieces, most, most, usual=not self.alike)
