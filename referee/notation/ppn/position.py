"""The line and column of a move or a tag, computed only when a finding needs them."""

from __future__ import annotations

import re
from collections.abc import Collection

from referee.core.record import Position
from referee.notation.ppn.moves import NUMBERING

_NAME, _VALUE = r"[A-Za-z0-9.]+", r'[^"\\\r\n]*+(?:\\["\\][^"\\\r\n]*+)*+'

TAG = rf'\[({_NAME})[ \t]+"({_VALUE})"\]'
"""A tag: its name and its value, escapes and all. It stands on one line."""

BARE_TAG = rf'\[{_NAME}[ \t]+"{_VALUE}"\]'
"""The same with nothing picked out of it."""

_SCAN = re.compile(rf"{TAG}|\{{[^}}]*\}}|;[^\n]*|(?P<move>[^\s\[{{;]+)")

Place = tuple[int, int]
"""A line and a column, both counted from 1."""

Located = tuple[str | None, int, int]
"""A token as it was written, None where it is a place alone; its line and column."""


def place(text: str, at: int, first_line: int) -> Place:
    """The line and column of an index of a text whose first line has this number."""
    return first_line + text.count("\n", 0, at), at - text.rfind("\n", 0, at)


def tag_at(text: str, start: int, name: str) -> int:
    """The index of a tag that occurs in the text after an index."""
    return next(found.start() for found in _SCAN.finditer(text, start) if found[1] == name)


def locate(position: Position, move: int) -> Located:
    """The token of a round's move as written, with line and column; for move 0 the round's own tag."""
    found = locate_all(position, (move,))
    return found.get(move, found[0])


def locate_all(position: Position, moves: Collection[int]) -> dict[int, Located]:
    """The tokens of several moves as written, with line and column, in one pass; moves that the round lacks are left out."""
    text, at = position.text, position.start
    line, column = place(text, at, position.first_line)
    broken, number, last = at - column, 0, max(moves, default=0)
    located: dict[int, Located] = {0: (None, line, column)}
    for found in _SCAN.finditer(text, at, position.end) if last else ():
        if found["move"] and not NUMBERING.fullmatch(found["move"]):
            number += 1
            if number in moves:
                line += text.count("\n", at, found.start())
                broken = max(broken, text.rfind("\n", at, found.start()))
                at = found.start()
                located[number] = found["move"], line, at - broken
            if number == last:
                break
    return located


def locate_tag(position: Position, name: str) -> Located:
    """A tag of a round as written, with line and column; None and the place of the round if it has no such tag."""
    for found in _SCAN.finditer(position.text, position.start, position.end):
        if found[1] == name:
            return found[0], *place(position.text, found.start(), position.first_line)
    return None, *place(position.text, position.start, position.first_line)
