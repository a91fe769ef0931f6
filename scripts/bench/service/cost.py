"""``python -m scripts.bench.service.cost``: the CPU time of requests in web process and database, and of judging in a worker.

Of requests, milliseconds of CPU and queries by kind; of judgements, from the ids of a task to its end, alone and in a backlog.

One process asks through the WSGI door, kind after kind, round after round, so that figures of one run can be compared with each
other on a machine that does other work too; a kind's figure is the median of its rounds. The cheapest request is the one that
other work disturbed least: between two states it tells more than the median does. Connections are kept as in service.
PostgreSQL and RabbitMQ are its own, or those of DATABASE_URL and BROKER_URL, where a database and a queue are made and dropped.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import json
import os
import pstats
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from wsgiref.util import setup_testing_defaults

from scripts.bench.service.load import READS, UPLOAD, WARM, Ask, read, upload
from tests.faults.__main__ import started_servers
from tests.faults.matches import distinct
from tests.service.service import Service

JUDGEMENT, BEHIND = "a judgement", "a judgement of a backlog"


@dataclass
class Cost:
    """The cost of a kind of request: CPU milliseconds by round and of the cheapest one, queries and bytes of one request."""

    own: list[float] = field(default_factory=list)
    least: float = float("inf")
    database: list[float] = field(default_factory=list)
    queries: int = 0
    size: int = 0


@contextmanager
def service() -> Iterator[Service]:
    """A service without workers, set up in this process, with a database and a queue of its own."""
    with servers_of_its_own_or_named() as (home, database, broker):
        made = Service(home, database, broker)
        try:
            made.prepare()
            os.environ |= made.environment | {"LOG_LEVEL": "WARNING"}
            import django

            django.setup()
            yield made
            from django.db import connections

            connections.close_all()
        finally:
            made.close()


@contextmanager
def servers_of_its_own_or_named() -> Iterator[tuple[Path, str, str]]:
    """A folder, and the addresses of a database and a broker: those of the environment, else new ones."""
    named = os.environ.get("DATABASE_URL"), os.environ.get("BROKER_URL")
    if all(named):
        with TemporaryDirectory(prefix="referee-cost-") as folder:
            yield Path(folder), str(named[0]), str(named[1])
    else:
        with started_servers() as (home, database, broker):
            (home / "cost").mkdir()
            yield home / "cost", database.url, broker.url


def asking(token: str) -> Callable[[Ask], tuple[int, dict[str, str], bytes]]:
    """A function that sends a request through the WSGI interface and returns status, headers and body."""
    from config.wsgi import application

    def ask(asked: Ask) -> tuple[int, dict[str, str], bytes]:
        body = asked.body or b""
        path, _, query = asked.path.partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": asked.method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.input": io.BytesIO(body),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_AUTHORIZATION": f"Bearer {token}",
            "HTTP_HOST": "127.0.0.1",
            "HTTP_ACCEPT_ENCODING": "identity",
        }
        for name, value in asked.headers.items():
            key = name.upper().replace("-", "_")
            environ[key if key == "CONTENT_TYPE" else f"HTTP_{key}"] = value
        setup_testing_defaults(environ)
        head: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], error: object = None, /) -> Callable[[bytes], object]:
            head.append((status, headers))
            return content.append

        content: list[bytes] = []
        answer = application(environ, start_response)
        content.extend(answer)
        answer.close()
        [(status, headers)] = head
        return int(status.split()[0]), dict(headers), b"".join(content)

    return ask


def stored(ask: Callable[[Ask], tuple[int, dict[str, str], bytes]]) -> list[tuple[str, str]]:
    """Stored matches that have a verdict: id and ETag."""
    from records.archive import matches
    from records.archive.models import Match

    for case in distinct(WARM, random.Random(7)):
        assert ask(upload(0.0, case.text))[0] == 202
    known = []
    for id_ in Match.objects.values_list("pk", flat=True):
        matches.judge(id_)
        known.append((str(id_), ask(read(0.0, "a verdict", str(id_), ""))[1]["ETag"]))
    return known


def backend_milliseconds() -> float:
    """The CPU time of the database process of this connection; 0 where it runs on another machine."""
    from django.db import connection

    pid = connection.connection.info.backend_pid
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e6
    except OSError:
        return 0.0


def timed(ask: Callable[[Ask], Any], asked: Ask) -> tuple[float, float]:
    """The CPU milliseconds of a request in this process and in the database."""
    own, database = time.process_time(), backend_milliseconds()
    ask(asked)
    return (time.process_time() - own) * 1000, backend_milliseconds() - database


def measured(rounds: int, each: int, kinds: Sequence[str], profile: int) -> dict[str, Cost]:
    """Measure the cost of every kind; with a profiler print its report."""
    with service() as made:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        from records.tasks import judge_matches

        sent_by = asking(made.token)

        def ask(asked: Ask) -> tuple[int, dict[str, str], bytes]:
            return sent_by(asked) if asked.method else (202, {}, judge_matches([asked.path]) or b"")

        known, dice = stored(ask), random.Random(3)
        fresh = iter(distinct(len(kinds) * (rounds + 4) * each, random.Random(11)))

        def one(kind: str) -> Ask:
            if kind == UPLOAD:
                return upload(0.0, next(fresh).text.replace("fault ", "cost "))
            if kind in (JUDGEMENT, BEHIND):
                return Ask(0.0, kind, "", json.loads(ask(one(UPLOAD))[2])["matches"][0]["id"])
            return read(0.0, kind, *dice.choice(known))

        def some(kind: str) -> Iterable[Ask]:
            asks = (one(kind) for _ in range(each))
            return list(asks) if kind == BEHIND else asks

        costs = {kind: Cost() for kind in kinds}
        for kind, cost in costs.items():
            for asked in [one(kind) for _ in range(each)]:
                ask(asked)
            asked = one(kind)
            with CaptureQueriesContext(connection) as sent:
                status, _, content = ask(asked)
            assert status in (200, 202, 304), (kind, status, content[:300])
            cost.queries, cost.size = len(sent), len(content)
        for _ in range(rounds):
            for kind, cost in costs.items():
                took = [timed(ask, asked) for asked in some(kind)]
                cost.own.append(statistics.fmean(own for own, _ in took))
                cost.least = min(cost.least, *(own for own, _ in took))
                cost.database.append(statistics.fmean(database for _, database in took))
        for kind in kinds if profile else ():
            watched = cProfile.Profile()
            for asked in some(kind):
                watched.runcall(ask, asked)
            print(f"\n{kind}, {each} times", flush=True)
            pstats.Stats(watched).sort_stats("tottime").print_stats(profile).sort_stats("cumulative").print_stats(profile)
    return costs


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", default=[*READS, UPLOAD, JUDGEMENT, BEHIND])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--each", type=int, default=50, help="requests of a kind a round")
    parser.add_argument("--profile", type=int, default=0, metavar="LINES", help="also print where the time goes")
    options = parser.parse_args()
    costs = measured(options.rounds, options.each, options.kinds, options.profile)
    print("| request | queries | own CPU ms | cheapest | database CPU ms | bytes |\n|---|---|---|---|---|---|")
    for kind, cost in costs.items():
        own, database = statistics.median(cost.own), statistics.median(cost.database)
        print(f"| {kind} | {cost.queries} | {own:.2f} | {cost.least:.2f} | {database:.2f} | {cost.size:,} |")


if __name__ == "__main__":
    main()
