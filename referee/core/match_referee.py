"""The referee of a match that is still being played: it takes rounds and moves as they come, and runs nothing again.

``verify`` judges a match that is written down as a whole; of the same record both give the same verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.core.game.protocol import Play, Start
from referee.core.game.sheets import kind_of
from referee.core.game.unrefereed import as_notes
from referee.core.offers import legal_after
from referee.core.record import Move, Record, Round, Scores
from referee.core.replay import (
    Frame,
    base_of,
    concluded,
    frame_of,
    judge_match,
    judge_round,
    rules_of,
    seen,
    start_round,
    totals_of,
    unplayed,
)
from referee.core.verdict import Finding, RoundVerdict, Verdict

Before = tuple[Round, RoundVerdict] | None

NOBODY: Final = "-"
"""The view of somebody who sees no hand but those that lie open."""


class OutOfPlace(ValueError):
    """Something came where it cannot: a move where no round is played, a claim on a round that is over. Says which."""


class _Played(NamedTuple):
    """A round that is over: the verdict of its play without what stands in its header (None: it has no play), and the whole."""

    round: Round
    play: RoundVerdict | None
    whole: RoundVerdict


class MatchReferee:
    """A match as far as it is written. ``record`` says what is played by whom; its rounds come one after the other.

    Raises LookupError where the record has no such game or rules.
    """

    def __init__(self, record: Record) -> None:
        self.game, self.rules = rules_of(record)
        self._header = record._replace(rounds=(), totals=None)
        self._played: list[_Played] = []
        self._round: Round | None = None
        self._start: Start | None = None
        self._moves: list[Move] = []
        self._goes_on = False
        self._last: Sequence[Finding] = ()

    # -- what comes in -----------------------------------------------------------------------------------------------------

    def begin(self, round_: Round) -> Sequence[Finding]:
        """Begin a round; returns what was found in its header. Its moves, and what it claims of its end, come by ``move`` and
        ``over``. A round that is still played is over by it; one of this number without moves is another one now. Raises
        OutOfPlace where its number is not a later one."""
        if self._round is not None and not (self._round.number == round_.number and not self._moves):
            self.over()
        if self._played and round_.number <= self._played[-1].round.number:
            raise OutOfPlace(f"round {round_.number} after round {self._played[-1].round.number}")
        self._set_up(round_._replace(moves=(), scores=None, places=None, end=None, position=None))
        return self._last

    def move(self, move: Move) -> Sequence[Finding]:
        """Referee the next move of the round; returns what was found. Raises OutOfPlace where no round is played."""
        if self._round is None:
            raise OutOfPlace(move.token)
        self._moves.append(move)
        play = self._start.play if self._start else None
        known = len(play.findings) if play else 0
        if play is not None and self._goes_on:
            self._goes_on = play.move(len(self._moves), move)
        self._last = self._placed(play.findings[known:]) if play else ()
        return self._last

    def back(self, kept: int) -> None:
        """Take back all moves of the round but the first so many, and that it was over. Raises OutOfPlace where it has fewer."""
        round_ = self._round if self._round is not None else self._played[-1].round if self._played else None
        moves = self._moves if self._round is not None else [*round_.moves] if round_ else []
        if round_ is None or not 0 <= kept <= len(moves):
            raise OutOfPlace(f"back to move {kept}")
        if self._round is None:
            self._played.pop()
        self._set_up(round_._replace(moves=(), scores=None, places=None, end=None))
        for move in moves[:kept]:
            self.move(move)

    def over(self, scores: Scores | None = None, places: str | None = None, end: str | None = None) -> RoundVerdict:
        """End the round with what is claimed of it: its verdict. Raises OutOfPlace where no round is played."""
        if self._round is None:
            raise OutOfPlace("the end of a round")
        round_ = self._round._replace(moves=tuple(self._moves), scores=scores, places=places, end=end)
        before, play = self._before, self._start.play if self._start else None
        of_play: RoundVerdict | None = None
        if self._start is None:
            whole = judge_round(self._with(round_), self.game, self.rules, self._base, round_, before)
        elif play is None:
            whole = unplayed(round_, self._start, before, self.rules)
        else:
            known = len(play.findings)
            play.ends_as(round_)
            play.finish()
            of_play = play.verdict(round_)
            whole = concluded(self.game, self.rules, round_, self._start.findings, of_play)
            self._last = self._placed(play.findings[known:])
        self._played.append(_Played(round_, of_play, whole))
        self._round = None
        return whole

    # -- what comes out ----------------------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The match as far as it is written."""
        return self._with(self._round._replace(moves=tuple(self._moves))) if self._round else self._with()

    @property
    def play(self) -> Play | None:
        """The play of the last round that was begun; None where it cannot be played, or has none."""
        return self._start.play if self._start else None

    @property
    def in_play(self) -> bool:
        """Whether a round is being played."""
        return self._round is not None

    @property
    def rounds(self) -> Sequence[RoundVerdict]:
        """The verdicts on the rounds that are over, as they stood at their ends."""
        return [played.whole for played in self._played]

    @property
    def totals(self) -> dict[str, int] | None:
        """The sums of the scores of the rounds that are over; None where one of them has none."""
        return totals_of(self.rounds, self.game.sides(self.rules))

    @property
    def place(self) -> tuple[int, int]:
        """The number of the last round that was begun, and how many moves it has; (0, 0) before the first."""
        if self._round is not None:
            return self._round.number, len(self._moves)
        return (self._played[-1].round.number, len(self._played[-1].round.moves)) if self._played else (0, 0)

    def offers(self) -> list[str]:
        """The moves, as tokens, that are legal now; none where no round is played, or it stopped where it could not go on."""
        play = self._start.play if self._round is not None and self._start else None
        return [move.token for move in legal_after(play, len(self._moves), self.game)] if play else []

    def frames(self, views: Sequence[str | None]) -> list[Frame]:
        """The table as it stands after the last thing that came in, in each of these views: a seat's, everybody's (None), that of
        NOBODY. None where there is no table. To be asked once after each thing: the payments are those since it was last asked.
        """
        play = self._start.play if self._start else None
        if play is None:
            return []
        round_ = self._round or self._played[-1].round
        made = self._moves[-1] if self._moves else None
        found: list[Frame] = []
        for view in views:
            frame = play.frame(view)
            frame["ledger"] = found[0]["ledger"] if found else frame["ledger"]
            token = seen(made, frame, view, self.game.rulebook) if made else None
            found.append(frame_of(self._header, round_, frame, len(self._moves), token, self._last))
        return found

    def verdict(self, record: Record | None = None) -> Verdict:
        """The verdict on the match as it ends here; the round that is played is over by it. ``record`` is the same match as it
        was written down, for its hash and its totals."""
        if self._round is not None:
            self.over()
        whole = self.record
        verdicts: list[RoundVerdict] = []
        before: Before = None
        for played in self._played:
            verdict = self._judged(whole, played, before)
            verdicts.append(verdict)
            before = played.round, verdict
        claimed = whole if record is None else whole._replace(totals=record.totals, sha256=record.sha256)
        return judge_match(claimed, self.game, self.rules, verdicts)

    def _judged(self, whole: Record, played: _Played, before: Before) -> RoundVerdict:
        """The verdict on a round with what its header says in the light of the whole match: who sat where is compared in all
        rounds where any of them says so."""
        if played.play is None:
            return judge_round(whole, self.game, self.rules, self._base, played.round, before)
        start = start_round(whole, self.game, self.rules, self._base, played.round, before)
        return concluded(self.game, self.rules, played.round, start.findings, played.play)

    # -- the round in play -------------------------------------------------------------------------------------------------

    def _set_up(self, round_: Round) -> None:
        """Set up a round; a score sheet is refereed when it is over, for it is read as a whole."""
        self._round, self._moves, self._goes_on = round_, [], True
        args = (self._with(round_), self.game, self.rules, self._base, round_, self._before)
        self._start = None if kind_of(round_) else start_round(*args)
        self._last = self._placed(self._start.findings) if self._start else ()

    def _with(self, *rounds: Round) -> Record:
        return self._header._replace(rounds=(*(played.round for played in self._played), *rounds))

    def _placed(self, findings: Sequence[Finding]) -> list[Finding]:
        number = self._round.number if self._round else 0
        return [finding._replace(round=number) for finding in as_notes(findings, self.rules)]

    @property
    def _before(self) -> Before:
        return (self._played[-1].round, self._played[-1].whole) if self._played else None

    @property
    def _base(self) -> int:
        return base_of(self._header, self.game)
