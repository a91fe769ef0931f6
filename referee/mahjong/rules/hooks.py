"""The mechanisms of a round, by the moments of play at which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Final, TypeVar

from referee.mahjong.rules.mechanism import Mechanism

if TYPE_CHECKING:
    from referee.mahjong.rules.round_state import RoundState
    from referee.mahjong.table.moves import Act

M = TypeVar("M", bound=Mechanism)
Asked = tuple[Mechanism, ...]


class Hooks:
    """The mechanisms to ask at each moment of a round: ``won`` are those with a ``won`` of their own, and so on. A moment
    for which the table has no mechanism asks nobody.

    A mechanism keeps no round: it is handed the one that asks, so neither keeps the other alive.
    """

    __slots__ = (
        "bars_win",
        "before_act",
        "before_claim",
        "bind",
        "circumstances",
        "circumstances_of",
        "excuses_kong",
        "factors",
        "false_win",
        "faulted",
        "holds_back",
        "kong_stands",
        "low_wall",
        "mechanisms",
        "multiplies",
        "objects_to_claim",
        "objects_to_own_kong",
        "objects_to_win",
        "passed",
        "refused_win",
        "replacement",
        "rulings",
        "standing",
        "takes_early_draw",
        "takes_replacement",
        "told_of_discards",
        "verbs",
        "waiting",
        "wall_runs_low",
        "win_paid",
        "won",
    )

    def __init__(self, seats: int) -> None:
        self.mechanisms: Asked = ()
        """All of them, in the order in which they are asked."""
        self.verbs: dict[str, Callable[[RoundState, Act], None]] = {}
        """The methods for verbs that only this game has."""
        self.rulings: dict[str, Callable[[RoundState, int], None]] = {}
        """The methods for rulings with an effect in this game; others are listed only."""
        self.waiting: list[Mechanism] = []
        """The mechanisms that wait for the next move."""
        self.told_of_discards: list[Mechanism] = []
        """The mechanisms that are told of every discard."""
        self.bind: list[Asked] = [()] * seats
        """The mechanisms that may object to the discards of each seat."""
        self.low_wall = -1
        """``wall_runs_low`` is asked with so many tiles left in the wall, or fewer."""
        self.wall_runs_low: Asked = ()
        self.before_act: Asked = ()
        self.before_claim: Asked = ()
        self.objects_to_claim: Asked = ()
        self.faulted: Asked = ()
        self.takes_early_draw: Asked = ()
        self.passed: Asked = ()
        self.objects_to_own_kong: Asked = ()
        self.excuses_kong: Asked = ()
        self.holds_back: Asked = ()
        self.multiplies: Asked = ()
        self.factors: Asked = ()
        self.kong_stands: Asked = ()
        self.bars_win: Asked = ()
        self.objects_to_win: Asked = ()
        self.won: Asked = ()
        self.false_win: Asked = ()
        self.refused_win: Asked = ()
        self.win_paid: Asked = ()
        self.circumstances: Asked = ()
        self.circumstances_of: Asked = ()
        self.standing: Asked = ()
        self.takes_replacement: Asked = ()
        self.replacement: Asked = ()

    def ask(self, mechanisms: Sequence[Mechanism]) -> None:
        """Have these mechanisms asked, each at the moments that it has a method for."""
        self.mechanisms = every = tuple(mechanisms)
        for moment, of in _asked(tuple(map(type, every))):
            setattr(self, moment, of(every))

    def leave_out_play(self) -> None:
        """Ask no mechanism about kongs and wins that goes by what was played before them, and none that waits for a move."""
        for moment in OF_PLAY:
            setattr(self, moment, tuple([asked for asked in getattr(self, moment) if not asked.follows_play]))
        self.wall_runs_low = ()
        self.waiting.clear()

    def mechanism(self, kind: type[M]) -> M:
        """The mechanism of this kind. Raises LookupError where the round has none."""
        for mechanism in self.mechanisms:
            if isinstance(mechanism, kind):
                return mechanism
        raise LookupError(kind.__name__)

    # -- what mechanisms enter themselves for while the round goes on -----------------------------------------------------------

    def await_move(self, mechanism: Mechanism) -> None:
        """Call a mechanism before the next move is carried out (``play_moves_on``), until it takes itself off ``waiting``."""
        if mechanism not in self.waiting:
            self.waiting.append(mechanism)

    def ask_of_discards(self, mechanism: Mechanism, seat: int) -> None:
        """Ask a mechanism of the discards of a seat (``objects_to_discard``)."""
        if mechanism not in self.bind[seat]:
            self.bind[seat] += (mechanism,)

    def ask_no_more(self, mechanism: Mechanism, seat: int) -> None:
        """Ask it of them no more."""
        self.bind[seat] = tuple([other for other in self.bind[seat] if other is not mechanism])

    def ask_with_left(self, most: int) -> None:
        """Ask ``wall_runs_low`` with so many tiles left in the wall, or fewer."""
        self.low_wall = max(most, self.low_wall)


MOMENTS: Final = tuple([name for name in vars(Mechanism) if name in vars(Hooks) and not name.startswith("_")])
OF_PLAY: Final = ("objects_to_own_kong", "excuses_kong", "holds_back", "kong_stands", "bars_win", "objects_to_win", "won")


@lru_cache
def _asked(kinds: tuple[type[Mechanism], ...]) -> list[tuple[str, Callable[[Asked], Asked]]]:
    """The moments that mechanisms of these kinds have methods of their own for, each with what picks those out of all."""
    found: list[tuple[str, Callable[[Asked], Asked]]] = []
    for name in MOMENTS:
        places = [place for place, kind in enumerate(kinds) if getattr(kind, name) is not getattr(Mechanism, name)]
        if len(places) == 1:
            found.append((name, itemgetter(slice(places[0], places[0] + 1))))
        elif places:
            found.append((name, itemgetter(*places)))
    return found
