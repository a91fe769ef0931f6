"""How a game deals: what its whole set of tiles or cards is, and which of a shuffled set goes to whom (PPN-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from referee.record import Record, Round
from referee.rulebook import Rules
from referee.verdict import RoundVerdict


class Take(NamedTuple):
    """So many pieces off the front, for this seat."""

    seat: str
    number: int


class Cut(NamedTuple):
    """A shuffled set as it is dealt: the pieces of each seat and those of the wall, all in the order of the set.

    ``places`` say for each seat where in the set its pieces lay, counted from 0; the wall lies behind all of them.
    """

    hands: Mapping[str, tuple[str, ...]]
    places: Mapping[str, tuple[int, ...]]
    wall: tuple[str, ...]


class Dealing(NamedTuple):
    """The deal of a round: every piece of the whole set in its fixed order, and who takes how many off the front of the shuffled
    one, one take after another. What is left is the wall.

    A piece is what the notation writes for it (``5p``, ``3h``).
    """

    pieces: tuple[str, ...]
    takes: tuple[Take, ...]

    def cut(self, order: Sequence[str]) -> Cut:
        """The deal that this order of the pieces gives."""
        places: dict[str, list[int]] = {}
        front = 0
        for seat, number in self.takes:
            places.setdefault(seat, []).extend(range(front, front + number))
            front += number
        hands = {seat: tuple(order[place] for place in taken) for seat, taken in places.items()}
        return Cut(hands, {seat: tuple(taken) for seat, taken in places.items()}, tuple(order[front:]))


class OtherDraw(NamedTuple):
    """A move that takes other pieces off the wall than lie there: its number, what lies there, what was taken."""

    move: int
    expected: str
    actual: str


@runtime_checkable
class Deals(Protocol):
    """A game whose deal can be made anew from an order of its whole set."""

    def dealing(self, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None) -> Dealing | None:
        """How this round is dealt; None where its header does not say enough."""

    def pieces_of(self, text: str) -> tuple[str, ...]:
        """The pieces that a hand or a wall names, in its order; ``?`` is one that nobody saw. A piece may be written without all
        of what tells it apart, as a card without its suit. Raises ValueError for a text that names none."""

    def written(self, pieces: Sequence[str]) -> str:
        """Pieces as a hand or a wall is written, in this order."""

    def kind_of(self, piece: str) -> str:
        """What a piece counts as in statistics, without what a record need not write: the rank of a card."""

    def distance_of(self, rules: Rules, hand: str) -> int | None:
        """How many tiles a dealt hand is from ready (0: ready, -1: complete); None in a game that has no such measure."""

    def other_draw(
        self, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None, wall: str
    ) -> OtherDraw | None:
        """The first move that does not fit this wall, where the round is played with it; None if every move does."""
