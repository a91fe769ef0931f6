"""A match as everybody at the table sees it while it is played.

It is refereed by a referee of its own that is given what lies open and nothing else (``game.open_round``). So two tables that
differ in hidden tiles alone are shown alike: their frames, the results of their rounds, and whatever else is made of these.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.game.protocol import OpenRound, Watchable
from referee.core.match_referee import NOBODY, MatchReferee
from referee.core.record import Move, Record, Round, Scores
from referee.core.replay import Frame
from referee.core.verdict import RoundVerdict

OWN = ("hand", "drawn", "waits")
"""What a seat's own player sees of it besides what everybody sees."""


class WatchedMatch:
    """A match as far as it is written, of which only what lies open is known. It takes what a ``MatchReferee`` takes.

    Raises LookupError where the record has no such game or rules.
    """

    def __init__(self, record: Record) -> None:
        self._match = MatchReferee(record._replace(tags={}, comment=""))
        self._round: Round | None = None
        self._open: OpenRound | None = None
        self._moves: list[Move] = []

    def begin(self, round_: Round) -> None:
        """Begin a round. Raises OutOfPlace where its number is not a later one."""
        game, rules = self._match.game, self._match.rules
        opened = game.open_round(rules, round_) if isinstance(game, Watchable) else None
        self._match.begin(opened.header if opened else Round(round_.number))
        self._round, self._open, self._moves = round_, opened, []
        if opened is not None and (play := self._match.play):
            opened.begin(play)

    def move(self, move: Move) -> None:
        """Take the next move of the round. Raises OutOfPlace where no round is played."""
        opened, play = self._open, self._match.play
        seen = opened.before(play, move) if opened is not None and play is not None else move
        self._match.move(seen)
        self._moves.append(move)
        if opened is not None and play is not None:
            opened.after(play)

    def back(self, kept: int) -> None:
        """Take back all moves of the round but the first so many, and that it was over."""
        round_, moves = self._round, self._moves[:kept]
        self._match.back(0)
        if round_ is not None:
            self.begin(round_)
        for move in moves:
            self.move(move)

    def over(self, scores: Scores | None = None, places: str | None = None, end: str | None = None) -> RoundVerdict:
        """End the round with what is claimed of it: what can be said of it by what lay open."""
        verdict = self._match.over(scores, places, end)
        if self._open is not None and (play := self._match.play):
            self._open.after(play)
        return verdict

    @property
    def place(self) -> tuple[int, int]:
        """The number of the last round that was begun, and how many moves it has; (0, 0) before the first."""
        return self._match.place

    @property
    def rounds(self) -> Sequence[RoundVerdict]:
        """What can be said of the rounds that are over."""
        return self._match.rounds

    @property
    def totals(self) -> dict[str, int] | None:
        """The sums of the scores of the rounds that are over: as they follow from what lay open, else as they were claimed. None
        where a round has neither."""
        totals = dict.fromkeys(self._match.game.sides(self._match.rules), 0)
        for verdict in self.rounds:
            scores = verdict.claimed if verdict.computed is None else verdict.computed
            if scores is None:
                return None
            for side, points in scores.items():
                totals[side] = totals.get(side, 0) + points
        return totals

    def frame(self) -> Frame | None:
        """The table after the last thing that came in; None where there is none. To be asked once after each thing: the payments
        are those since it was last asked."""
        frames = self._match.frames([NOBODY]) if self._open is not None else []
        return {**frames[0], "findings": []} if frames else None


def seen_by(seat: str, watched: Frame | None, whole: Frame | None) -> Frame | None:
    """The table as the player of a seat sees it: as everybody does, and with their own hand out of the ``whole`` frame."""
    if watched is None or whole is None:
        return watched
    seats, own = watched["seats"], _seats(whole).get(seat, {})
    assert isinstance(seats, list)
    shown = [_with_own(one, own) if isinstance(one, dict) and one["seat"] == seat else one for one in seats]
    frame: Frame = {**watched, "seats": shown}
    last, token = whole.get("last"), whole.get("token")
    if isinstance(last, dict) and last.get("seat") == seat and watched.get("last"):
        frame["last"] = last
    if isinstance(token, str) and token.startswith(seat):
        frame["token"] = token
    return frame


def _seats(frame: Frame) -> dict[str, Frame]:
    seats = frame["seats"]
    assert isinstance(seats, list)
    return {str(one["seat"]): one for one in seats if isinstance(one, dict)}


def _with_own(shown: Frame, own: Frame) -> Frame:
    return {**shown, **{name: own[name] for name in OWN if name in shown and name in own}}
