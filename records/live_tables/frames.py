"""What watchers of a live table are shown: a frame for every line, in the view of whoever watches, when it is theirs to see."""

from __future__ import annotations

import json
import uuid
from collections import OrderedDict
from collections.abc import Collection, Iterator
from datetime import datetime
from threading import Lock
from typing import Any, Final, NamedTuple

from django.utils import timezone

from records.live_tables.lines import Back, Line, Over, remaining, take
from records.live_tables.models import LiveLines, LiveTable
from records.live_tables.referees import lines_of, new_referee, numbered_lines
from records.live_tables.visibility import Watching
from referee import wording
from referee.record import Round

AT_ONCE: Final = 200
"""Frames that are given at once."""
KEPT: Final = 64
"""Reels that a process keeps at most."""
RECENT: Final = 40
"""Frames that each of them keeps: for who asks every few seconds."""


class Shown(NamedTuple):
    """A frame of a table, after the line of this number."""

    number: int
    document: dict[str, Any]


class Reel:
    """The frames of a table in one view, made of its lines as they come."""

    def __init__(self, table: LiveTable, view: str | None) -> None:
        self.match = new_referee(table)
        self.view = view

    def follow(self, lines: Iterator[Line]) -> None:
        """Take lines that follow those that were taken, and of which no frames are asked for."""
        for line in lines:
            take(self.match, line)
        self.match.frames([self.view])  # what was paid meanwhile is not paid in the next frame

    def skip(self, lines: Iterator[Line]) -> None:
        """Take the first lines, of which no frames are asked for: what was taken back among them is not played."""
        self.follow(iter(remaining(lines)))

    def show(self, number: int, line: Line) -> Shown:
        """Take a line; what is shown after it. Of what is found everybody learns who sees all hands: a finding may tell what
        somebody holds. What is left of the wall nobody sees before it is drawn."""
        take(self.match, line)
        kind = {Round: "round", Over: "over", Back: "back"}.get(type(line), "move")
        frames = self.match.frames([self.view])
        round_, move = self.match.place
        document: dict[str, Any] = {"number": number, "kind": kind, "round": round_, "move": move, "frame": None}
        if frames:
            frame: dict[str, Any] = wording.frame_with_names(frames[0])
            if isinstance(frame.get("wall"), dict):
                frame["wall"] = {**frame["wall"], "tiles": None}
            document["frame"] = frame if self.view is None else {**frame, "findings": []}
        if kind == "over":
            document["result"] = result_of(self.match.rounds[-1])
        return Shown(number, document)


class _Kept(NamedTuple):
    """A reel, of a table with this header, how many lines it has taken, and the frames that it made last."""

    header: str
    reel: Reel
    lines: int
    frames: tuple[Shown, ...]

    def goes_on(self, after: int) -> bool:
        """Whether the frames after a line are among those that it has made, or will make."""
        return (self.frames[0].number if self.frames else self.lines + 1) <= after + 1


class Reels:
    """The reels of a process, those that were asked for last: who asks for frames now and then is given what is new, and nothing
    is refereed again. Whoever takes one has it alone; who asks meanwhile, or for what was long ago, has one of their own."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[uuid.UUID, str | None], _Kept] = OrderedDict()
        self._lock = Lock()

    def frames(self, table: LiveTable, view: str | None, after: int, until: int) -> list[Shown]:
        """The frames of a table in a view after a line, up to another."""
        key, header = (table.pk, view), json.dumps(table.header)
        with self._lock:
            known = self._kept.pop(key, None)
        known = known if known is not None and known.header == header else None
        kept = known if known is not None and known.goes_on(after) else self._begun(table, view, header, after)
        if kept.lines < after:
            kept.reel.follow(lines_of(table, kept.lines, after))
            kept = kept._replace(lines=after, frames=())
        made = [kept.reel.show(number, line) for number, _at, line in numbered_lines(table, kept.lines, until)]
        frames = (*kept.frames, *made)
        kept = kept._replace(lines=max(kept.lines, until), frames=frames[-RECENT:])
        with self._lock:
            best = max((one for one in (known, kept, self._kept.get(key)) if one is not None), key=lambda one: one.lines)
            self._kept[key] = best
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return [one for one in frames if after < one.number <= until]

    @staticmethod
    def _begun(table: LiveTable, view: str | None, header: str, after: int) -> _Kept:
        reel = Reel(table, view)
        reel.skip(lines_of(table, 0, after))
        return _Kept(header, reel, after, ())


reels = Reels()


def result_of(verdict: Any) -> dict[str, Any]:
    """What came of a round that is over."""
    return {
        "round": verdict.number,
        "outcome": verdict.outcome,
        "scores": verdict.computed,
        "claimed": verdict.claimed,
        "next": verdict.next_dealer,
    }


class Head(NamedTuple):
    """How far a table is: its lines, and whether it is still written at."""

    written: int
    is_open: bool


def heads_of(table_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Head]:
    """How far those of these tables are that are there, in one query."""
    rows = LiveTable.objects.filter(pk__in=table_ids).values_list("pk", "written", "state")
    return {key: Head(written, state == LiveTable.State.OPEN) for key, written, state in rows}


def visible_until(table: LiveTable, watching: Watching, now: datetime | None = None) -> int:
    """The number of the last line that may be shown by now."""
    if not watching.delay:
        return table.written
    due = (now or timezone.now()) - watching.delay
    last = LiveLines.objects.filter(live_table=table.pk, at__lte=due).order_by("-first").first()
    return min(table.written, last.first + len(last.lines) - 1) if last else 0


def begin_of_round(table: LiveTable, until: int) -> int:
    """The number of the line by which the last round up to this line began; 1 where none did."""
    begins = 1
    for number, _at, line in numbered_lines(table, 0, until):
        if isinstance(line, Round):
            begins = number
    return begins


def shown(table: LiveTable, watching: Watching, after: int | None, most: int = AT_ONCE) -> tuple[list[Shown], int]:
    """The frames after a line, so many at most, and the number of the last line that is visible. None: from the round that is
    played."""
    until = visible_until(table, watching)
    start = begin_of_round(table, until) - 1 if after is None else min(after, until)
    return reels.frames(table, watching.view, start, min(until, start + most)), until
