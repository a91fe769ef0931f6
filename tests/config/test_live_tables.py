"""Live tables in the live process: who watches together is told the same, who comes later sees it from the start."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import pairwise
from typing import Any, TypeVar

import pytest
from django.db import connections

import referee
from config.live.tables import Channels, Key
from records.tournament import live_tables
from records.tournament.live_tables.visibility import Watching
from records.tournament.models import LiveTable
from referee.core.match_referee import NOBODY
from tests.files import lines_of
from tests.golden import HOME
from tests.people import CLEAN, person
from tests.proof import slow

pytestmark = [pytest.mark.django_db(transaction=True), slow]
QUICK = 0.01
THREAD = ThreadPoolExecutor(1)
Found = TypeVar("Found")


async def here(work: Callable[..., Any], *arguments: Any) -> Any:
    """As in the live process, what asks the database is done in a thread."""
    return await asyncio.get_running_loop().run_in_executor(THREAD, work, *arguments)


@pytest.fixture
def user() -> Any:
    return person("ann")


@pytest.fixture
def table(user: Any) -> LiveTable:
    return live_tables.open_table(user, {"game": "sichuan"}, public=True)


def run(work: Coroutine[Any, Any, Found]) -> Found:
    """What comes of this in a loop of events."""
    try:
        return asyncio.run(work)
    finally:
        THREAD.submit(connections.close_all).result()


def lines() -> list[Any]:
    return lines_of(referee.parse(CLEAN))


def long_match() -> list[Any]:
    """Lines of many more frames than a channel keeps."""
    found, begins = list[Any](), 0
    for line in lines() * 3:
        if isinstance(line, dict) and "round" in line:
            begins += 1
            line = {"round": {**line["round"], "round": begins}}
        found.append(line)
    return found


def write(user: Any, table: LiveTable, written: list[Any]) -> None:
    """Write lines, as many at once as may be."""
    for start in range(0, len(written), 400):
        live_tables.write(user, table, start + 1, written[start : start + 400])


async def until(channel: Any, done: Callable[[], bool]) -> None:
    """Wait until frames or the end have brought this about."""
    while not done():
        await asyncio.wait_for(channel.changed.wait(), 60)


def key(table: LiveTable, view: str | None = NOBODY, delay: float = 0) -> Key:
    return Key(Watching(table.pk, view, timedelta(seconds=delay)), "")


async def gathered(channels: Channels, table: LiveTable, at: Key, position: int | None, until: int) -> list[int]:
    """The numbers of the frames that a watcher gets who knows all up to a line, up to a line."""
    found: list[int] = []
    with channels.follow(at, table) as channel:
        while not found or found[-1] < until:
            changed = channel.changed
            async for lot in channels.after(channel, position):
                found += [json.loads(one.data.split(b"data: ", 1)[1])["number"] for one in lot]
                position = found[-1]
            if not found or found[-1] < until:
                await asyncio.wait_for(changed.wait(), 60)
    return found


def test_everybody_gets_every_frame_once_and_in_order(user: Any, table: LiveTable) -> None:
    written = lines()

    async def play() -> list[list[int]]:
        channels = Channels(here, dict, QUICK)
        watchers = [asyncio.create_task(gathered(channels, table, key(table), None, 30)) for _ in range(5)]
        for start in range(0, 30, 6):
            await here(live_tables.write, user, table, start + 1, written[start : start + 6])
            await asyncio.sleep(2 * QUICK)
        return await asyncio.gather(*watchers)

    assert run(play()) == [list(range(1, 31))] * 5


def test_who_comes_later_or_comes_back_is_given_what_is_missing(user: Any, table: LiveTable) -> None:
    written = lines()
    over = next(number for number, line in enumerate(written, 1) if isinstance(line, dict) and "over" in line)
    write(user, table, written)
    last = len(written)

    async def come(position: int | None) -> list[int]:
        return await gathered(Channels(here, dict, QUICK), table, key(table), position, last)

    begins = max(number for number, line in enumerate(written, 1) if isinstance(line, dict) and "round" in line)
    assert run(come(None)) == list(range(begins, last + 1))
    assert run(come(0)) == list(range(1, last + 1))
    assert run(come(over - 3)) == list(range(over - 2, last + 1))


def test_nothing_is_shown_before_its_delay_is_over(user: Any, table: LiveTable) -> None:
    live_tables.write(user, table, 1, lines()[:10])

    async def wait() -> int:
        channels = Channels(here, dict, QUICK)
        with channels.follow(key(table, None, 3600), table) as channel:
            await asyncio.wait_for(channel.changed.wait(), 60)
            await asyncio.sleep(5 * QUICK)
            return len(channel.sent)

    assert run(wait()) == 0


def test_latecomers_are_given_slices_in_turn(user: Any, table: LiveTable) -> None:
    """A2: many who read from the start hold nobody up. Who asks next waits for one slice of each of them at most."""
    written = long_match()
    write(user, table, written)

    async def ask() -> list[int]:
        channels, turns = Channels(here, dict, QUICK), list[int]()

        async def read(watcher: int) -> None:
            with channels.follow(key(table), table) as channel:
                async for lot in channels.after(channel, 0):
                    turns.append(watcher)
                    assert len(lot) <= live_tables.AT_ONCE or lot[-1].number == channel.last

        with channels.follow(key(table), table) as channel:
            await until(channel, lambda: channel.last == len(written))
            crowd = [asyncio.create_task(read(watcher)) for watcher in range(12)]
            while not turns:
                await asyncio.sleep(0)
            await asyncio.gather(*crowd, read(12))
        return turns

    turns = run(ask())
    slices = turns.count(0)
    assert slices > 3
    assert [turns.count(watcher) for watcher in range(13)] == [slices] * 13
    seen = [at for at, watcher in enumerate(turns) if watcher == 12]
    assert max(later - sooner for sooner, later in pairwise(seen)) <= 2 * 13
    assert seen[0] <= 2 * 13


def test_stream_and_api_show_the_same(user: Any, table: LiveTable) -> None:
    """A8: a draft has changed the game of a table that is followed already; both show the frames that were stored."""
    text = (HOME / "xueliu" / "clean-01.ppn").read_bytes()

    async def follow() -> list[Any]:
        channels = Channels(here, dict, QUICK)
        with channels.follow(key(table), table) as channel:
            await asyncio.wait_for(channel.changed.wait(), 60)
            last = (await here(live_tables.write_draft, user, table, text)).table.written
            await until(channel, lambda: channel.last == last)
            return [json.loads(one.data.split(b"data: ", 1)[1]) async for lot in channels.after(channel, 0) for one in lot]

    streamed = run(follow())
    shown: list[Any] = []
    after: int | None = 0
    while after is not None:
        some = live_tables.shown(key(table).watching, after)
        shown, after = [*shown, *some.frames], some.next
    assert streamed == shown
    assert {one["frame"]["game"] for one in streamed} == {"xueliu"}


def test_channel_of_a_table_whose_delay_was_changed_is_left(user: Any, table: LiveTable) -> None:
    """A1: a longer delay holds for those who watch already."""
    live_tables.write(user, table, 1, lines()[:10])

    async def follow() -> bool:
        channels = Channels(here, dict, QUICK)
        with channels.follow(key(table, None), table) as channel:
            await asyncio.wait_for(channel.changed.wait(), 60)
            await here(live_tables.change_delay, user, table, 3600)
            await until(channel, lambda: channel.is_stale)
            return channel.is_over

    assert not run(follow())
