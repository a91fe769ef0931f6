"""The error of a file that is not converted: what it has that no record here can say, with its place in the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.texts import Texts, shortened
from referee.notation.converters import GAME, Note, NotToldError, Question
from referee.notation.errors import SYNTAX, NotationError, Text
from referee.notation.source_places import LINE, SourcePlace

TEXTS: Final = Texts(__file__)
TOKEN: Final = 60
"""Characters of what stands in a file that are repeated in an error."""


def refused(where: SourcePlace | Text, token: object, expected: Text, *, line: int = 1, column: int = 1) -> NotationError:
    """The error of what stands at a place: ``where`` names it as the format's own users would (a line, a cell, the number of an
    event), ``expected`` is what could be converted there. ``line`` and ``column`` are for a place that is only named."""
    place, named = (where, where.text) if isinstance(where, SourcePlace) else (None, where)
    if place is not None:
        line, column = place.line, place.column
    said = shortened(token if isinstance(token, str) else repr(token), TOKEN)
    message = TEXTS("refused", place=named, token=said, expected=expected)
    error = NotationError(SYNTAX, line, column, said, expected, message)
    error.source_place = place
    return error


def not_told(questions: Sequence[Question], notes: Sequence[Note] = ()) -> NotToldError:
    """The error of a match that leaves something open: it names the first of these questions."""
    first = questions[0]
    error = refused(first.place, first.token, first.expected)
    untold = NotToldError(error.code, error.line, error.column, error.token, error.expected, error.message)
    untold.source_place, untold.questions, untold.notes = first.place, questions, notes
    return untold


def game_asked(where: SourcePlace, token: str, tells: Text, choices: tuple[str, ...] = ()) -> Question:
    """The question what game a match is of, of these; ``tells`` is where the file could say it."""
    return Question(GAME, where, token, TEXTS("game-beside", tells=tells), choices=choices)


def at_line(number: int) -> SourcePlace:
    """A line of a file as a place."""
    return SourcePlace(LINE, str(number))
