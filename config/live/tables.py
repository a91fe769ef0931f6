"""Live tables as watchers follow them: every frame is made once for all who see a table in the same view, language and delay.

One query every half second asks how far all followed tables are. What is new is fed to a channel's own referee, in one of the
threads; a frame is kept until the second round after its own has begun. Who comes later, or was away for long, is given what is
missing by a referee that is built for it and thrown away.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, NamedTuple

from django.db import close_old_connections
from django.utils import timezone, translation

from records import live_tables
from records.live_tables.lines import Line
from records.models import LiveTable

log = logging.getLogger(__name__)

EVERY = 0.5
"""Seconds between two queries."""
LOT = 50
"""Frames that are made in one go, before another channel has its turn."""
AT_ONCE = 2
"""How many latecomers are given what they missed at the same time; the others wait."""

Dress = Callable[[dict[str, Any]], dict[str, Any]]
InThread = Callable[..., Awaitable[Any]]


class Key(NamedTuple):
    """What is the same for all watchers of a channel; ``language`` empty: frames as programs read them."""

    watching: live_tables.Watching
    language: str


class Sent(NamedTuple):
    """A frame as it is sent, and the round that it is of."""

    number: int
    round: int
    data: bytes


class Channel:
    """The frames of a table in one view, as far as they may be shown by now."""

    def __init__(self, table: LiveTable, key: Key, dress: Dress) -> None:
        self.key, self.table = key, table
        self.reel = _Reel(table, key, dress)
        self.sent: deque[Sent] = deque()
        self.last = 0
        self.waiting: deque[tuple[int, datetime, Line]] = deque()
        self.read = -1
        self.is_over = False
        self.followers = 0
        self.changed = asyncio.Event()

    def has_more(self, written: int) -> bool:
        """Whether there are lines to be read, of so many, or to be shown."""
        return self.read < 0 or written > self.read or self.is_due()

    def is_due(self) -> bool:
        """Whether a line that was read may be shown by now."""
        return bool(self.waiting) and self.waiting[0][1] + self.key.watching.delay <= timezone.now()

    def advance(self, written: int) -> None:
        """Read new lines and make the frames of those that are due, some at once. Called in a thread."""
        if self.read < 0:
            self._begin()
        if written > self.read and len(self.waiting) < LOT:
            until = min(written, self.read + 10 * LOT)
            self.waiting.extend(live_tables.numbered_lines(self.table, self.read, until))
            self.read = until
        made = 0
        while made < LOT and self.is_due():
            number, _at, line = self.waiting.popleft()
            self._keep(self.reel.show(number, line))
            made += 1

    def _begin(self) -> None:
        """Begin with the round that is shown now."""
        self.table.refresh_from_db()
        until = live_tables.visible_until(self.table, self.key.watching)
        start = live_tables.begin_of_round(self.table, until) - 1
        self.reel.reel.skip(live_tables.lines_of(self.table, 0, start))
        self.read = self.last = start

    def pending(self, position: int | None) -> list[Sent] | None:
        """The frames after a line; None: from the round that is shown. None is given where some are not kept any more."""
        sent = list(self.sent)
        if position is None:
            return [one for one in sent if one.round == sent[-1].round]
        if position + 1 < (sent[0].number if sent else self.last + 1):
            return None
        return [one for one in sent if one.number > position]

    def _keep(self, sent: Sent) -> None:
        """Keep a frame; those of rounds before the last one are let go."""
        self.sent.append(sent)
        self.last = sent.number
        while self.sent[0].round < sent.round - 1:
            self.sent.popleft()

    def wake(self) -> None:
        """Let all who wait look again."""
        self.changed.set()
        self.changed = asyncio.Event()


class _Reel:
    """Frames of a table in a view and a language, as they are sent."""

    def __init__(self, table: LiveTable, key: Key, dress: Dress) -> None:
        self.reel, self.language, self.dress = live_tables.Reel(table, key.watching.view), key.language, dress

    def show(self, number: int, line: Line) -> Sent:
        document = self.reel.show(number, line).document
        if self.language:
            with translation.override(self.language):
                document = self.dress(document)
        data = json.dumps(document, ensure_ascii=False, separators=(",", ":"), default=str)
        return Sent(number, document["round"], f"event: frame\nid: {number}\ndata: {data}\n\n".encode())


class Channels:
    """The channels that anybody follows. Used by one event loop alone."""

    def __init__(self, in_thread: InThread, dress: Dress, every: float = EVERY) -> None:
        self._in_thread, self._dress, self._every = in_thread, dress, every
        self._channels: dict[Key, Channel] = {}
        self._task: asyncio.Task[None] | None = None
        self._late = asyncio.Semaphore(AT_ONCE)

    @contextmanager
    def follow(self, key: Key, table: LiveTable) -> Iterator[Channel]:
        """Follow a table until the block ends."""
        channel = self._channels.get(key)
        if channel is None:
            channel = self._channels[key] = Channel(table, key, self._dress)
        channel.followers += 1
        if self._task is None:
            self._task = asyncio.create_task(self._poll())
        try:
            yield channel
        finally:
            channel.followers -= 1
            if not channel.followers:
                del self._channels[key]

    def wake_all(self) -> None:
        """Let everybody who waits look again: the process ends."""
        for channel in self._channels.values():
            channel.wake()

    async def after(self, channel: Channel, position: int | None) -> AsyncIterator[Sequence[Sent]]:
        """The frames after a line, lot by lot, up to where the channel is now."""
        kept = channel.pending(position)
        if kept is not None:
            if kept:
                yield kept
            return
        async with self._late:
            source = await self._in_thread(_closed(_late), channel, position or 0, self._dress)
            while lot := await self._in_thread(_lot, source):
                yield lot

    async def _poll(self) -> None:
        while self._channels:
            await self._advance_all()
            await asyncio.sleep(self._every)
        self._task = None

    async def _advance_all(self) -> None:
        asked = list(self._channels.values())
        try:
            heads = await self._in_thread(_closed(live_tables.heads_of), {one.key.watching.table_id for one in asked})
        except Exception:  # whatever the database's client raises; the next time asks again
            log.warning("live tables cannot be read", exc_info=True)
            return
        for channel in asked:
            await self._advance(channel, heads.get(channel.key.watching.table_id))

    async def _advance(self, channel: Channel, head: live_tables.Head | None) -> None:
        """Have a channel go on as far as its table is; one that cannot ends, and keeps no other from going on."""
        if channel.is_over:
            return
        try:
            if head is not None and channel.has_more(head.written):
                await self._in_thread(_closed(channel.advance), head.written)
                channel.wake()
            ends = head is None or not head.is_open and channel.last == head.written
        except Exception:
            log.exception("table %s cannot be shown", channel.key.watching.table_id)
            ends = True
        if ends:
            channel.is_over = True
            channel.wake()


def _late(channel: Channel, position: int, dress: Dress) -> Iterator[Sent]:
    """What came after a line up to where the channel is now, one by one. The lines are read at once, by the thread that asks."""
    until = channel.last
    reel = _Reel(channel.table, channel.key, dress)
    reel.reel.skip(live_tables.lines_of(channel.table, 0, min(position, until)))
    lines = list(live_tables.numbered_lines(channel.table, position, until))
    return (reel.show(number, line) for number, _at, line in lines)


def _lot(source: Iterator[Sent]) -> list[Sent]:
    found: list[Sent] = []
    with suppress(StopIteration):
        while len(found) < LOT:
            found.append(next(source))
    return found


def _closed(work: Callable[..., Any]) -> Callable[..., Any]:
    """The same work with the thread's connection looked after."""

    def run(*arguments: Any) -> Any:
        close_old_connections()
        try:
            return work(*arguments)
        finally:
            close_old_connections()

    return run
