"""The referees that a process keeps, each of one live table: fed with what is new, built anew from the database where there is
none, or where another process has gone on."""

from __future__ import annotations

import json
import uuid
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from threading import Lock
from typing import Final, NamedTuple

from records.tournament.live_tables.lines import Line, remaining, stored_lines, take, watch
from records.tournament.live_tables.models import LiveLines, LiveTable
from referee.core.match_referee import MatchReferee
from referee.core.record import Record
from referee.core.verdict import Finding
from referee.core.watched_match import WatchedMatch
from referee.notation.json_form import parse_json

KEPT: Final = 128
"""Referees that a process keeps at most; each takes some hundred KiB."""
ROWS: Final = 500


class TableReferee:
    """The two referees of a table: ``match`` knows all that is written, ``watched`` what lies open."""

    def __init__(self, record: Record) -> None:
        self.match = MatchReferee(record)
        self.watched = WatchedMatch(record)

    def take(self, line: Line) -> Sequence[Finding]:
        """Take a line; what was found at it. Raises OutOfPlace where it cannot come now."""
        found = take(self.match, line)
        watch(self.watched, line)
        return found

    def follow(self, lines: Iterable[Line]) -> None:
        """Take lines of which no frames are made: what they pay is not paid in the next frame."""
        for line in lines:
            self.take(line)
        self.match.frames([None])
        self.watched.frame()


class Refereed(NamedTuple):
    """The referees of a table, and how many of its lines they have taken."""

    referee: TableReferee
    lines: int


class Referees:
    """The referees of a process, those that were asked for last. Whoever takes one has it alone, and gives it back once what it
    was fed with is stored; else it is built anew."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[uuid.UUID, Refereed] = OrderedDict()
        self._lock = Lock()

    def take(self, table_id: uuid.UUID) -> Refereed | None:
        """The referee of a table, None where none is kept."""
        with self._lock:
            return self._kept.pop(table_id, None)

    def keep(self, table_id: uuid.UUID, one: Refereed) -> None:
        """Give a referee back, unless one that knows more was given back meanwhile."""
        with self._lock:
            known = self._kept.get(table_id)
            if known is None or known.lines <= one.lines:
                self._kept[table_id] = one
                self._kept.move_to_end(table_id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


referees = Referees()


def referee_of(table: LiveTable, known: Refereed | None = None) -> TableReferee:
    """A referee that has taken all that was written at a table: this one, or where it is none or knows more, a new one."""
    if known is None or known.lines > table.written:
        return built(table)
    if known.lines < table.written:
        known.referee.follow(lines_of(table, known.lines, table.written))
    return known.referee


def built(table: LiveTable) -> TableReferee:
    """A referee of all that was written at a table."""
    referee = TableReferee(_record(table))
    referee.follow(remaining(lines_of(table, 0, table.written)))
    return referee


def new_referee(table: LiveTable) -> MatchReferee:
    """A referee of a table at which nothing is written yet."""
    return MatchReferee(_record(table))


def _record(table: LiveTable) -> Record:
    return parse_json(json.dumps({**table.header, "rounds": []}))


def lines_of(table: LiveTable, after: int, until: int) -> Iterator[Line]:
    """The lines after so many, up to a number."""
    for first, lines in LiveLines.between(table.pk, after, until).values_list("first", "lines").iterator(ROWS):
        for number, line in enumerate(stored_lines(table.game, lines, first), first):
            if after < number <= until:
                yield line
