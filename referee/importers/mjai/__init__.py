"""The importer of mjai events, as far as they are of a game that is refereed here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from referee.core.texts import Texts
from referee.importers.common.json_reading import Node, lines
from referee.importers.common.protocol import Converted, Hints, declared
from referee.importers.mjai.match import MjaiMatch
from referee.notation.errors import NotationError

TEXTS: Final = Texts(__file__)
_BEGINS: Final = re.compile(rb'\s*+\[?+\s*+\{[^{}]*"type"\s*+:\s*+"start_(?:game|kyoku)"', re.DOTALL)


class Mjai:
    """Matches begin with ``start_game`` and rounds with ``start_kyoku``; what happens between them is the match's."""

    declaration = declared(__file__)

    def recognizes(self, head: bytes) -> bool:
        """Whether the first object is an event that starts a match or a round."""
        return _BEGINS.match(head) is not None

    def convert(self, data: bytes, hints: Hints) -> Iterable[Converted | NotationError]:
        """The matches of a file; of one with an event that no game here has, the error of the first of these."""
        for events in _matches(lines(data)):
            try:
                yield _converted(events, hints)
            except NotationError as error:
                yield error


Event = Node | NotationError
"""An event, or why a line is none."""


def _converted(events: Iterable[Event], hints: Hints) -> Converted:
    first, *others = events
    start = _event(first)
    if not _starts(start):
        start.at("type").refuse(TEXTS("starts"))
    match = MjaiMatch(start, hints)
    for other in others:
        match.event(_event(other))
    return match.converted()


def _event(found: Event) -> Node:
    if isinstance(found, NotationError):
        raise found
    return found


def _starts(event: Node) -> bool:
    return event.at("type").value == "start_game"


def _matches(events: Iterator[Event]) -> Iterator[list[Event]]:
    """The events of each match: from one that starts a match, as far as the next."""
    match: list[Event] = []
    for event in events:
        if match and _is_start(event):
            yield match
            match = []
        match.append(event)
    if match:
        yield match


def _is_start(event: Event) -> bool:
    """Whether a line starts a match. One that is no object starts none; reading its match tells so."""
    return isinstance(event, Node) and isinstance(event.value, dict) and _starts(event)


IMPORTER: Final = Mjai()
