"""A table is played while the web process and the live process are killed: no line is lost or doubled, and watchers go on."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import referee
from tests.faults.servers import Server, free_port, needs_servers
from tests.files import lines_of
from tests.golden import HOME
from tests.proof import proof
from tests.service.service import Service, wait_for

pytestmark = [proof, needs_servers]

RECORD, PACE, PATIENCE = "kawuxing/clean-04.ppn", 0.1, 600.0
"""What is played, seconds between two moves, and seconds that anything may take."""
KILLS = 2
"""How often each process is killed at least before the last line is written."""


class Killed:
    """A process of the service that is killed again and again, and started anew at the same port."""

    def __init__(self, service: Service, start: Callable[[], subprocess.Popen[bytes]], port: int) -> None:
        self.service, self.start, self.port, self.process, self.kills = service, start, port, start(), 0
        self.wait()

    def wait(self) -> None:
        """Wait until it answers; started too early it finds its port held by what was killed."""

        def answers() -> bool:
            if self.process.poll() is not None:
                self.process = self.start()
            return self.service.answers(self.port)

        wait_for(answers, f"port {self.port}", PATIENCE)

    def kill(self) -> None:
        self.service.kill(self.process)
        self.kills += 1
        self.process = self.start()
        self.wait()


def write(service: Service, table: str, lines: list[Any], answered: list[int], go_on: threading.Event) -> None:
    """Write one line after the other, each until it has an answer; the last line once one may go on."""
    for number, line in enumerate(lines, 1):
        if number == len(lines):
            go_on.wait(PATIENCE)
        body = json.dumps({"number": number, "moves": [line]}).encode()
        while len(answered) < number:
            try:
                status, told = service.request("POST", f"tables/{table}/moves", body, "application/json")
            except (OSError, HTTPException):
                status, told = 0, None
            if status == 200:
                answered.append(told["next"])
            else:
                assert status in (0, 500, 502, 503), told
                time.sleep(PACE)
        time.sleep(PACE)


def watch(port: int, table: str, until: int, got: list[tuple[int, str]]) -> None:
    """Follow a table by the stream, and come back where it breaks, as browsers do."""
    while True:
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("GET", f"/api/v1/tables/{table}/events?after={got[-1][0] if got else 0}")
            answer = connection.getresponse()
            number = 0
            while answer.status == 200 and (line := answer.readline()):
                if line.startswith(b"id: "):
                    number = int(line[4:])
                elif line.startswith(b"data: ") and number:
                    got.append((number, line[6:].decode()))
                    if number == until:
                        return
        except (OSError, HTTPException):
            pass
        finally:
            connection.close()
        time.sleep(PACE)


def test_table_is_played_on_whatever_is_killed_and_judged_as_if_nothing_was(servers: tuple[Path, Server, Server]) -> None:
    home, database, broker = servers
    record = referee.parse((HOME / RECORD).read_bytes())
    assert isinstance(record, referee.Record)
    lines = lines_of(record)
    (home / "live").mkdir()
    service = Service(home / "live", database.url, broker.url)
    try:
        service.prepare()
        live_port = free_port()
        web = Killed(service, lambda: service.web_unawaited("--workers", "2"), service.port)
        live = Killed(service, lambda: service.start("python", "-m", "config.live", "--port", str(live_port)), live_port)
        seats = {seat: name for seat, name in record.seats.items() if name}
        opened = {"game": record.game, "rules": record.rules, "base": record.base, "seats": seats, "tags": dict(record.tags)}
        body = json.dumps({**{name: said for name, said in opened.items() if said}, "public": True}).encode()
        status, told = service.request("POST", "tables", body, "application/json")
        assert status == 201, told
        table = told["id"]
        answered: list[int] = []
        often_killed = threading.Event()
        watched: list[list[tuple[int, str]]] = [[], []]
        writer = threading.Thread(target=write, args=(service, table, lines, answered, often_killed), daemon=True)
        watchers = [threading.Thread(target=watch, args=(live_port, table, len(lines), got), daemon=True) for got in watched]
        for thread in (writer, *watchers):
            thread.start()
        while writer.is_alive():
            web.kill()
            live.kill()
            if live.kills >= KILLS:
                often_killed.set()
            time.sleep(10 * PACE)
        for thread in (writer, *watchers):
            thread.join(PATIENCE)
        assert min(web.kills, live.kills) >= KILLS, "they were killed while the table was played"
        assert answered == [*range(2, len(lines) + 2)]
        assert _stored(service) == lines
        for got in watched:
            assert [number for number, _ in got] == [*range(1, len(lines) + 1)]
        _, shown = service.request("GET", f"tables/{table}/frames?after=0")
        assert [json.loads(data) for _, data in watched[0][: len(shown["frames"])]] == shown["frames"]
        body = json.dumps({"totals": record.totals} if record.totals else {}).encode()
        status, match = service.request("POST", f"tables/{table}/match", body, "application/json")
        assert (status, match["sha256"]) == (200, record.sha256)
        service.worker()
        [verdict] = wait_for(lambda: service.ask("SELECT verdict FROM archive_judgement"), "the verdict", PATIENCE)[0]
        assert json.loads(verdict) == referee.verify(record).as_dict()
    finally:
        service.close()


def _stored(service: Service) -> list[Any]:
    rows = service.ask("SELECT lines FROM tournament_livelines ORDER BY first")
    return [line for (lines,) in rows for line in json.loads(lines)]
