"""The lines of a live table: a move by its token, or the beginning or the end of a round, or that moves are taken back.

"E+5p"                                         a move
{"round": {"round": 1, "dealer": "E", …}}      a round begins: its header as the JSON form of a record has it
{"over": {"scores": {"E": 8, …}}}              the round is over, with what is claimed of it
{"back": 12}                                   the round has only its first twelve moves, and is not over
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

import referee
from records.core.db.fields import Document
from records.core.entered_text import require_fit
from records.core.errors import Refusal
from referee.core.match_referee import MatchReferee, OutOfPlace
from referee.core.record import Move, Round, Scores
from referee.core.verdict import Finding
from referee.core.watched_match import WatchedMatch
from referee.notation import limits
from referee.notation.json_form import parse_json, write_json

AT_ONCE: Final = 500
"""Lines of one request at most."""
NOT_MOVES: Final = 20
"""And those among them that are no moves: each may take as long as a whole round."""
REQUEST_BYTES: Final = 128 * 1024
"""The size of a request at most, in bytes."""
LINES: Final = limits.MATCH_MOVES
"""Lines of a table at most."""
BYTES: Final = 2 * 1024 * 1024
"""Bytes of all lines of a table at most."""
CLAIMS: Final = frozenset({"scores", "places", "end"})
"""What is claimed at the end of a round."""


class Over(NamedTuple):
    """The end of a round, with what is claimed of it."""

    scores: Scores | None = None
    places: str | None = None
    end: str | None = None


class Back(NamedTuple):
    """How many moves the round keeps."""

    kept: int


Line = Move | Round | Over | Back


class Lines(NamedTuple):
    """Lines as they were read, and as they are stored."""

    read: list[Line]
    stored: list[Any]

    def since(self, skipped: int) -> Lines:
        """The same without the first so many."""
        return Lines(self.read[skipped:], self.stored[skipped:])


def read_lines(game: str, given: Sequence[Any], number: int = 1) -> Lines:
    """Lines as a request has them, the first of which has this number. Raises Refusal (413, 422), which names the line."""
    if len(given) > AT_ONCE:
        raise Refusal("too-large", _("Expected at most {most} lines at once."), 413, most=AT_ONCE)
    if sum(not isinstance(one, str) for one in given) > NOT_MOVES:
        raise Refusal("too-large", _("Expected at most {most} lines at once that are no moves."), 413, most=NOT_MOVES)
    found = Lines([], [])
    for at, one in enumerate(given, number):
        try:
            line = _read(game, one)
        except (ValueError, RecursionError) as error:
            found_there = error.message if isinstance(error, referee.NotationError) else None
            raise _no_line(at, one, found_there) from error
        found.read.append(line)
        found.stored.append(stored(game, line))
    return found


def stored_lines(game: str, given: Sequence[Any], number: int) -> list[Line]:
    """Lines as they are stored, the first of which has this number."""
    if all(isinstance(one, str) for one in given):
        return [*referee.moves(given, game)]
    return read_lines(game, given, number).read


def _read(game: str, given: Any) -> Line:
    """A line. Raises ValueError, NotationError."""
    if isinstance(given, str):
        if not given or len(given) > limits.WORD:
            raise ValueError(given)
        (move,) = referee.moves([given], game)
        return move
    if not isinstance(given, dict) or len(given) != 1:
        raise ValueError("no line")
    require_fit(given)
    (kind, said), *_ = given.items()
    if kind == "back" and type(said) is int and 0 <= said <= limits.MOVES:
        return Back(said)
    if kind == "round" and isinstance(said, dict) and not {"moves", "comments", *CLAIMS} & said.keys():
        return _round(game, said)
    if kind == "over" and isinstance(said, dict) and said.keys() <= CLAIMS:
        round_ = _round(game, {"round": 1, **said})
        return Over(round_.scores, round_.places, round_.end)
    raise ValueError(kind)


def _round(game: str, said: dict[str, Any]) -> Round:
    record = parse_json(json.dumps({"ppn": 1, "game": game, "rounds": [said]}))
    return record.rounds[0]


def stored(game: str, line: Line) -> Any:
    """A line in the one form in which it is stored and compared."""
    if isinstance(line, Move):
        return line.token
    if isinstance(line, Back):
        return {"back": line.kept}
    if isinstance(line, Round):
        round_ = line._replace(moves=(), scores=None, places=None, end=None, comments={})
    else:
        round_ = Round(1, scores=line.scores, places=line.places, end=line.end)
    written: Any = write_json(referee.Record(game, rounds=(round_,)))["rounds"]
    document: Document = {name: value for name, value in written[0].items() if name != "moves"}
    if isinstance(line, Round):
        return {"round": document}
    return {"over": {name: value for name, value in document.items() if name in CLAIMS}}


def _no_line(number: int, given: Any, reason: Any) -> Refusal:
    shown = json.dumps(given, ensure_ascii=False)[:60]
    expected = reason or _("Expected a move, or an object with one of round, over, back.")
    message = _("Line {number} cannot be read: {shown}. {reason}")
    return Refusal("invalid-line", message, 422, number=number, shown=shown, reason=expected)


def take(match: MatchReferee, line: Line) -> Sequence[Finding]:
    """Have a referee take a line; what was found at it. Raises OutOfPlace where it cannot come now."""
    if isinstance(line, Move):
        if match.place[1] >= limits.MOVES:
            raise OutOfPlace(f"move {limits.MOVES + 1}")
        return match.move(line)
    if isinstance(line, Round):
        if len(match.rounds) >= limits.ROUNDS - 1:
            raise OutOfPlace(f"round {limits.ROUNDS + 1}")
        return match.begin(line)
    if isinstance(line, Back):
        match.back(line.kept)
        return ()
    return match.over(line.scores, line.places, line.end).findings


def watch(match: WatchedMatch, line: Line) -> None:
    """Have the referee of what lies open take a line that the other has taken."""
    if isinstance(line, Move):
        match.move(line)
    elif isinstance(line, Round):
        match.begin(line)
    elif isinstance(line, Back):
        match.back(line.kept)
    else:
        match.over(line.scores, line.places, line.end)


def remaining(lines: Iterable[Line]) -> list[Line]:
    """The lines that are left when what was taken back is taken out: of these a match is built anew without playing it twice."""
    left: list[Line] = []
    began = 0
    for line in lines:
        if isinstance(line, Back):
            del left[began + 1 + line.kept :]
            continue
        if isinstance(line, Round):
            began = len(left)
        left.append(line)
    return left
