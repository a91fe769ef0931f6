"""What watchers of a long live table cost: ``python -m scripts.bench.live_tables LINES …``.

It prints the CPU time of requests, and how many frames a latecomer gets while twelve streams read from the start. It makes a
database of its own in a temporary folder.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

import django
from django.core.management import call_command

RECORD = Path(__file__).parents[2] / "tests" / "golden" / "sichuan" / "clean-01.ppn"
AGAIN = 5
"""Requests of a kind, of which the middle one counts."""
CROWD, PAUSE, PATIENCE = 12, 0.2, 20.0
"""Streams that read from the start, the seconds that each takes for a slice, and for how long the latecomer is watched."""


def lines(number: int) -> list[Any]:
    """So many lines, round after round of one record."""
    import referee
    from referee.notation.json_form import write_json

    written: Any = write_json(referee.parse(RECORD.read_bytes()))
    found: list[Any] = []
    begun = 0
    while len(found) < number:
        for round_ in written["rounds"]:
            begun += 1
            header = {name: value for name, value in round_.items() if name not in ("moves", "scores")}
            found += [{"round": {**header, "round": begun}}, *round_["moves"], {"over": {"scores": round_["scores"]}}]
    return found[:number]


def table_of(user: Any, number: int) -> Any:
    """A public live table of so many lines."""
    from records import live_tables

    table = live_tables.open_table(user, {"game": "sichuan"}, public=True, delay=0)
    written = lines(number)
    begun = time.process_time()
    for start in range(0, number, 400):
        live_tables.write(user, table, start + 1, written[start : start + 400])
    print(f"{number:>6} lines written: {1000 * (time.process_time() - begun) / number:.2f} ms of CPU a line")
    return table


def requests(table: Any, number: int) -> None:
    """Print what answers cost, as anybody asks for them."""
    from django.test import Client

    Client().get(f"/tables/{table.pk}/frames/")
    gc.collect()
    gc.freeze()  # what the writers before have left is not collected on the watchers' time
    for view in ("public", "open", "E"):
        for path in (f"/api/v1/tables/{table.pk}/frames", f"/tables/{table.pk}/frames/"):
            for after in ("", "0", str(number // 2), str(number - 10)):
                spent = []
                for _ in range(AGAIN):
                    begun = time.process_time()
                    answer = Client().get(path, {"view": view, **({"after": after} if after else {})})
                    spent.append(1000 * (time.process_time() - begun))
                    assert answer.status_code == 200, answer.content
                kind = "page" if path.endswith("/") else "API"
                where = f"{number:>6} lines, {view:6} {kind:4} after {after or '–':>6}"
                print(f"{where}: {median(spent):7.1f} ms, {len(answer.content):>8,} bytes")


def latecomers(long: Any, short: Any) -> None:
    """Print how many frames of a short table a latecomer gets while a crowd reads a long one from its start."""
    from config.live.tables import Channels, Key
    from records import live_tables
    from referee.match_referee import NOBODY

    pool = ThreadPoolExecutor(4)

    def key(table: Any) -> Key:
        return Key(live_tables.Watching(table.pk, NOBODY, timedelta(0)), "")

    async def in_thread(work: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(pool, work, *arguments)

    async def read(channels: Channels, table: Any, got: list[int], pause: float) -> None:
        with channels.follow(key(table), table) as channel:
            while channel.last < 1:
                await asyncio.wait_for(channel.changed.wait(), 60)
            async for lot in channels.after(channel, 0):
                got.append(len(lot))
                await asyncio.sleep(pause)

    async def crowded() -> None:
        channels = Channels(in_thread, dict)
        crowd = [list[int]() for _ in range(CROWD)]
        tasks = [asyncio.create_task(read(channels, long, got, PAUSE)) for got in crowd]
        await asyncio.sleep(2)
        late: list[int] = []
        begun = time.monotonic()
        last = asyncio.create_task(read(channels, short, late, 0))
        await asyncio.wait([last], timeout=PATIENCE)
        print(
            f"latecomer: {sum(late)} frames of {short.written} in {time.monotonic() - begun:.2f} s beside {CROWD} from the start"
        )
        for task in (last, *tasks):
            task.cancel()
        await asyncio.gather(last, *tasks, return_exceptions=True)

    asyncio.run(crowded())


def main() -> None:
    """Measure tables of so many lines."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "REFEREE_VAR": folder,
            "THROTTLE_FRAMES": "100000/min",
        }
        django.setup()
        from django.conf import settings
        from django.contrib.auth.models import User

        settings.ALLOWED_HOSTS = ["*"]
        call_command("migrate", verbosity=0)
        user = User.objects.create_user("ann")
        tables = [(table_of(user, number), number) for number in map(int, sys.argv[1:] or ["10000", "24000"])]
        short = table_of(user, 245)
        for table, number in tables:
            requests(table, number)
        short.refresh_from_db()
        latecomers(tables[-1][0], short)


if __name__ == "__main__":
    main()
