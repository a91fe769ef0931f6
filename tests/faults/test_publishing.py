"""Results are published again and again, each time after one more ruling, while something is killed.

Every publication that was asked for is there once, under the next number and by the next hash, and holds the rulings that stood
then; all of them are verified by ``referee verify-results``, which knows no service and no database.
"""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg

from tests.faults.kills import Killer, Processes
from tests.faults.servers import Server, needs_servers
from tests.files import PPN, of_event
from tests.proof import proof
from tests.service.service import Service, wait_for

pytestmark = [proof, needs_servers]

KINDS = ("worker", "broker", "database")
TABLES, TIMES, RULED, KILLS = 40, 4, 3, 2
"""Tables, how often they are published at least, how many are flagged, and ruled on before the first time, and the most kills a
publication; one kind after another."""
PATIENCE = 600.0
"""Seconds for one publication, whatever is killed meanwhile."""
EVENT = "Spring Cup"
CLEAN = ("sichuan/clean-01", "kawuxing/clean-01", "gouji/clean-01")
FLAGGED = "sichuan/forced-win-declined"


class Organizer:
    """Somebody with an event, who asks again for what was not answered."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.asked("clubs", {"name": "Tea House", "slug": "tea"})
        self.event = self.asked("clubs/tea/events", {"name": EVENT})["id"]
        people = {number: [f"{letter}{number}" for letter in "ABCDEF"] for number in range(1, TABLES + 1)}
        texts = [
            of_event(FLAGGED if number <= RULED else CLEAN[number % len(CLEAN)], names, EVENT, Table=str(number))
            for number, names in people.items()
        ]
        assert service.request("POST", "clubs/tea/matches", "\n".join(texts).encode(), PPN)[0] == 202
        wait_for(lambda: all(one["status"] for one in self.listed("tables")), "the verdicts", PATIENCE)
        for issue in self.listed("unresolved"):
            self.finding = {"match": issue["match"], "finding": issue["finding"]}
            self.rule("upheld")

    def said(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
        """Status and answer; 0 where there was none."""
        with suppress(OSError, http.client.HTTPException, ValueError):
            return self.service.request(method, path, None if body is None else json.dumps(body).encode(), "application/json")
        return 0, None

    def asked(self, path: str, body: dict[str, Any]) -> Any:
        """The answer to what is asked again until it is answered."""

        def answered() -> tuple[int, Any] | None:
            status, answer = self.said("POST", path, body)
            return None if status == 0 or status >= 500 else (status, answer)

        status, answer = wait_for(answered, path, PATIENCE)
        assert status in (201, 202) or answer["code"] == "nothing-new", (path, status, answer)
        return answer

    def listed(self, what: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.said("GET", f"events/{self.event}/{what}?limit=200")[1]["results"]
        return found

    def rule(self, decision: str) -> None:
        """Rule on a finding, or once more on the last, so that there is something new to publish."""
        self.asked(f"events/{self.event}/rulings", {**self.finding, "decision": decision, "reason": "As it was played."})

    def publish(self, number: int, meanwhile: Callable[[], None] = lambda: None) -> str:
        """Ask for results to be published, again where that is given up, until they are; their hash."""
        path, job = f"events/{self.event}/publications", {"state": ""}

        def ended() -> Any:
            meanwhile()
            status, answer = self.said("GET", f"jobs/{job['id']}")
            return answer if status == 200 and answer["finished"] else None

        while job["state"] != "done":
            job = self.asked(path, {})
            if "id" not in job:
                break  # nothing new: it was published, and the answer was lost
            job = wait_for(ended, f"publication {number}", PATIENCE)
            assert job["state"] == "done" or job["error"]["code"] == "given-up", job
        kept = wait_for(lambda: (said := self.said("GET", f"{path}/{number}"))[0] == 200 and said[1], "the publication", PATIENCE)
        return str(kept["hash"])


def rulings(service: Service) -> int:
    """How many there are; asked until the database answers."""

    def counted() -> int | None:
        with suppress(psycopg.Error):
            return int(service.ask("SELECT count(*) FROM tournament_ruling")[0][0])
        return None

    return int(wait_for(counted, "the database"))


def test_publication_is_made_once_whatever_is_killed(servers: tuple[Path, Server, Server]) -> None:
    home, database, broker = servers
    (home := home / "publishing").mkdir()
    service = Service(home, database.url, broker.url)
    try:
        service.prepare(others=True)
        killer = Killer(KINDS, processes := Processes(service), broker, database, seed=1, pause=0)
        wait_for(service.answers, "the web process")
        organizer = Organizer(service)
        hashes, ruled, met = [organizer.publish(1)], [rulings(service)], list[tuple[Any, ...]]()

        def kill() -> None:
            """Once for every step that a worker has got on with a publication."""
            processes.revive()
            with suppress(psycopg.Error):
                under_way = service.ask("SELECT touched_at FROM core_job WHERE state = 'running'")
                if under_way and under_way[0] not in met and len(met) < KILLS * len(hashes):
                    met.append(under_way[0])
                    killer.kill_once()

        while len(hashes) < TIMES or len(met) < len(KINDS):
            organizer.rule(("upheld", "overruled")[len(hashes) % 2])
            ruled.append(rulings(service))
            hashes.append(organizer.publish(len(hashes) + 1, kill))
        wait_for(service.answers, "the web process")
        assert_published(service, organizer.event, hashes, ruled)
    finally:
        service.close()


def assert_published(service: Service, event: str, hashes: list[str], ruled: list[int]) -> None:
    """What is there, by plain SQL, and what a reader says of it who has nothing but the files."""
    numbers = range(1, len(hashes) + 1)
    kept = service.ask("SELECT number, hash, previous, fingerprint FROM tournament_publication ORDER BY number, id")
    assert [row[:3] for row in kept] == list(zip(numbers, hashes, ["", *hashes], strict=False))
    done = [json.loads(facts) for (facts,) in service.ask("SELECT facts FROM core_job WHERE state = 'done' ORDER BY created_at")]
    assert [(facts["number"], facts["snapshot"]) for facts in done] == [(number, {}) for number in numbers]
    assert service.ask("SELECT 1 FROM core_job WHERE state NOT IN ('done', 'failed')") == []
    assert service.ask("SELECT count(*) FROM accounts_auditentry WHERE action = 'event.publish'") == [(len(hashes),)]
    files = []
    for number in numbers:
        address = f"http://127.0.0.1:{service.port}/api/v1/events/{event}/publications/{number}/results.json"
        files.append(service.var / f"{number}.results.json")
        files[-1].write_bytes(httpx.get(address, headers={"Authorization": f"Bearer {service.token}"}, timeout=600).content)
    assert [len(json.loads(file.read_bytes())["document"]["rulings"]) for file in files] == ruled
    referee = str(Path(sys.executable).parent / "referee")
    command = [referee, "verify-results", *map(str, files), "--key", kept[0][3], "--lang", "en"]
    bare = {"PATH": os.environ["PATH"], "HOME": str(service.var)}
    ran = subprocess.run(command, cwd=service.var, env=bare, capture_output=True, text=True, timeout=600)
    assert (ran.returncode, ran.stdout.count("matches the key you gave")) == (0, len(hashes)), ran.stdout + ran.stderr
