"""Clients as they should be written: an Idempotency-Key for every upload, and the same again until the service says yes."""

from __future__ import annotations

import http.client
import json
import queue
import random
import threading
import time
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.faults.matches import Case
from tests.files import NDJSON, PPN, ZIP, as_json, zipped
from tests.service.service import Service

GIVE_UP = 400.0
"""Seconds until a client that is refused again and again gives up; no fault takes so long."""


@dataclass(frozen=True, slots=True)
class Job:
    """One upload: a match by itself, or a batch of many."""

    key: str
    cases: tuple[Case, ...]
    form: str = ""
    """The media type of a batch; empty for a match by itself."""

    def body(self) -> bytes:
        """What is sent, byte for byte the same every time."""
        if self.form == ZIP:
            half = len(self.cases) // 2
            parts = {"a.ppn": self.cases[:half], "b/c.ppn": self.cases[half:]}
            return zipped({name: "".join(case.text for case in cases) for name, cases in parts.items()}, zipfile.ZIP_STORED)
        if self.form == NDJSON:
            return "\n".join(as_json(case.text) for case in self.cases).encode()
        return "".join(case.text for case in self.cases).encode()


@dataclass
class Accepted:
    """What clients were promised, and what it cost them."""

    singles: dict[str, Case] = field(default_factory=dict)
    """By the id of the match."""
    batches: dict[str, Job] = field(default_factory=dict)
    """By the id of the batch."""
    at: list[float] = field(default_factory=list)
    """When each upload was accepted, by the clock."""
    retries: int = 0
    refused: list[str] = field(default_factory=list)
    """What was answered where a retry cannot help, and which job was given up."""


def jobs_of(cases: Sequence[Case], batch: int) -> list[Job]:
    """Half of the matches by themselves; the others in batches of three kinds. Deterministic."""
    half = len(cases) // 2
    batches = [_batch(cases[at : at + batch], number) for number, at in enumerate(range(half, len(cases), batch))]
    batched = {case for job in batches for case in job.cases}
    singles = [Job(f"single-{number}", (case,)) for number, case in enumerate(case for case in cases if case not in batched)]
    every = max(1, len(singles) // max(1, len(batches)))
    mixed: list[Job] = []
    for number, job in enumerate(singles):
        mixed.append(job)
        if number % every == every - 1 and batches:
            mixed.append(batches.pop(0))
    return mixed + batches


def _batch(cases: Sequence[Case], number: int) -> Job:
    """Of three kinds in turn. What cannot be read cannot be written as JSON either."""
    form = (ZIP, PPN, NDJSON)[number % 3]
    return Job(f"batch-{number}", tuple(case for case in cases if form != NDJSON or case.expected.status != "unreadable"), form)


class Clients:
    """Several clients at once, each in a thread; ``accepted`` is theirs together."""

    def __init__(self, service: Service, jobs: Sequence[Job], count: int, seed: int, pace: float = 0.0) -> None:
        """``pace``: seconds that each waits between two uploads, about."""
        self.service, self.accepted, self._lock, self.pace = service, Accepted(), threading.Lock(), pace
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        for job in jobs:
            self._jobs.put(job)
        self._threads = [
            threading.Thread(target=self._work, args=(random.Random(seed * 1000 + n),), daemon=True) for n in range(count)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    @property
    def at_work(self) -> bool:
        return any(thread.is_alive() for thread in self._threads)

    def _work(self, dice: random.Random) -> None:
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            try:
                self._upload(job, dice)
            except Exception as error:  # noqa: BLE001 - nothing may be dropped in silence
                self.accepted.refused.append(f"{job.key}: {type(error).__name__}: {error}")
            time.sleep(self.pace * dice.uniform(0.5, 1.5))

    def _upload(self, job: Job, dice: random.Random) -> None:
        """Send it until it is taken. What a retry cannot help is written down."""
        path, body, until, pause = "batches" if job.form else "matches", job.body(), time.monotonic() + GIVE_UP, 0.1
        while True:
            status, answer = self._send(path, body, job)
            if status in (200, 202):
                self._keep(job, answer)
                return
            if status not in (0, 409, 429) and status < 500 or time.monotonic() > until:
                self.accepted.refused.append(f"{job.key}: {status} {json.dumps(answer, ensure_ascii=False)}")
                return
            with self._lock:
                self.accepted.retries += 1
            time.sleep(pause * dice.uniform(0.5, 1.5))
            pause = min(pause * 2, 2.0)

    def _send(self, path: str, body: bytes, job: Job) -> tuple[int, Any]:
        """Status and answer; 0 where there was none: the client cannot know whether its upload came through."""
        try:
            return self.service.request("POST", path, body, job.form or PPN, Idempotency_Key=job.key)
        except (OSError, http.client.HTTPException, ValueError) as error:
            return 0, str(error)

    def _keep(self, job: Job, answer: Any) -> None:
        with self._lock:
            self.accepted.at.append(time.time())
            if job.form:
                self.accepted.batches[answer["id"]] = job
                return
            for match in answer["matches"]:
                self.accepted.singles[match["id"]] = job.cases[0]
            if not answer["matches"]:
                self.accepted.refused.append(f"{job.key}: accepted without a match")
