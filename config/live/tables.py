"""Live tables as watchers follow them: what is shown is stored, and is read once for all who see a table in the same view,
language and delay.

One query every half second asks how far all followed tables are. A channel keeps the frames of the last two rounds. Latecomers
are given slices in turn: each waits for its next slice behind all who wait already. While a slice is on its way to a slow reader,
others are read.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import close_old_connections
from django.utils import translation

from records.tournament import live_tables
from records.tournament.models import LiveTable

log = logging.getLogger(__name__)

EVERY = 0.5
"""Seconds between two queries."""
SLICES = 10
"""Slices that a channel reads in one go, before another channel has its turn."""
AT_ONCE = 2
"""How many slices are read for latecomers at the same time; the others wait in the order in which they came."""

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
        self.key, self.delay, self.dress = key, table.delay, dress
        self.sent: deque[Sent] = deque()
        self.last = -1
        self.is_over = False
        self.is_stale = False
        self.followers = 0
        self.changed = asyncio.Event()

    def advance(self) -> bool:
        """Read what may be shown by now, some slices of it at once; whether there was anything. Called in a thread."""
        begun = self.last
        until = live_tables.visible_until(self.key.watching)
        if self.last < 0:
            self.last = live_tables.begin_of_round(self.key.watching.table_id, until) - 1
        for _ in range(SLICES):
            if self.last >= until:
                break
            for sent in self.slice(self.last, until):
                self._keep(sent)
        return self.last != begun

    def slice(self, after: int, until: int) -> list[Sent]:
        """A slice of the frames after a line, up to another, as they are sent. Called in a thread."""
        return [self._sent(one) for one in live_tables.texts(self.key.watching, after, until)]

    def _sent(self, shown: live_tables.Text) -> Sent:
        document, text = json.loads(shown.text), shown.text
        if self.key.language:
            with translation.override(self.key.language):
                text = json.dumps(self.dress(document), ensure_ascii=False, separators=(",", ":"), default=str)
        return Sent(shown.number, document["round"], f"event: frame\nid: {shown.number}\ndata: {text}\n\n".encode())

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


class Channels:
    """The channels that anybody follows. Used by one event loop alone."""

    def __init__(self, in_thread: InThread, dress: Dress, every: float = EVERY) -> None:
        self._in_thread, self._dress, self._every = in_thread, dress, every
        self._channels: dict[Key, Channel] = {}
        self._task: asyncio.Task[None] | None = None
        self._turns = asyncio.Semaphore(AT_ONCE)

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
            if not channel.followers and self._channels.get(key) is channel:
                del self._channels[key]

    def wake_all(self) -> None:
        """Let everybody who waits look again: the process ends."""
        for channel in self._channels.values():
            channel.wake()

    async def after(self, channel: Channel, position: int | None) -> AsyncIterator[Sequence[Sent]]:
        """The frames after a line, slice by slice, up to where the channel is now."""
        while (kept := channel.pending(position)) is None:
            async with self._turns:
                some = await self._in_thread(_closed(channel.slice), position or 0, channel.last)
            if not some:
                return
            yield some
            position = some[-1].number
        if kept:
            yield kept

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
        """Have a channel go on as far as its table is; one that cannot ends, and keeps no other from going on. A channel whose
        table has another delay by now is left: browsers come back, and what they may see is asked anew."""
        if channel.is_over:
            return
        if head is not None and head.delay != channel.delay:
            channel.is_stale = True
            self._channels.pop(channel.key, None)
            channel.wake()
            return
        try:
            if head is not None and channel.last < head.written and await self._in_thread(_closed(channel.advance)):
                channel.wake()
            ends = head is None or not head.is_open and channel.last == head.written
        except Exception:
            log.exception("table %s cannot be shown", channel.key.watching.table_id)
            ends = True
        if ends:
            channel.is_over = True
            channel.wake()


def _closed(work: Callable[..., Any]) -> Callable[..., Any]:
    """The same work with the thread's connection looked after."""

    def run(*arguments: Any) -> Any:
        close_old_connections()
        try:
            return work(*arguments)
        finally:
            close_old_connections()

    return run
