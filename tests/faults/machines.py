"""The proof on several machines: two for web processes, three for workers, a broker of three, PostgreSQL with a synchronous
standby that is read from. Machines are lost, the network is cut in two, the database fails over by the steps of
docs/how-to/machines.md; then everything is counted as in every proof, and how long each fault kept the service away.
"""

from __future__ import annotations

import http.client
import itertools
import random
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tests.faults.clients import Clients, jobs_of
from tests.faults.matches import distinct
from tests.faults.network import NEIGHBOURS, Network
from tests.faults.proof import METRICS, PATIENCE, Report, count, settled
from tests.faults.servers import Postgres, Rabbit, Standby, wait_until
from tests.service.service import Service, wait_for

WEB, WORKERS, BROKERS, DATABASES = ("web1", "web2"), ("worker1", "worker2", "worker3"), ("mq1", "mq2", "mq3"), ("pg1", "pg2")
APART = ("web2", "worker3", "mq3")
"""Those on the lesser side of a network that is cut in two."""
FAULTS = ("web", "worker", "broker", "network", "standby", "primary")
CLIENTS, PACE, BATCH = 4, 0.8, 50
HELD, CUT = 3.0, 15.0
"""Seconds for which a machine is away, or the network is cut: longer than the broker's nodes take to see it."""
LOOK, WELL = 0.5, 5.0
"""Seconds between two looks at whether web processes are well, and within which one that is answers."""
PROBE = 0.3
JUDGED = "SELECT extract(epoch FROM created_at)::float FROM archive_judgement"


@dataclass(frozen=True)
class Outage:
    """One fault, and the longest time in which nothing was read, accepted or judged until the next; the last two only where there
    was something to upload all the time."""

    fault: str
    reading: float
    accepting: float | None
    judging: float | None

    def row(self) -> list[str]:
        """For the table of ``python -m tests.faults machines``."""
        times = (self.reading, self.accepting, self.judging)
        return [self.fault, *("–" if seconds is None else f"{seconds:.1f}" for seconds in times)]


class SpreadService(Service):
    """A service whose processes run on several machines. Clients are led to a web process that answers, as by a proxy."""

    answers_within = 8.0

    def __init__(self, home: Path, network: Network, brokers: Iterable[Rabbit]) -> None:
        hosts = ",".join(network.machines[name].address for name in DATABASES)
        database = f"postgresql://postgres@/postgres?host={hosts}&connect_timeout=2&target_session_attrs=read-write"
        super().__init__(home, database, ";".join(broker.url for broker in brokers))
        self.network, self.port = network, 8000
        self.address = network.machines[WEB[0]].address
        addresses = [network.machines[name].address for name in WEB]
        self.environment |= {
            "ALLOWED_HOSTS": ",".join(addresses),
            "METRICS_TOKEN": METRICS,
            **self.having(LOST_AFTER=20),
            "JUDGES": "1",
        }
        self._well = dict.fromkeys(addresses, False)
        self._turn = itertools.count()
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self) -> None:
        while True:
            for address in self._well:
                try:
                    with urllib.request.urlopen(f"http://{address}:{self.port}/healthz", timeout=WELL):
                        self._well[address] = True
                except (OSError, http.client.HTTPException):
                    self._well[address] = False
            time.sleep(LOOK)

    @property
    def is_whole(self) -> bool:
        """Whether every web process is well."""
        return all(self._well.values())

    def run_on(self, name: str) -> None:
        """Start what runs on a machine."""
        enter = self.network.machines[name].enter
        if name in WEB:
            self.start("gunicorn", "config.wsgi", "--bind", f"0.0.0.0:{self.port}", "--threads", "4", enter=enter)
        elif name in WORKERS:
            self.start(
                "celery", "--quiet", "-A", "config", "worker", "-c", "1", "--without-mingle", "--without-gossip", enter=enter
            )
        if name == WORKERS[0]:
            self.start("celery", "--quiet", "-A", "config", "beat", enter=enter)

    def request(
        self, method: str, path: str, data: bytes | None = None, media_type: str = "text/x-ppn", **headers: str
    ) -> tuple[int, Any]:
        """Status and JSON of the first web process that answers, each the first in turn."""
        if path.startswith("http"):
            return super().request(method, path, data, media_type, **headers)
        order = list(self._well)
        if next(self._turn) % 2:
            order.reverse()
        order.sort(key=lambda address: not self._well[address])
        problem: Exception = OSError("no web process")
        for address in order:
            try:
                return super().request(method, f"http://{address}:{self.port}/api/v1/{path}", data, media_type, **headers)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self._well[address], problem = False, error
        raise problem

    def close(self) -> None:
        """End everything; databases and queues end with their machines."""
        if self._shell:
            self._shell.close()
        for process in list(self.processes):
            self.kill(process)


class Reader(threading.Thread):
    """Asks for a list again and again, and notes when it was answered."""

    def __init__(self, service: Service) -> None:
        super().__init__(daemon=True)
        self.service, self.at, self.done = service, list[float](), threading.Event()

    def run(self) -> None:
        while not self.done.wait(PROBE):
            try:
                status, _ = self.service.request("GET", "matches?limit=1")
            except (OSError, http.client.HTTPException, ValueError):
                continue
            if status == 200:
                self.at.append(time.time())


class Machines:
    """The whole, started; and the faults that befall it."""

    def __init__(self, home: Path, seed: int) -> None:
        self.network = Network([*WEB, *WORKERS, *BROKERS, *DATABASES])
        self.dice = random.Random(seed)
        on = self.network.machines
        for name in (*BROKERS, *DATABASES, "service"):
            (home / name).mkdir()
        cluster = [on[name] for name in BROKERS]
        self.brokers = {name: Rabbit(home / name, on[name], cluster) for name in BROKERS}
        for broker in self.brokers.values():
            broker.start_unawaited()
        self.primary = Postgres(home / DATABASES[0], machine=on[DATABASES[0]])
        self.primary.configure(NEIGHBOURS)
        self.primary.start()
        self.standby: Postgres = Standby(home / DATABASES[1], self.primary, on[DATABASES[1]])
        self.standby.start()
        self.service = SpreadService(home / "service", self.network, self.brokers.values())
        with ThreadPoolExecutor(1) as meanwhile:
            prepared = meanwhile.submit(self.service.prepare)
            for broker in self.brokers.values():
                wait_until(broker.reach, "a node of the broker")
            self.brokers[BROKERS[0]].control("await_online_nodes", str(len(BROKERS)))
            prepared.result()
        self._wait_for_both(True)
        for name in (*WEB, *WORKERS):
            self.service.run_on(name)
        wait_for(lambda: self.service.is_whole, "every web process", PATIENCE)

    def befall(self, fault: str) -> str:
        """Let a fault happen and have it mended; what it was."""
        return str(getattr(self, f"_{fault}")())

    def _web(self) -> str:
        return self._lose(self.dice.choice(WEB))

    def _worker(self) -> str:
        return self._lose(self.dice.choice(WORKERS))

    def _lose(self, name: str) -> str:
        self.network.lose(name)
        time.sleep(HELD)
        self.network.join(name)
        self.service.run_on(name)
        return f"{name} lost"

    def _broker(self) -> str:
        name = self.dice.choice(BROKERS)
        self.network.lose(name)
        time.sleep(HELD)
        self.network.join(name)
        self.brokers[name].start_unawaited()
        wait_until(self.brokers[name].reach, "the lost node of the broker")
        return f"{name} lost"

    def _network(self) -> str:
        self.network.cut(APART)
        time.sleep(CUT)
        self.network.heal(APART)
        wait_until(self.brokers[APART[-1]].reach, "the node of the broker that was cut off")
        return f"{', '.join(APART)} cut off"

    def _standby(self) -> str:
        """Commits wait for it until the primary is told to go on alone."""
        self.network.lose(self._name(self.standby))
        time.sleep(HELD)
        self._wait_for_both(False)
        time.sleep(HELD)
        self.network.join(self._name(self.standby))
        self.standby.start()
        self._wait_for_both(True)
        return "standby lost"

    def _primary(self) -> str:
        """The standby takes its place; what was the primary is wound back and becomes the standby."""
        lost = self.primary
        self.network.lose(self._name(lost))
        self.standby.promote()
        self.primary, self.standby = self.standby, lost
        time.sleep(HELD)
        self.network.join(self._name(lost))
        lost.rewind(self.primary)
        lost.start()
        self._wait_for_both(True)
        return "primary lost, standby promoted"

    def _name(self, database: Postgres) -> str:
        return next(name for name in DATABASES if self.network.machines[name] is database.machine)

    def _wait_for_both(self, both: bool) -> None:
        """Whether the primary answers a commit only once the standby has it too."""
        with psycopg.connect(self.primary.url, autocommit=True, connect_timeout=10) as connection:
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{'*' if both else ''}'")
            connection.execute("SELECT pg_reload_conf()")
            if both:
                streaming = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"
                wait_for(lambda: connection.execute(streaming).fetchone(), "the standby to follow", PATIENCE)


def prove_on_machines(
    matches: int, home: Path, say: Callable[[Outage], None], *, seed: int = 1, rounds: int = 1, pace: float = PACE
) -> Report:
    """Let every fault befall a service on several machines so many times while clients upload, and count. ``pace``: seconds
    between two uploads of a client, about."""
    machines = Machines(home, seed)
    service = machines.service
    jobs = jobs_of(distinct(matches, random.Random(seed)), BATCH)
    kills: dict[str, int] = {}
    report = Report("machines", sum(len(job.cases) for job in jobs), kills)
    clients, reader = Clients(service, jobs, CLIENTS, seed, pace), Reader(service)
    started, begun = time.monotonic(), list[tuple[str, float]]()
    clients.start()
    reader.start()
    try:
        for fault in FAULTS * rounds:
            _wait_until_whole(service, clients, reader)
            begun.append((fault, time.time()))
            print(f"{time.monotonic() - started:.0f} s: {fault}", file=sys.stderr, flush=True)
            what = machines.befall(fault)
            begun[-1] = what, begun[-1][1]
            kills[what] = kills.get(what, 0) + 1
        _wait_until_whole(service, clients, reader)
        ended = time.time()
        reader.done.set()
        clients.pace = 0
        wait_for(lambda: not clients.at_work, "the clients", 900)
        report.uploading = time.monotonic() - started
        wait_for(lambda: settled(service), "the last verdict", PATIENCE)
        report.seconds = time.monotonic() - started
        for outage in _outages(begun, ended, reader.at, clients.accepted.at, [row[0] for row in service.ask(JUDGED)]):
            say(outage)
        count(service, clients.accepted, report)
    except AssertionError as error:
        report.odd.append(str(error))
    finally:
        reader.done.set()
        service.close()
    return report


def _wait_until_whole(service: SpreadService, clients: Clients, reader: Reader) -> None:
    """Every web process is well, and something was read and accepted since."""
    now = time.time()

    def is_whole() -> bool:
        read, accepted = (any(at > now + 1 for at in times[-50:]) for times in (reader.at, clients.accepted.at))
        return service.is_whole and read and (accepted or not clients.at_work)

    wait_for(is_whole, "the service to be whole again", PATIENCE)


def _outages(
    begun: list[tuple[str, float]], ended: float, read: list[float], accepted: list[float], judged: list[float]
) -> list[Outage]:
    ends = [at for _, at in begun[1:]] + [ended]
    done = max(accepted)

    def outage(fault: str, start: float, end: float) -> Outage:
        accepting, judging = (_longest(sorted(some), start, end) if end < done else None for some in (accepted, judged))
        return Outage(fault, _longest(read, start, end), accepting, judging)

    return [outage(fault, start, end) for (fault, start), end in zip(begun, ends, strict=True)]


def _longest(times: list[float], start: float, end: float) -> float:
    """The longest time between two of these moments, of what lies between start and end."""
    marks = [start, *(at for at in times if start < at < end), end]
    return max(later - earlier for earlier, later in itertools.pairwise(marks))
