"""The error of a file that is not converted: what it has that no record here can say, with its place in the file."""

from __future__ import annotations

from typing import Final

from referee.core.texts import Texts
from referee.notation.errors import SYNTAX, GameNotToldError, NotationError, Text
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
    said = token if isinstance(token, str) else repr(token)
    said = said if len(said) <= TOKEN else said[: TOKEN - 1] + "…"
    message = TEXTS("refused", place=named, token=said, expected=expected)
    error = NotationError(SYNTAX, line, column, said, expected, message)
    error.source_place = place
    return error


def game_not_told(where: SourcePlace, token: object, tells: Text) -> NotationError:
    """The error of a match of which nobody says what game it is; ``tells`` is where the file could say it."""
    expected = TEXTS("game-beside", tells=tells)
    error = refused(where, token, expected)
    untold = GameNotToldError(error.code, error.line, error.column, error.token, expected, error.message)
    untold.source_place = where
    return untold


def at_line(number: int) -> SourcePlace:
    """A line of a file as a place."""
    return SourcePlace(LINE, str(number))
