"""The protocols of a game: its rulebook, and replaying a recorded round. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from referee.core.game.agreed import PAY, pays
from referee.core.game.round_form import MoveTemplate
from referee.core.game.round_referee import RoundReferee
from referee.core.record import Move, Record, Round
from referee.core.verdict import JSON, Finding, RoundVerdict
from referee.rulebook import Rulebook, Rules


class Play(Protocol):
    """A round that is being replayed."""

    paid: bool
    """Whether there were payments that the table has agreed on and that the round does not judge (TBL-15)."""

    @property
    def findings(self) -> list[Finding]:
        """The findings so far, in the order of the moves."""

    def move(self, number: int, move: Move) -> bool:
        """Referee the next move (counted from 1); False if the replay stops at it."""

    def moves(self, moves: Sequence[Move]) -> None:
        """Referee all moves of the round, as far as its replay goes."""

    def ends_as(self, round_: Round) -> None:
        """Take what the record says at the end of a round, where the round was set up without it."""

    def finish(self) -> None:
        """End the round where its record ends."""

    def verdict(self, round_: Round) -> RoundVerdict:
        """The verdict of the round; the claimed scores are not compared here."""

    def frame(self, view: str | None) -> dict[str, JSON]:
        """The table as it stands, in the view of one seat or (None) of everybody."""


class Analysis(Protocol):
    """An analysis of what the players could have done, collected while the round is replayed."""

    def before(self, number: int, move: Move) -> None:
        """Note the table before this move (counted from 1)."""

    def finish(self, number: int) -> None:
        """Called when the record of the round ends after this move."""

    def as_dict(self) -> dict[str, JSON]:
        """The analysis: ``measure``, ``lines``, ``turns``, ``missed``, ``mistakes``, ``summary``."""


@runtime_checkable
class Analysed(Protocol):
    """A play that can analyse the choices of its players."""

    def analysis(self, view: str | None, ahead: bool = False) -> Analysis:
        """An analysis from here on, of all seats or of one; ``ahead``: looks as far as it can, which takes longer."""


@runtime_checkable
class Offering(Protocol):
    """A play that can offer the next moves to a person who writes a record."""

    def candidates(self) -> Iterable[str]:
        """Tokens of moves that may come next, legal or not."""

    def templates(self) -> Iterable[MoveTemplate]:
        """Templates of moves that may come next and have too many variants to be listed."""


@runtime_checkable
class Routine(Protocol):
    """A play in which some moves go without saying: a draw that nobody saw, a pass."""

    def routine(self) -> str:
        """The token of the move that goes without saying where nobody says anything else; empty where there is none."""


R = TypeVar("R", bound=RoundReferee)


class Refereed(Generic[R]):
    """The part of a play that is the same in every game: its round and the names of its players."""

    def __init__(self, round_: R, names: Mapping[str, str]) -> None:
        self.round = round_
        self.names = names
        self.paid = False
        self.ends_as = round_.ends_as
        self.finish = round_.finish

    @property
    def findings(self) -> list[Finding]:
        """The findings so far."""
        return self.round.findings

    def move(self, number: int, move: Move) -> bool:
        """Referee a move; False if the round halts. A payment that the round does not judge was agreed on (TBL-15)."""
        return (move.verb == PAY and not self.round.agrees) or self.round.move(number, move)

    def moves(self, moves: Sequence[Move]) -> None:
        """Referee all moves."""
        self.paid = not self.round.agrees and pays(moves)
        if not self.paid:
            self.round.moves(moves)
            return
        for number, move in enumerate(moves, 1):
            if not self.move(number, move):
                return


class Start(NamedTuple):
    """A round that was set up: findings on its header and deal (move 0), and its play, None if the round cannot be played.

    ``extra``: what a game of places says of a round that cannot be played (``RoundVerdict.extra``).
    """

    findings: Sequence[Finding]
    play: Play | None
    extra: Mapping[str, JSON] = {}


class Game(Protocol):
    """A game, as the rest of the engine and the service use it."""

    @property
    def id(self) -> str:
        """The name of the game in records."""

    @property
    def rulebook(self) -> Rulebook:
        """The clauses, options and presets of the game."""

    def seats(self, rules: Rules) -> str:
        """The letters of its seats, in order of play."""

    def sides(self, rules: Rules) -> Sequence[str]:
        """The sides, each of which has one score: single seats, or the seats of a team."""

    def start(self, record: Record, rules: Rules, base: int, round_: Round, before: tuple[Round, RoundVerdict] | None) -> Start:
        """Set up a round. ``before`` is the round before it, if the record has it."""

    def score(self, rules: Rules, query: dict[str, JSON]) -> dict[str, JSON]:
        """Value one hand. Raises ValueError for a query that cannot be read."""


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
