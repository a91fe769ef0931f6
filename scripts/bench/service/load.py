"""``python -m scripts.bench.service.load``: sends reads and uploads at a steady rate to its own service and prints latencies.

Requests are sent at the times at which they are due, whether the ones before them have been answered or not, and a latency counts
from when a request was due: a service that falls behind shows it. A service under a steady load is warm: before anything is
measured it has been sent the same at the same pace for a while, so that the first requests of its processes count for nothing.
How long an upload waits for its verdict is read from the database; what each role costs, from the system. Client, web processes,
worker, database and broker share the machine's cores. PostgreSQL and RabbitMQ are its own, started for it.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import queue
import random
import re
import socket
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scripts.bench.service.processes import Spent, ahead
from tests.faults.__main__ import started_servers
from tests.faults.matches import distinct
from tests.files import PPN
from tests.service.service import Service, wait_for

WARM = 200
"""Matches that are there to be read before anything is measured."""
UPLOAD = "an upload"
VERDICT = "from an upload to its verdict"
READS = ("a page of the archive", "a match", "a verdict", "a verdict that is known", "a rulebook")

LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ask:
    """A request and the time at which it is due."""

    due: float
    kind: str
    method: str
    path: str
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Figures:
    """Latencies in milliseconds by kind of request, and the wrong answers."""

    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    wrong: dict[str, int] = field(default_factory=lambda: defaultdict(int))


def read(due: float, kind: str, id_: str, tag: str) -> Ask:
    """A read of this kind, of the match with this id and the ETag of its verdict."""
    paths = {
        "a page of the archive": "/api/v1/matches?limit=20",
        "a match": f"/api/v1/matches/{id_}",
        "a rulebook": "/api/v1/games/sichuan/rulebook",
    }
    headers = {"If-None-Match": tag} if kind == "a verdict that is known" else {}
    return Ask(due, kind, "GET", paths.get(kind, f"/api/v1/matches/{id_}/verdict"), None, headers)


def upload(due: float, text: str) -> Ask:
    """An upload of one match."""
    return Ask(due, UPLOAD, "POST", "/api/v1/matches", text.encode(), {"Content-Type": PPN})


def schedule(ids: Sequence[tuple[str, str]], texts: Sequence[str], reads: int, uploads: int, seconds: int) -> Iterator[Ask]:
    """All requests in the order in which they are due."""
    dice = random.Random(1)
    plan = [(n / reads, "read") for n in range(reads * seconds)] + [(n / uploads, "upload") for n in range(uploads * seconds)]
    fresh = iter(texts)
    for due, kind in sorted(plan):
        yield upload(due, next(fresh)) if kind == "upload" else read(due, dice.choice(READS), *dice.choice(ids))


class Connection:
    """A persistent connection. It parses only as much of a response as it needs to find its end, because the client shares the
    cores."""

    def __init__(self, service: Service) -> None:
        self.address, self.token = ("127.0.0.1", service.port), service.token
        self.socket: socket.socket | None = None

    def status(self, ask: Ask) -> int:
        """Send a request; returns the status of the response, which is read completely. Raises OSError, ValueError."""
        if self.socket is None:
            self.socket = socket.create_connection(self.address, timeout=60)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        told = {"Host": "127.0.0.1", "Authorization": f"Bearer {self.token}", **ask.headers}
        if ask.body is not None:
            told["Content-Length"] = str(len(ask.body))
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        self.socket.sendall(f"{ask.method} {ask.path} HTTP/1.1\r\n{head}\r\n".encode() + (ask.body or b""))
        got = b""
        while b"\r\n\r\n" not in got:
            got += self._more()
        said, _, body = got.partition(b"\r\n\r\n")
        status = int(said[9:12])
        length = LENGTH.search(said)
        left = 0 if status == 304 else int(length[1]) - len(body) if length else -1
        if left < 0:
            raise ValueError(f"an answer of no known length: {said[:200]!r}")
        while left:
            left -= len(self._more())
        if b"connection: close" in said.lower():
            self.close()
        return status

    def _more(self) -> bytes:
        assert self.socket is not None
        if not (got := self.socket.recv(65536)):
            raise OSError("the answer was cut off")
        return got

    def close(self) -> None:
        """Close the connection; the next request opens a new one."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None


def client(service: Service, asks: queue.Queue[Ask | None], start: float, figures: Figures, lock: threading.Lock) -> None:
    """Send due requests until there are none left."""
    connection = Connection(service)
    while ask := asks.get():
        time.sleep(max(0.0, start + ask.due - time.monotonic()))
        try:
            status = connection.status(ask)
        except (OSError, ValueError):
            connection.close()
            status = 0
        with lock:
            figures.took[ask.kind].append((time.monotonic() - start - ask.due) * 1000)
            if status not in (200, 202, 304):
                figures.wrong[f"{ask.kind}: {status or 'no answer'}"] += 1


def known_matches(service: Service) -> list[tuple[str, str]]:
    """Stored matches that have a verdict: id and ETag."""
    texts = [case.text for case in distinct(WARM, random.Random(7))]
    matches = service.upload("".join(f"{text}\n" for text in texts).encode())
    judged(service)
    known = []
    for match in matches:
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
        connection.request("GET", f"/api/v1/matches/{match['id']}/verdict", headers={"Authorization": f"Bearer {service.token}"})
        answer = connection.getresponse()
        known.append((match["id"], answer.headers["ETag"]))
        connection.close()
    return known


def send(service: Service, asks: Sequence[Ask], clients: int) -> Figures:
    """Send all these requests when they are due, by so many clients."""
    waiting: queue.Queue[Ask | None] = queue.Queue()
    for ask in [*asks, *[None] * clients]:
        waiting.put(ask)
    figures, lock, start = Figures(), threading.Lock(), time.monotonic() + 1
    shared = (service, waiting, start, figures, lock)
    threads = [threading.Thread(target=client, args=shared, daemon=True) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return figures


def judged(service: Service) -> None:
    """Wait for the last verdict."""
    left = "SELECT count(*) FROM archive_match WHERE state IN ('pending', 'judging')"
    wait_for(lambda: service.ask(left) == [(0,)], "the last verdict", 300)


@dataclass
class Run:
    """The result of a run: the requests, the seconds until the last verdict, and CPU seconds by role while requests were sent."""

    figures: Figures
    until: float
    spent: dict[str, float]
    sending: float


def run(service: Service, pids: dict[str, list[int]], options: argparse.Namespace) -> Run:
    """Warm up the service, then measure."""
    known = known_matches(service)
    cases = distinct(options.uploads * (options.seconds + options.warm), random.Random(9))
    texts = [case.text.replace("fault ", "load ") for case in cases]
    first = options.uploads * options.warm
    every = [pid for some in pids.values() for pid in some]
    with ahead(every, options.ahead):
        send(service, list(schedule(known, texts[:first], options.reads, options.uploads, options.warm)), options.clients)
        judged(service)
        asks = list(schedule(known, texts[first:], options.reads, options.uploads, options.seconds))
        [(since,)] = service.ask("SELECT now()")
        spent, start = Spent(pids), time.monotonic()
        figures = send(service, asks, options.clients)
        sending, seconds = time.monotonic() - start, spent.seconds()
        judged(service)
        until = time.monotonic() - start
    waited = f"SELECT 1000 * extract(epoch FROM state_since - created_at)::float FROM archive_match WHERE created_at > '{since}'"
    figures.took[VERDICT] = [milliseconds for (milliseconds,) in service.ask(waited)]
    return Run(figures, until, seconds, sending)


def printed(made: Run, seconds: int) -> None:
    """Print the tables of docs/how-to/operations.md."""
    figures = made.figures
    print("| request | a second | p50 ms | p95 ms | p99 ms | longest ms |\n|---|---|---|---|---|---|")
    every = {"all reads": [took for kind in READS for took in figures.took[kind]], **figures.took}
    for kind, took in sorted(every.items()):
        if not (ranked := sorted(took)):
            continue
        at = [ranked[min(len(ranked) - 1, int(len(ranked) * share))] for share in (0.5, 0.95, 0.99, 1)]
        print(f"| {kind} | {len(took) / seconds:.1f} | " + " | ".join(f"{value:.0f}" for value in at) + " |")
    print("wrong answers:", json.dumps(figures.wrong) if figures.wrong else "none")
    shares = [f"{name} {100 * spent / made.sending:.0f}%" for name, spent in made.spent.items()]
    print(f"of a core: {', '.join(shares)}; together {100 * sum(made.spent.values()) / made.sending:.0f}%")
    sent = sum(len(figures.took[kind]) for kind in (*READS, UPLOAD))
    each = [f"{name} {1000 * spent / sent:.2f}" for name, spent in made.spent.items()]
    print(f"ms of CPU for each of {sent:,} requests: {', '.join(each)}")


def main() -> None:
    """Measure and print. Exit status 1 where an answer was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reads", type=int, default=200, help="a second")
    parser.add_argument("--uploads", type=int, default=50, help="a second")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--warm", type=int, default=10, help="seconds of the same before anything is measured")
    parser.add_argument("--clients", type=int, default=24)
    parser.add_argument("--ahead", action="store_true", help="while it measures, before all else that the machine does; for root")
    options = parser.parse_args()
    with started_servers() as (home, database, broker):
        (home / "load").mkdir()
        service = Service(home / "load", database.url, broker.url)
        service.environment["LOG_LEVEL"] = "WARNING"
        # As in service; tests of faults do not wait so long.
        service.environment |= service.having(LOST_AFTER=360, SWEEP_AFTER=60, SWEEP_EVERY=30)
        try:
            service.prepare()
            web, worker, beat = service.web("--workers", "2"), service.worker(), service.beat()
            pids = {"web": [web.pid], "worker": [worker.pid], "sweeper": [beat.pid]}
            pids |= {"database": [database.pid], "broker": [broker.pid]}
            print(f"{os.cpu_count()} cores, load average before: {os.getloadavg()[0]:.1f}")
            made = run(service, pids, options)
        finally:
            service.close()
    printed(made, options.seconds)
    print(f"the last verdict after {made.until:.0f} s; load average after: {os.getloadavg()[0]:.1f}")
    sys.exit(bool(made.figures.wrong))


if __name__ == "__main__":
    main()
