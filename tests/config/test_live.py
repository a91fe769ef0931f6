"""The live process within: bounds of streams, and what is asked of the database however many there are."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Collection
from contextlib import ExitStack

import pytest

from config.live.application import Limits
from config.live.watching import Watcher

EVENT, OTHER = uuid.UUID(int=1), uuid.UUID(int=2)
QUICK = 0.01


class Database:
    """Versions that are read, and how often; ``fails`` so many times first."""

    def __init__(self, fails: int = 0) -> None:
        self.versions, self.reads, self.fails = {EVENT: 1, OTHER: 1}, [set[uuid.UUID]()], fails

    async def read(self, event_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
        self.reads.append(set(event_ids))
        if self.fails:
            self.fails -= 1
            raise OSError("the database is away")
        return {event: version for event, version in self.versions.items() if event in event_ids}


def test_streams_are_bounded_in_all_and_by_network_and_room_comes_back() -> None:
    limits = Limits(3, 2)
    with ExitStack() as streams:
        assert [streams.enter_context(limits.room_for(network)) for network in ("a", "a", "a", "b", "b")] == [
            True,
            True,
            False,
            True,
            False,
        ]
    with limits.room_for("a") as is_room:
        assert is_room
    assert not limits._by_network, "networks without a stream are forgotten"


def test_followers_of_an_event_are_told_by_one_query_and_of_nothing_else() -> None:
    async def follow() -> tuple[list[bool], bool, list[set[uuid.UUID]]]:
        database = Database()
        watcher = Watcher(database.read, QUICK)
        with ExitStack() as open_streams:
            mine = [open_streams.enter_context(watcher.follow(EVENT, 1)) for _ in range(50)]
            other = open_streams.enter_context(watcher.follow(OTHER, 1))
            waiting = [asyncio.create_task(one.newer_than(1, 60)) for one in mine]
            await asyncio.sleep(5 * QUICK)
            database.versions[EVENT] = 2
            told = await asyncio.gather(*waiting)
            return list(told), await other.newer_than(1, QUICK), database.reads[1:]

    told, told_of_another, reads = asyncio.run(follow())
    assert told == [True] * 50
    assert not told_of_another
    assert all(one == {EVENT, OTHER} for one in reads)


def test_event_that_is_followed_while_the_database_answers_is_not_taken_for_a_deleted_one() -> None:
    async def version_of_the_late_one() -> int | None:
        asked, answered = asyncio.Event(), asyncio.Event()

        async def read(ids: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
            found = dict.fromkeys(ids, 1)
            asked.set()
            await answered.wait()
            return found

        watcher = Watcher(read, QUICK)
        with watcher.follow(EVENT, 1):
            await asked.wait()
            with watcher.follow(OTHER, 1) as late:
                answered.set()
                await late.newer_than(1, QUICK / 2)
                return late.version

    assert asyncio.run(version_of_the_late_one()) == 1


def test_later_follower_starts_no_second_query() -> None:
    async def most_at_once() -> int:
        under_way, most = 0, 0

        async def read(ids: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(3 * QUICK)
            under_way -= 1
            return dict.fromkeys(ids, 1)

        watcher = Watcher(read, QUICK)
        with watcher.follow(EVENT, 1), watcher.follow(OTHER, 1):
            await asyncio.sleep(5 * QUICK)
        return most

    assert asyncio.run(most_at_once()) == 1


def test_nothing_is_asked_while_nobody_follows() -> None:
    async def reads_after_the_last_has_left() -> tuple[int, int]:
        database = Database()
        watcher = Watcher(database.read, QUICK)
        with watcher.follow(EVENT, 1):
            await asyncio.sleep(5 * QUICK)
        await asyncio.sleep(3 * QUICK)
        before = len(database.reads)
        await asyncio.sleep(10 * QUICK)
        idle = len(database.reads) - before
        with watcher.follow(EVENT, 1) as again:
            database.versions[EVENT] = 2
            assert await again.newer_than(1, 60)
        return before, idle

    before, idle = asyncio.run(reads_after_the_last_has_left())
    assert before > 1
    assert idle == 0


def test_watching_goes_on_after_the_database_was_away() -> None:
    async def told() -> bool:
        database = Database(fails=3)
        database.versions[EVENT] = 2
        with Watcher(database.read, QUICK).follow(EVENT, 1) as watched:
            return await watched.newer_than(1, 60)

    assert asyncio.run(told())


@pytest.mark.parametrize("known", [1, 7])
def test_deleted_event_wakes_its_followers(known: int) -> None:
    async def version() -> int | None:
        database = Database()
        with Watcher(database.read, QUICK).follow(uuid.UUID(int=3), known) as watched:
            assert await watched.newer_than(known, 60)
            return watched.version

    assert asyncio.run(version()) is None
