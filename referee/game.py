"""What every game gives: its rulebook, and a way to play a recorded round through. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from referee.record import Move, Record, Round
from referee.round_form import MoveTemplate
from referee.round_referee import RoundReferee
from referee.rulebook import Rulebook, Rules
from referee.verdict import JSON, Finding, RoundVerdict


class Play(Protocol):
    """A round in progress."""

    @property
    def findings(self) -> list[Finding]:
        """What was found so far, in the order of the moves."""

    def move(self, number: int, move: Move) -> bool:
        """Referee the next move (counted from 1); False where the replay stops at it."""

    def moves(self, moves: Sequence[Move]) -> None:
        """Referee all moves of the round, as far as its replay goes."""

    def finish(self) -> None:
        """The record of the round ends here."""

    def verdict(self, round_: Round) -> RoundVerdict:
        """What is said of the round, its claimed scores not yet compared."""

    def frame(self, view: str | None) -> dict[str, JSON]:
        """The table as it stands, for a seat's eyes or (None) for everybody's."""


class Analysis(Protocol):
    """What the players of a round could have done, collected while it is played through."""

    def before(self, number: int, move: Move) -> None:
        """Look at the table before this move (counted from 1)."""

    def finish(self, number: int) -> None:
        """The record of the round ends after this move."""

    def told(self) -> dict[str, JSON]:
        """What was seen: ``measure``, ``lines``, ``turns``, ``missed``."""


@runtime_checkable
class Analysed(Protocol):
    """A play whose players had choices that something can be said about."""

    def analysis(self, view: str | None, ahead: bool = False) -> Analysis:
        """An analysis of it from here on, of all seats or of one; ``ahead``: as far as it can look, which takes longer."""


@runtime_checkable
class Offering(Protocol):
    """A play that can say what might come next, for somebody who writes it down."""

    def candidates(self) -> Iterable[str]:
        """Tokens that might come now, legal or not."""

    def templates(self) -> Iterable[MoveTemplate]:
        """Moves that might come now and of which there are too many to name each."""


R = TypeVar("R", bound=RoundReferee)


class Refereed(Generic[R]):
    """A round in progress with the names of those who sit at it: what of a play is the same in every game."""

    def __init__(self, round_: R, names: Mapping[str, str]) -> None:
        self.round = round_
        self.names = names
        self.move = round_.move
        self.moves = round_.moves
        self.finish = round_.finish

    @property
    def findings(self) -> list[Finding]:
        """What was found so far."""
        return self.round.findings


class Start(NamedTuple):
    """A round set up: what is wrong with its header and deal (move 0), and the play, None where there can be none.

    ``extra``: what a game of places says of a round that cannot be played (``RoundVerdict.extra``).
    """

    findings: Sequence[Finding]
    play: Play | None
    extra: Mapping[str, JSON] = {}


class Game(Protocol):
    """A game: everything that the rest of the house asks of it."""

    @property
    def id(self) -> str:
        """The name under which records call it."""

    @property
    def rulebook(self) -> Rulebook:
        """Its clauses, options and presets."""

    def seats(self, rules: Rules) -> str:
        """The letters of its seats, in order of play."""

    def sides(self, rules: Rules) -> Sequence[str]:
        """Whose points are one figure: each seat, or the seats of a team together."""

    def start(self, record: Record, rules: Rules, base: int, round_: Round, before: tuple[Round, RoundVerdict] | None) -> Start:
        """Set up a round. ``before`` is the round before it, where the record has it."""

    def score(self, rules: Rules, query: dict[str, JSON]) -> dict[str, JSON]:
        """Value one hand. Raises ValueError for a query that cannot be read."""
