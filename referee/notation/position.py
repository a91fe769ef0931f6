"""Places: the line and column of a move or a tag, worked out only when a finding needs them."""

from __future__ import annotations

import re

from referee.notation.tokens import NUMBER
from referee.record import Position

_NAME, _VALUE = r"[A-Za-z0-9.]+", r'[^"\\\r\n]*+(?:\\["\\][^"\\\r\n]*+)*+'

TAG = rf'\[({_NAME})[ \t]+"({_VALUE})"\]'
"""A tag: its name and its value, escapes and all. It stands on one line."""

BARE_TAG = rf'\[{_NAME}[ \t]+"{_VALUE}"\]'
"""The same with nothing picked out of it."""

_SCAN = re.compile(rf"{TAG}|\{{[^}}]*\}}|;[^\n]*|(?P<move>[^\s\[{{;]+)")

Place = tuple[int, int]
"""A line and a column, both counted from 1."""


def place(text: str, at: int, first_line: int) -> Place:
    """The line and column of an index of a text whose first line has this number."""
    return first_line + text.count("\n", 0, at), at - text.rfind("\n", 0, at)


def tag_at(text: str, start: int, name: str) -> int:
    """Where a tag stands that is known to be in the text from an index on."""
    return next(found.start() for found in _SCAN.finditer(text, start) if found[1] == name)


def locate(position: Position, move: int) -> tuple[str | None, int, int]:
    """The token of a round's move as it was written, its line and column; of the round's own tag for move 0."""
    number = 0
    for found in _SCAN.finditer(position.text, position.start, position.end) if move else ():
        if found["move"] and not NUMBER.fullmatch(found["move"]):
            number += 1
            if number == move:
                return found["move"], *place(position.text, found.start(), position.first_line)
    return None, *place(position.text, position.start, position.first_line)


def locate_tag(position: Position, name: str) -> tuple[str | None, int, int]:
    """A tag of a round as it was written, its line and column; None and the round's own place where it has no such tag."""
    for found in _SCAN.finditer(position.text, position.start, position.end):
        if found[1] == name:
            return found[0], *place(position.text, found.start(), position.first_line)
    return None, *place(position.text, position.start, position.first_line)
