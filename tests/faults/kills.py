"""What is killed, and what brings it up again, as systemd or compose would."""

from __future__ import annotations

import itertools
import os
import random
import resource
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import psycopg

from tests.faults.clocks import Clocks
from tests.faults.servers import Server, SmallPostgres
from tests.service.service import Service

KINDS = ("worker", "web", "broker", "database")
WANTS = ("connections", "memory", "disk", "clock")
"""What is taken away for a while: connections to the database, memory, room on the database's disk, the right time."""
ALL = (*KINDS, "connections", "memory")
"""What befalls one service in turn: all but what wants a disk or clocks of its own."""
HELD = 2.0
"""Seconds for which something is taken away."""
TICK = 0.2
"""Seconds between two looks at what has ended."""
SPARE = 4 * 2**20
"""Bytes of memory that a process may still take."""
HOURS = (-24, -3, 0, 3, 24)
"""How far a clock may be ahead."""


def children(pid: int) -> list[int]:
    """The processes that a process has started and that live."""
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


class Processes:
    """The service's processes by name, each with a clock of its own where they are given; one that has ended is started again."""

    def __init__(self, service: Service, clocks: Clocks | None = None) -> None:
        self.service, self.clocks = service, clocks

        def own(name: str) -> dict[str, str]:
            return clocks.environment(name) if clocks else {}

        self._start: dict[str, Callable[[], subprocess.Popen[bytes]]] = {
            "web": lambda: service.web_unawaited("--workers", "2", **own("web")),
            "worker-1": lambda: service.worker(concurrency=2, **own("worker-1")),
            "worker-2": lambda: service.worker(concurrency=1, **own("worker-2")),
            "beat": lambda: service.beat(**own("beat")),
        }
        self.running = {name: start() for name, start in self._start.items()}

    def end(self, name: str) -> None:
        """A process and all that it started, as a lost machine would."""
        self.service.kill(self.running[name])

    def revive(self) -> None:
        """Start whatever is not running: the web process too that found its port held by what a killed one had left."""
        for name, process in self.running.items():
            if process.poll() is not None:
                self.running[name] = self._start[name]()


class Killer(threading.Thread):
    """Kills one kind after another, at times drawn from a seed, while ``killing``, and starts again what has ended until it is
    told to stop.

    ``errors`` holds what went wrong with the killing itself. ``most``: how often it kills, if not without end.
    """

    def __init__(
        self, kinds: Sequence[str], processes: Processes, broker: Server, database: Server, seed: int, pause: float, most: int = 0
    ) -> None:
        super().__init__(daemon=True)
        self.killing, self._most = True, most
        self.kills: dict[str, int] = {}
        self.errors: list[str] = []
        self._dice, self._pause, self._done = random.Random(seed), pause, threading.Event()
        self._processes, self._broker, self._database = processes, broker, database
        self._kinds = itertools.cycle(self._dice.sample(kinds, len(kinds)))

    def run(self) -> None:
        due = time.monotonic() + self._pause / 8
        while not self._done.wait(TICK):
            self._processes.revive()
            if isinstance(self._database, SmallPostgres):
                self._database.revive()  # PostgreSQL panics where its log has no room; no machine would leave it down
            if not self._processes.service.answers():
                due = max(due, time.monotonic() + self._pause / 2)  # what is killed before it is up again never does anything
            if time.monotonic() < due or not self.killing or self._most and self.has_killed_enough:
                continue
            try:
                self.kill_once()
            except Exception as error:  # noqa: BLE001 - told in the report, which fails by it
                self.errors.append(f"{type(error).__name__}: {error}")
            due = time.monotonic() + self._pause * self._dice.uniform(0.5, 1.5)

    @property
    def has_killed_enough(self) -> bool:
        """Whether it has killed as often as it was told to at most, or must."""
        return sum(self.kills.values()) + len(self.errors) >= self._most

    def stop(self) -> None:
        """Neither kill nor start anything any more."""
        self._done.set()
        self.join()

    def kill_once(self) -> None:
        """Kill what is next, or take it away for a while."""
        what = getattr(self, f"_kill_{next(self._kinds)}")()
        self.kills[what] = self.kills.get(what, 0) + 1

    def _kill_worker(self) -> str:
        name = self._dice.choice(["worker-1", "worker-2", "worker-1", "worker-2", "beat"])
        if name != "beat" and self._dice.random() < 0.5 and (pool := children(self._processes.running[name].pid)):
            os.kill(self._dice.choice(pool), signal.SIGKILL)
            return "process of a worker"
        self._processes.end(name)
        return "beat" if name == "beat" else "worker"

    def _kill_web(self) -> str:
        master = self._processes.running["web"]
        choice = self._dice.randrange(3)
        if choice == 0 and (pool := children(master.pid)):
            os.kill(self._dice.choice(pool), signal.SIGKILL)
            return "process of the web"
        if choice == 1:
            os.kill(master.pid, signal.SIGKILL)
            master.wait(60)
            return "web master"
        self._processes.end("web")
        return "web, all of it"

    def _kill_broker(self) -> str:
        self._broker.kill()
        return "broker"

    def _kill_database(self) -> str:
        self._database.kill()
        return "database"

    def _kill_connections(self) -> str:
        """Take all connections that the database gives."""
        with ExitStack() as held:
            end = time.monotonic() + HELD
            while time.monotonic() < end:
                try:
                    held.enter_context(closing(psycopg.connect(self._database.url, connect_timeout=2)))
                except psycopg.OperationalError:
                    time.sleep(0.01)  # also those that the service gives back in the meantime
        return "connections"

    def _kill_memory(self) -> str:
        """Let some of the service's processes have no more memory than they have."""
        name = self._dice.choice(["worker-1", "worker-2", "web"])
        limited = {}
        for pid in children(self._processes.running[name].pid):
            with suppress(OSError, IndexError):
                has = int(Path(f"/proc/{pid}/statm").read_text().split()[0]) * resource.getpagesize()
                before = resource.prlimit(pid, resource.RLIMIT_AS)
                resource.prlimit(pid, resource.RLIMIT_AS, (has + SPARE, before[1]))
                limited[pid] = before
        time.sleep(HELD)
        for pid, before in limited.items():
            with suppress(OSError):
                resource.prlimit(pid, resource.RLIMIT_AS, before)
        return f"memory of {name}"

    def _kill_disk(self) -> str:
        """Take all the room that the database has left."""
        assert isinstance(self._database, SmallPostgres)
        with self._database.full() as fill:
            end = time.monotonic() + HELD
            while time.monotonic() < end:
                time.sleep(0.01)
                fill()
                self._database.revive()
        return "disk"

    def _kill_clock(self) -> str:
        """Set the clocks of some of the service's processes ahead or back, each by itself."""
        clocks = self._processes.clocks
        assert clocks is not None
        for name in self._processes.running:
            clocks.shift(name, self._dice.choice(HOURS) * 3600)
        time.sleep(HELD)
        for name in self._processes.running:
            clocks.shift(name, 0)
        return "clocks"
