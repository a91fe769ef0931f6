"""``python -m scripts.bench.service.live``: tables that are played at a steady pace while others watch, on a service of its own;
prints what a move costs, how long watchers wait for it, and what is lost.

Every table writes one move every few seconds to two web processes and has watchers at the live process, all on this machine. A
latency counts from when a move was due until its answer, or until a watcher has its frame. What is lost: lines that a watcher did
not get, got twice or out of order. It ends by itself after so many seconds, and listens on loopback alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import referee
from referee.notation.json_form import write_json
from scripts.bench.service.processes import Spent
from tests.faults.__main__ import started_servers
from tests.golden import HOME
from tests.service.service import Service

MOST_TABLES, MOST_WATCHERS, MOST_SECONDS = 200, 10, 600
PATIENCE = 60.0


@dataclass
class Table:
    """A table that is played: its id, its lines, when each was due, and what every watcher got."""

    id: str
    lines: list[Any]
    due: dict[int, float] = field(default_factory=dict)
    answered: list[float] = field(default_factory=list)
    got: list[list[int]] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


def lines_of(game: str) -> Iterator[Any]:
    """The lines of a golden match of a game, over and over."""
    record = referee.parse((HOME / game / "clean-01.ppn").read_bytes())
    rounds: Any = write_json(record)["rounds"] if isinstance(record, referee.Record) else []
    number = 0
    while True:
        for round_ in rounds:
            number += 1
            header = {
                name: value for name, value in round_.items() if name not in ("moves", "scores", "places", "comments", "end")
            }
            yield {"round": {**header, "round": number}}
            yield from round_["moves"]
            yield {"over": {name: round_[name] for name in ("scores", "places") if name in round_}}


async def asked(port: int, head: str, body: bytes = b"") -> tuple[int, bytes]:
    """The status and the body of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        said, _, rest = (await asyncio.wait_for(reader.read(), PATIENCE)).partition(b"\r\n\r\n")
        return int(said[9:12]), rest
    finally:
        writer.close()


async def play(service: Service, table: Table, start: float, every: float, seconds: float) -> None:
    """Write one line after the other when it is due."""
    head = (
        f"POST /api/v1/tables/{table.id}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {service.token}\r\n"
    )
    for number, line in enumerate(table.lines, 1):
        due = start + (number - 1) * every
        if due > start + seconds:
            return
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        table.due[number] = due
        status, told = await asked(service.port, head, json.dumps({"number": number, "moves": [line]}).encode())
        table.answered.append(time.monotonic() - due)
        if status != 200:
            table.wrong.append(f"line {number}: {status} {told[:200]!r}")
            return


async def watch(port: int, table: Table, got: list[int]) -> None:
    """Follow a table, and come back where the stream ends."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        after = got[-1] if got else 0
        writer.write(f"GET /api/v1/tables/{table.id}/events?after={after} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        try:
            while data := await reader.readline():
                if data.startswith(b"id: "):
                    number = int(data[4:])
                    got.append(number)
                    if number in table.due:
                        table.waited.append(time.monotonic() - table.due[number])
        finally:
            writer.close()


async def run(service: Service, port: int, tables: Sequence[Table], options: argparse.Namespace) -> None:
    """Play all tables, each a little after the one before, and wait until everybody has what was written."""
    watchers = []
    for table in tables:
        table.got = [[] for _ in range(options.watchers)]
        watchers += [asyncio.create_task(watch(port, table, got)) for got in table.got]
    start = time.monotonic() + 2
    paces = [
        play(service, table, start + n * options.every / len(tables), options.every, options.seconds)
        for n, table in enumerate(tables)
    ]
    await asyncio.gather(*paces)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and any(len(got) < len(table.due) for table in tables for got in table.got):
        await asyncio.sleep(0.2)
    for task in watchers:
        task.cancel()
    await asyncio.gather(*watchers, return_exceptions=True)


def opened(service: Service, games: Sequence[str], number: int, lines: int) -> list[Table]:
    """Tables of these games in turn, which anybody may watch."""
    found = []
    for at in range(number):
        game = games[at % len(games)]
        record = referee.parse((HOME / game / "clean-01.ppn").read_bytes())
        rules = record.rules if isinstance(record, referee.Record) else ""
        body = json.dumps({"game": game, "rules": rules, "public": True}).encode()
        status, told = service.request("POST", "tables", body, "application/json")
        assert status == 201, told
        source = lines_of(game)
        found.append(Table(told["id"], [next(source) for _ in range(lines)]))
    return found


def ranked(name: str, took: Sequence[float]) -> str:
    """A row of the table: how many, and the milliseconds of the middle, of one in a hundred, and of the longest."""
    ordered = sorted(took) or [0.0]
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 for share in (0.5, 0.99, 1)]
    return f"| {name} | {len(took):,} | " + " | ".join(f"{value:,.0f}" for value in at) + " |"


def printed(tables: Sequence[Table], spent: dict[str, float], seconds: float) -> int:
    """Print the figures; how many lines were lost."""
    moves = sum(len(table.due) for table in tables)
    lost = sum(got != list(range(1, len(table.due) + 1)) for table in tables for got in table.got)
    missing = sum(len(set(table.due) - set(got)) for table in tables for got in table.got)
    print("| | number | p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|")
    print(ranked("a move until its answer", [took for table in tables for took in table.answered]))
    print(ranked("a move until a watcher has its frame", [took for table in tables for took in table.waited]))
    print("CPU of a move, ms: " + ", ".join(f"{name} {1000 * used / max(1, moves):.1f}" for name, used in spent.items()))
    print(f"of a core: {', '.join(f'{name} {100 * used / seconds:.0f}%' for name, used in spent.items())}")
    print(f"lost: {missing} frames; {lost} watchers with a gap, a double or another order")
    for table in tables:
        for wrong in table.wrong:
            print(wrong)
    return missing + lost + sum(len(table.wrong) for table in tables)


def main() -> None:
    """Measure and print. Exit status 1 where anything was lost or refused."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=5, help="of each table")
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two moves of a table")
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    options.tables, options.watchers = min(options.tables, MOST_TABLES), min(options.watchers, MOST_WATCHERS)
    options.seconds = min(options.seconds, MOST_SECONDS)
    with started_servers() as (home, database, broker):
        (home / "live").mkdir()
        service = Service(home / "live", database.url, broker.url)
        service.environment |= {"LOG_LEVEL": "WARNING", **service.having(LIVE_NETWORK_STREAMS=1000)}
        try:
            service.prepare()
            web = service.web("--workers", "2")
            live, port = service.live()
            tables = opened(
                service, [game.id for game in referee.games()], options.tables, int(options.seconds / options.every) + 2
            )
            print(f"{os.cpu_count()} cores, load average before: {os.getloadavg()[0]:.1f}")
            spent, start = Spent({"web": [web.pid], "live": [live.pid], "database": [database.pid]}), time.monotonic()
            asyncio.run(run(service, port, tables, options))
            used, took = spent.seconds(), time.monotonic() - start
        finally:
            service.close()
    wrong = printed(tables, used, took)
    print(f"load average after: {os.getloadavg()[0]:.1f}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
