"""``python -m scripts.bench.service``: matches judged per second by the whole service, and the latency of single ones.

Batches of one-round matches are uploaded over HTTP; what counts is from the first byte that is sent to the last verdict that is
stored. Then, on the service that has nothing else to do, single matches are uploaded one after another, and the verdict of each
is asked for until it is there: what counts is from the first byte sent to the verdict received. PostgreSQL and RabbitMQ are its
own; client, web processes, workers, database and broker share the machine's cores. CPU seconds are those of whole process trees.
"""

from __future__ import annotations

import argparse
import functools
import http.client
import json
import os
import statistics
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from celery import signals

import referee
from config.celery import app
from scripts.bench import corpus
from scripts.bench.bulk import load
from scripts.bench.service.processes import Spent, ahead
from tests.faults.__main__ import started_servers
from tests.files import PPN
from tests.service.service import Service

__all__ = ["STAGES", "app"]

STAGES = ("ingest: parse", "ingest: store", "judge: parse", "judge: referee", "judge: serialise", "judge: store")

_spent: defaultdict[str, float] = defaultdict(float)
"""CPU seconds of this process by stage."""
_inside = [0.0]
"""For every stage that is open, what stages within it have cost; the lowest is nobody's."""
LOOK = 0.1
"""Seconds between two looks at whether everything is judged."""
POLL, PAUSE = 0.01, 0.05
"""Seconds between two questions for a single verdict, and between a verdict and the next upload."""
SETTLE = 1.0
"""Seconds in which a service comes to rest."""
TAKEN = "SELECT count(*) FROM core_job WHERE kind = 'batch' AND state = 'done'"
DONE = f"SELECT ({TAKEN}), (SELECT count(*) FROM archive_match WHERE state IN ('pending', 'judging'))"
JUDGED = "SELECT count(*) FROM archive_match JOIN archive_judgement ON current_judgement_id = archive_judgement.id"


def staged(name: str, module: Any, attribute: str) -> None:
    """Count a function of the product as a stage, without the stages that it calls."""
    work: Callable[..., Any] = getattr(module, attribute)

    @functools.wraps(work)
    def counted(*arguments: Any, **more: Any) -> Any:
        _inside.append(0.0)
        start = time.process_time()
        try:
            return work(*arguments, **more)
        finally:
            took = time.process_time() - start
            _spent[name] += took - _inside.pop()
            _inside[-1] += took

    setattr(module, attribute, counted)


@signals.worker_process_init.connect
def _count(**kwargs: Any) -> None:
    import referee
    from records.archive.batches import ingestion
    from records.archive.matches.judging import run
    from records.core.db import fields

    staged("ingest: parse", ingestion, "read_source")
    staged("ingest: store", ingestion, "store_chunk")
    staged("judge: parse", run, "record_of")
    staged("judge: referee", referee, "verify")
    staged("judge: serialise", run, "_verdict_on")  # what is left of it: the verdict's document
    staged("judge: serialise", fields.DocumentField, "get_prep_value")
    staged("judge: store", run, "_store")


@signals.task_postrun.connect
def _write_figures(**kwargs: Any) -> None:
    """Write the figures after every task, because a killed worker gets no chance to."""
    _spent["all of it"] = time.process_time()
    file = Path(os.environ["STAGES"]) / f"{os.getpid()}.json"
    file.write_text(json.dumps(_spent))


def stages(folder: Path) -> Counter[str]:
    """The CPU seconds of every stage, summed over all workers."""
    found: Counter[str] = Counter()
    for file in folder.iterdir():
        found.update(json.loads(file.read_text()))
    return found


def bulk(service: Service, batches: Sequence[bytes], matches: int, clients: int) -> float:
    """Upload these batches and wait for the last verdict; returns the seconds."""
    waiting = list(batches)

    def client() -> None:
        while waiting:
            status, answer = service.request("POST", "batches", waiting.pop(), PPN)
            assert status == 202, answer

    before = service.ask(TAKEN)[0][0]
    start = time.perf_counter()
    threads = [threading.Thread(target=client) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with psycopg.connect(service.environment["DATABASE_URL"], autocommit=True) as database:
        while database.execute(DONE).fetchone() != (before + len(batches), 0):
            time.sleep(LOOK)
        took = time.perf_counter() - start
    assert service.ask(JUDGED) == [(matches,)]
    return took


def singles(service: Service, texts: Sequence[str]) -> dict[str, list[float]]:
    """For each match the milliseconds from sending it to its 202, to its stored verdict, and to the received verdict."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
    head = {"Authorization": f"Bearer {service.token}"}

    def asked(method: str, path: str, body: bytes | None = None, **more: str) -> tuple[int, bytes]:
        connection.request(method, path, body, {**head, **more})
        answer = connection.getresponse()
        return answer.status, answer.read()

    took: dict[str, list[float]] = {"upload → 202": [], "upload → verdict stored": [], "upload → verdict received": []}
    for text in texts:
        start = time.time()
        status, said = asked("POST", "/api/v1/matches", text.encode(), **{"Content-Type": PPN})
        accepted = time.time()
        assert status == 202, said
        id_ = json.loads(said)["matches"][0]["id"]
        while (status := asked("GET", f"/api/v1/matches/{id_}/verdict")[0]) == 202:
            time.sleep(POLL)
        received = time.time()
        assert status == 200
        [(stored,)] = service.ask(f"SELECT extract(epoch FROM state_since)::float FROM archive_match WHERE id = '{id_}'")
        for name, moment in zip(took, (accepted, stored, received), strict=True):
            took[name].append((moment - start) * 1000)
        time.sleep(PAUSE)
    connection.close()
    return took


def printed(took: float, matches: int, spent: dict[str, float], stage: Counter[str], workers: int) -> None:
    every, cores = sum(spent.values()), os.cpu_count() or 1
    print(f"{matches:,} one-round matches in {took:.1f} s, upload to last verdict stored: {matches / took:,.0f} a second")
    most = matches * cores / every
    print(f"{every * 1000 / matches:.2f} ms of CPU a match: {cores} cores that do nothing else judge {most:,.0f} a second")
    print("| process | ms of CPU a match |\n|---|---|")
    for name, seconds in spent.items():
        print(f"| {name} | {seconds * 1000 / matches:.2f} |")
    print(f"| stage in the {workers} workers | ms of CPU a match |\n|---|---|")
    for name in STAGES:
        print(f"| {name} | {stage[name] * 1000 / matches:.2f} |")
    rest = stage["all of it"] - sum(stage[name] for name in STAGES)
    print(f"| everything else | {rest * 1000 / matches:.2f} |")


def quantiles(took: Sequence[float]) -> str:
    ranked = sorted(took)
    return f"median {statistics.median(ranked):.0f} ms, p95 {ranked[int(len(ranked) * 0.95)]:.0f} ms, longest {ranked[-1]:.0f} ms"


@contextmanager
def running(workers: int, webs: int) -> Iterator[tuple[Service, dict[str, list[int]], Path]]:
    """A service that is ready, its process ids, and the folder in which its workers write their stages."""
    with started_servers() as (home, database, broker):
        (home / "bench").mkdir()
        (home / "stages").mkdir()
        service = Service(home / "bench", database.url, broker.url)
        service.environment |= {"STAGES": str(home / "stages"), **service.having(LOST_AFTER=360, SWEEP_AFTER=60, SWEEP_EVERY=30)}
        try:
            service.prepare()
            web = service.web("--workers", str(webs))
            options = ("worker", "-c", str(workers), "--without-mingle", "--without-gossip")
            worker = service.start("celery", "--quiet", "-A", "scripts.bench.service.__main__", *options)
            beat = service.beat()
            yield (
                service,
                {
                    "web": [web.pid],
                    "workers": [worker.pid],
                    "sweeper": [beat.pid],
                    "PostgreSQL": [database.pid],
                    "RabbitMQ": [broker.pid],
                },
                home / "stages",
            )
        finally:
            service.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--batch", type=int, default=1000, help="matches of a batch")
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--webs", type=int, default=1)
    parser.add_argument("--singles", type=int, default=100)
    parser.add_argument("--ahead", action="store_true", help="while it measures, before all else that the machine does; for root")
    options = parser.parse_args()
    texts = list(corpus.one_round_matches(options.matches + options.singles + 100))
    warm, single, many = texts[:100], texts[100 : 100 + options.singles], texts[100 + options.singles :]
    batches = ["".join(many[at : at + options.batch]).encode() for at in range(0, len(many), options.batch)]
    print(f"engine: {'compiled by mypyc' if referee.COMPILED else 'plain Python'}; {load()}")
    with running(options.workers, options.webs) as (service, pids, folder):
        bulk(service, ["".join(warm[:50]).encode(), "".join(warm[50:]).encode()], len(warm), 1)
        time.sleep(SETTLE)
        every = [pid for some in pids.values() for pid in some]
        before, spent = stages(folder), Spent(pids)
        with ahead(every, options.ahead):
            took = bulk(service, batches, len(warm) + len(many), options.clients)
        seconds = spent.seconds()
        print(load())
        time.sleep(SETTLE)
        printed(took, len(many), seconds, stages(folder) - before, options.workers)
        print(f"single matches, one after another, asked for every {POLL * 1000:.0f} ms; {load()}")
        with ahead(every, options.ahead):
            found = singles(service, single)
        for name, each in found.items():
            print(f"  {name}: {quantiles(each)}")


if __name__ == "__main__":
    main()
