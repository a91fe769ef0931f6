"""``python -m tests.faults.publishing [worker|web|broker|database|all …]``: results are published while that is killed.

An event whose tables were ruled on is published again and again, each time after one more ruling. While each is on its way
something is killed, at moments drawn from the time that publishing takes where nothing is. Then everything is counted: every
publication that was asked for is there once, under the next number and by the next hash, holds the rulings that stood when it was
asked for, and all of them are verified by ``referee verify-results``, which knows no service and no database.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.faults.__main__ import started_servers
from tests.faults.kills import KINDS, Processes
from tests.faults.servers import Server
from tests.files import PPN, of_event
from tests.service.service import Service, wait_for

TABLES, TIMES = 40, 12
PATIENCE = 300.0
"""Seconds for one publication, whatever is killed meanwhile."""
EVENT = "Spring Cup"
CLEAN = ("sichuan/clean-01", "kawuxing/clean-01", "gouji/clean-01")
FLAGGED = "sichuan/forced-win-declined"
RULED = 3
"""Tables that are flagged, and ruled on before the first publication."""
KILLS = 3
"""The most kills while one publication is on its way."""
HEAD = [
    "killed",
    "kills",
    "while it waited",
    "while it was checked and drawn up",
    "after",
    "publications",
    "asked again",
    "given up",
    "s undisturbed",
    "wrong",
]
STATE = "SELECT state FROM records_publishing ORDER BY at DESC, touched_at DESC LIMIT 1"
IN_HAND = "SELECT 1 FROM records_publishing WHERE state = 'running' AND touched_at > now() - interval '0.5 second'"


@dataclass
class Report:
    """What was done and what is wrong. ``met`` counts the kills by what the publishing's state was right before each."""

    kind: str
    times: int
    kills: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)
    retries: int = 0
    given_up: int = 0
    span: float = 0.0
    """Seconds that a publication takes where nothing is killed."""
    published: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not self.wrong and self.published == self.times

    def row(self) -> list[str]:
        """For the table of ``python -m tests.faults.publishing``."""
        kills = ", ".join(f"{count} {what}" for what, count in sorted(self.kills.items()))
        met = [self.met["pending"], self.met["running"], self.met["done"]]
        figures = [*met, self.published, self.retries, self.given_up, f"{self.span:.2f}", len(self.wrong)]
        return [self.kind, f"{self.kills.total()} ({kills})", *map(str, figures)]


class Organizer:
    """Somebody with an event, who asks again for what was not answered."""

    def __init__(self, service: Service, report: Report) -> None:
        self.service, self.report, self.event = service, report, ""
        self.rulings = 0
        self._match: dict[str, Any] = {}

    def ask(self, method: str, path: str, said: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Status and answer; 0 where there was none."""
        body = None if said is None else json.dumps(said).encode()
        with suppress(OSError, http.client.HTTPException, ValueError):
            return self.service.request(method, path, body, "application/json")
        return 0, None

    def made(self, path: str, said: dict[str, Any]) -> Any:
        status, answer = self.ask("POST", path, said)
        assert status == 201, (path, status, answer)
        return answer

    def prepare(self, tables: int) -> None:
        """A club with an event, its tables judged, those with findings ruled on."""
        self.made("clubs", {"name": "Tea House", "slug": "tea"})
        self.event = self.made("clubs/tea/events", {"name": EVENT})["id"]
        texts = [
            of_event(FLAGGED if number <= RULED else CLEAN[number % len(CLEAN)], _people(number), EVENT, Table=str(number))
            for number in range(1, tables + 1)
        ]
        status, answer = self.service.request("POST", "clubs/tea/matches", "\n".join(texts).encode(), PPN)
        assert status == 202, answer
        wait_for(lambda: {one["kind"] for one in self._unresolved()} == {"finding"}, "the verdicts", PATIENCE)
        for issue in self._unresolved():
            self.rule(issue)

    def _unresolved(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.ask("GET", f"events/{self.event}/unresolved?limit=200")[1]["results"]
        return found

    def rule(self, issue: dict[str, Any] | None = None) -> None:
        """Rule on a finding, or once more on the last, so that there is something new to publish."""
        self._match = self._match if issue is None else {"match": issue["match"], "finding": issue["finding"]}
        decision = ("upheld", "overruled")[self.rulings % 2]
        self.made(f"events/{self.event}/rulings", {**self._match, "decision": decision, "reason": f"Ruling {self.rulings}."})
        self.rulings += 1

    def publish(self, number: int) -> dict[str, Any]:
        """Ask for results to be published, until they are; what is said of them then."""
        deadline = time.monotonic() + PATIENCE
        path = f"events/{self.event}/publications"
        while time.monotonic() < deadline:
            status, answer = self.ask("POST", path, {})
            if status == 202 or (status == 409 and answer["code"] == "nothing-new"):
                if found := self._awaited(number, deadline):
                    return found
                self.report.given_up += 1
            elif status and status < 500:
                raise AssertionError(f"publication {number}: {status} {answer}")
            self.report.retries += 1
            time.sleep(0.2)
        raise AssertionError(f"publication {number} took more than {PATIENCE:.0f} s")

    def _awaited(self, number: int, deadline: float) -> dict[str, Any] | None:
        """How it ended: the publication; None where it was given up."""
        while time.monotonic() < deadline:
            status, answer = self.ask("GET", f"events/{self.event}/publishing")
            if status == 200 and answer["state"] == "refused":
                assert answer["problem"]["code"] == "given-up", answer
                return None
            if status == 200 and answer["state"] == "done":
                status, found = self.ask("GET", f"events/{self.event}/publications/{number}")
                if status == 200:
                    kept: dict[str, Any] = found
                    return kept
                assert status == 0 or status >= 500, f"done, but there is no publication {number}: {found}"
            time.sleep(0.05)
        return None

    def file(self, number: int) -> bytes:
        """The signed file, as people download it."""
        address = f"http://127.0.0.1:{self.service.port}/api/v1/events/{self.event}/publications/{number}/results.json"
        request = urllib.request.Request(address, headers={"Authorization": f"Bearer {self.service.token}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            data: bytes = answer.read()
            return data


def _people(number: int) -> list[str]:
    return [f"{letter}{number}" for letter in "ABCDEF"]


class Killing:
    """Kills while a publication is on its way: at moments drawn from the time that one takes."""

    def __init__(self, kind: str, processes: Processes, database: Server, broker: Server, report: Report, seed: int) -> None:
        self._kind, self._processes, self._report, self._dice = kind, processes, report, random.Random(seed)
        self._span = report.span
        self._how: dict[str, Callable[[], None]] = {
            "worker": self._workers,
            "web": lambda: processes.end("web"),
            "broker": broker.kill,
            "database": database.kill,
        }

    def _workers(self) -> None:
        """All of them: whichever had it is dead."""
        for name in ("worker-1", "worker-2"):
            self._processes.end(name)

    def until(self, published: Future[Any]) -> None:
        """A few kills; then whatever ended is started again until it is published."""
        for kill in range(self._dice.randint(1, KILLS)):
            time.sleep(self._dice.uniform(0, self._span))
            met = self._state()
            if published.done():
                self._span /= 2 if not kill else 1  # it is sooner done than the first one: the next is met earlier
                break
            kind = self._dice.choice(KINDS) if self._kind == "all" else self._kind
            self._how[kind]()
            self._report.kills[kind] += 1
            self._report.met[met] += 1
            self._processes.revive()
            wait_for(lambda: published.done() or self._in_hand(), "somebody who goes on with it")
        while not published.done():
            self._processes.revive()
            time.sleep(0.1)

    def _state(self) -> str:
        with suppress(psycopg.Error, IndexError):
            return str(self._processes.service.ask(STATE)[0][0])
        return "unknown"

    def _in_hand(self) -> bool:
        """Somebody works on it again: else the next kill would meet nothing but what the last one left."""
        self._processes.revive()
        with suppress(psycopg.Error):
            return bool(self._processes.service.ask(IN_HAND))
        return False


def prove(kind: str, times: int, home: Path, database: Server, broker: Server, *, tables: int = TABLES, seed: int = 1) -> Report:
    """Run a service on these servers, publish so many times while what ``kind`` says is killed, and count."""
    home.mkdir()
    service = Service(home, database.url, broker.url)
    report = Report(kind, times)
    try:
        service.prepare(others=True)
        processes = Processes(service)
        wait_for(service.answers, "the web process")
        organizer = Organizer(service, report)
        organizer.prepare(tables)
        began = time.monotonic()
        hashes = [organizer.publish(1)["hash"]]
        report.span = time.monotonic() - began
        killing = Killing(kind, processes, database, broker, report, seed)
        with ThreadPoolExecutor(1) as pool:
            for number in range(2, times + 1):
                _answering(processes)
                organizer.rule()
                published = pool.submit(organizer.publish, number)
                killing.until(published)
                hashes.append(published.result()["hash"])
        _answering(processes)
        _count(organizer, report, hashes)
        return report
    finally:
        service.close()


def _answering(processes: Processes) -> None:
    def answers() -> bool:
        processes.revive()
        return processes.service.answers()

    wait_for(answers, "the service")


def _count(organizer: Organizer, report: Report, hashes: list[str]) -> None:
    """What is there, by plain SQL, and what a reader says of it who has nothing but the files."""
    service, numbers = organizer.service, list(range(1, report.times + 1))
    kept = service.ask("SELECT number, hash, previous FROM records_publication ORDER BY number, id")
    report.published = len(kept)
    expected = list(zip(numbers, hashes, ["", *hashes], strict=False))
    if kept != expected:
        report.wrong.append(f"published: {kept}, expected {expected}")
    done = service.ask("SELECT number, snapshot::text FROM records_publishing WHERE state = 'done' ORDER BY number")
    if done != [(number, "{}") for number in numbers]:
        report.wrong.append(f"carried out: {done}")
    if halves := service.ask("SELECT state, number FROM records_publishing WHERE state NOT IN ('done', 'refused')"):
        report.wrong.append(f"half frozen: {halves}")
    told = service.ask("SELECT count(*) FROM records_auditentry WHERE action = 'event.publish'")[0][0]
    if told != report.times:
        report.wrong.append(f"the audit log tells of {told} publications")
    files = []
    for number in numbers:
        files.append(service.var / f"{number}.results.json")
        files[-1].write_bytes(organizer.file(number))
        ruled = len(json.loads(files[-1].read_bytes())["document"]["rulings"])
        if ruled != RULED + number - 1:
            report.wrong.append(f"publication {number} holds {ruled} rulings")
    key = service.ask("SELECT DISTINCT fingerprint FROM records_publication")
    referee = str(Path(sys.executable).parent / "referee")
    command = [referee, "verify-results", *map(str, files), "--key", key[0][0], "--lang", "en"]
    bare = {"PATH": os.environ["PATH"], "HOME": str(service.var)}
    ran = subprocess.run(command, cwd=service.var, env=bare, capture_output=True, text=True, check=False, timeout=600)
    if ran.returncode or ran.stdout.count("matches the key you gave") != report.times:
        report.wrong.append(ran.stdout + ran.stderr)


def main() -> None:
    """Run the proofs one after another; ends with 1 where one does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, "all", []], metavar="worker|web|broker|database|all")
    parser.add_argument("--times", type=int, default=TIMES, help="how often it is published")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD), flush=True)
    held = True
    with started_servers() as (home, database, broker):
        for kind in options.kinds or [*KINDS, "all"]:
            report = prove(kind, options.times, home / kind, database, broker, tables=options.tables, seed=options.seed)
            print("| " + " | ".join(report.row()) + " |", *(f"    wrong: {one}" for one in report.wrong), sep="\n", flush=True)
            held &= report.holds
    sys.exit(not held)


if __name__ == "__main__":
    main()
