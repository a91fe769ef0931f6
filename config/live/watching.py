"""Watching the versions of events: one query a second for all that anybody follows, whatever the number of streams.

Asked, not notified: PostgreSQL's NOTIFY reaches nobody through a connection pooler, and SQLite has none.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two queries."""

Versions = Mapping[uuid.UUID, int]


@dataclass
class Watched:
    """An event that somebody follows: its version, None once it is deleted."""

    version: int | None
    followers: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def newer_than(self, seen: int, seconds: float) -> bool:
        """Wait until the version is a newer one or the event is gone, so many seconds at most; whether it is so."""
        if self._is_known(seen):
            with suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), seconds)
        return not self._is_known(seen)

    def _is_known(self, seen: int) -> bool:
        return self.version is not None and self.version <= seen

    def wake(self) -> None:
        """Let all who wait look again."""
        self.changed.set()
        self.changed = asyncio.Event()


class Watcher:
    """Keeps the versions of followed events up to date, as long as anybody follows any. Used by one event loop alone."""

    def __init__(self, read: Callable[[Collection[uuid.UUID]], Awaitable[Versions]], every: float = EVERY) -> None:
        self._read, self._every = read, every
        self._watched: dict[uuid.UUID, Watched] = {}
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def follow(self, event_id: uuid.UUID, version: int) -> Iterator[Watched]:
        """Watch an event, known by this version, until the block ends."""
        watched = self._watched.setdefault(event_id, Watched(version))
        watched.followers += 1
        if self._task is None:
            self._task = asyncio.create_task(self._poll())
        try:
            yield watched
        finally:
            watched.followers -= 1
            if not watched.followers:
                del self._watched[event_id]

    def wake_all(self) -> None:
        """Let everybody who waits look again: the process ends."""
        for watched in self._watched.values():
            watched.wake()

    async def _poll(self) -> None:
        while self._watched:
            await asyncio.sleep(self._every)
            asked = list(self._watched)
            try:
                found = await self._read(asked)
            except Exception as error:  # noqa: BLE001 - whatever the database's client raises; the next second asks again
                log.warning("the versions of events cannot be read (%s: %s)", type(error).__name__, error)
            else:
                self._tell(asked, found)
        self._task = None

    def _tell(self, asked: Collection[uuid.UUID], found: Versions) -> None:
        """Tell what was found of the events that were asked for: others may be followed by now, of which nothing is known yet."""
        for event_id in asked:
            if (watched := self._watched.get(event_id)) is None:
                continue
            version = found.get(event_id)
            if version is None or watched.version is None or version > watched.version:
                watched.version = version
                watched.wake()
