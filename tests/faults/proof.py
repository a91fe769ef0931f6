"""The proof: matches are uploaded and judged while something is killed again and again; then everything is counted.

Every upload that a client was told is accepted must end with exactly one judgement, current and right; nothing may be there
twice, nothing half. What is counted is read by plain SQL, not by the product's own selectors.
"""

from __future__ import annotations

import random
import re
import time
import urllib.request
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from tests.faults.clients import Accepted, Clients, jobs_of
from tests.faults.clocks import Clocks
from tests.faults.kills import ALL, WANTS, Killer, Processes
from tests.faults.matches import Case, Expected, distinct
from tests.faults.servers import Server, postgres_on_a_small_disk
from tests.service.service import Service, wait_for

CLIENTS = 4
PACE, SLOW = 0.25, 2.0
"""Seconds between two uploads of a client, about, where something is taken away: all would be over before much is wanting; and
where so many kills are to come meanwhile, until the last."""
PATIENCE = 600.0
"""Seconds for the last verdict after the last kill: a lost worker's match is taken back after LOST_AFTER."""
SWEEP_PATIENCE = 600.0
"""Seconds within which the sweeper is called again, which it is every second."""
METRICS = "a token for the proof"
HURRIED = {"LOST_AFTER": 12, "SLICE": 3}
"""Seconds after which what a lost worker had is taken up again, many times those that a task takes."""
SETTLED = """SELECT (SELECT count(*) FROM archive_match WHERE state NOT IN ('judged', 'failed'))
                  + (SELECT count(*) FROM core_job WHERE state NOT IN ('done', 'failed'))"""
VERDICTS = """SELECT m.id::text, m.state, j.status, (SELECT count(*) FROM archive_judgement a WHERE a.match_id = m.id),
                     j.findings_count, coalesce((SELECT array_agg(f.round || '.' || f.move || ' ' || f.code ORDER BY f.id)
                                                 FROM archive_finding f WHERE f.judgement_id = j.id), '{}'), m.attempts, m.error
              FROM archive_match m LEFT JOIN archive_judgement j ON j.id = m.current_judgement_id"""
FINDINGS = "SELECT findings_count FROM archive_judgement"
ENTRIES = """SELECT e.batch_id::text, e.file_id, e.number, e.match_id::text FROM archive_batchentry e
             JOIN archive_batchfile f ON f.id = e.file_id ORDER BY f.number, e.number"""


@dataclass
class Report:
    """What was done, what it cost, and what is wrong: ``lost``, ``twice``, ``wrong``, ``stuck`` and ``odd`` must be empty."""

    kind: str
    matches: int
    kills: dict[str, int]
    accepted: int = 0
    batches: int = 0
    retries: int = 0
    uploading: float = 0.0
    seconds: float = 0.0
    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return not (self.lost or self.twice or self.wrong or self.stuck or self.odd) and self.accepted == self.matches

    def row(self) -> list[str]:
        """For the table of ``python -m tests.faults``."""
        kills = ", ".join(f"{count} {what}" for what, count in sorted(self.kills.items()))
        figures = [self.accepted, self.batches, self.retries, f"{self.uploading:.0f}", f"{self.seconds:.0f}"]
        figures += [len(self.lost), len(self.twice), len(self.wrong), len(self.stuck) + len(self.odd)]
        return [self.kind, f"{sum(self.kills.values())} ({kills})", *map(str, figures)]


@dataclass(frozen=True)
class Plan:
    """How a proof goes: its seed, seconds between two kills, about, how many kills (0: as many as come while clients upload), the
    matches of a batch."""

    seed: int = 1
    pause: float = 2.0
    most: int = 0
    batch: int = 100


def prove(kind: str, matches: int, home: Path, database: Server, broker: Server, plan: Plan) -> Report:
    """Run a service on these servers, kill what ``kind`` says again and again, and count."""
    home.mkdir()
    with ExitStack() as open_:
        if kind == "disk":
            database = open_.enter_context(postgres_on_a_small_disk(home / "disk"))
        return _prove(kind, matches, home, database, broker, plan)


def _prove(kind: str, matches: int, home: Path, database: Server, broker: Server, plan: Plan) -> Report:
    clocks = Clocks(home) if kind == "clock" else None
    service = Service(home, database.url, broker.url)
    service.environment |= {"METRICS_TOKEN": METRICS, **service.having(**HURRIED)}
    jobs = jobs_of(distinct(matches, random.Random(plan.seed)), plan.batch)
    try:
        service.prepare(others=kind != "disk")
        kinds = ALL if kind == "all" else (kind,)
        lasts = bool({*kinds} & {*WANTS})
        killer = Killer(kinds, Processes(service, clocks), broker, database, plan.seed, plan.pause, plan.most)
        report = Report(kind, sum(len(job.cases) for job in jobs), killer.kills)
        wait_for(service.answers, "the web process")
        clients = Clients(service, jobs, CLIENTS, plan.seed, (SLOW if plan.most else PACE) if lasts else 0)
        started = time.monotonic()
        clients.start()
        killer.start()
        try:
            if plan.most:
                wait_for(lambda: killer.has_killed_enough, "the last kill", 900)
                clients.pace = 0
            wait_for(lambda: not clients.at_work, "the clients", 900)
            report.uploading = time.monotonic() - started
            killer.killing = False
            wait_for(lambda: settled(service), "the last verdict", PATIENCE)
            report.seconds = time.monotonic() - started
            if lasts:
                before = _sweeps(service)
                wait_for(lambda: _sweeps(service) > before, f"the sweeper to go on, {_sweeper(service)}", SWEEP_PATIENCE)
        except AssertionError as error:
            report.odd.append(str(error))
        finally:
            killer.stop()
        report.odd += killer.errors
        count(service, clients.accepted, report)
        return report
    finally:
        service.close()


def settled(service: Service) -> bool:
    try:
        return service.ask(SETTLED) == [(0,)]
    except psycopg.OperationalError:
        return False


def _sweeps(service: Service) -> int:
    """How often workers have swept."""
    return len(re.findall(r"Task records\.sweep\[\S+ succeeded", (service.var / "celery.log").read_text(encoding="utf-8")))


def _sweeper(service: Service) -> str:
    """Where it is: what beat last sent and workers last took, done or not."""
    lines = (service.var / "celery.log").read_text(encoding="utf-8").splitlines()
    return "after " + " ".join([line for line in lines if "records.sweep" in line][-3:])


def count(service: Service, accepted: Accepted, report: Report) -> None:
    cases = dict(accepted.singles)
    report.batches, report.retries = len(accepted.batches), accepted.retries
    report.odd += accepted.refused
    _count_batches(service, accepted, cases, report)
    report.accepted = len(cases)
    verdicts = {row[0]: row[1:] for row in service.ask(VERDICTS)}
    for id_, case in cases.items():
        if id_ not in verdicts:
            report.lost.append(f"match {id_} is not there")
            continue
        _judged_once(id_, verdicts[id_], case.expected, report)
    report.odd += [f"match {id_} belongs to no accepted upload" for id_ in sorted(set(verdicts) - set(cases))]
    _figures(service, accepted, len(cases), report)


def _judged_once(id_: str, row: tuple[Any, ...], expected: Expected, report: Report) -> None:
    state, status, judgements, findings, found, attempts, error = row
    if state != "judged" or judgements == 0:
        report.lost.append(f"match {id_} is {state} with {judgements} judgements after {attempts} attempts: {error}")
    elif judgements > 1:
        report.twice.append(f"match {id_} has {judgements} judgements")
    elif status != expected.status or sorted(found) != sorted(f"{r}.{m} {code}" for r, m, code in expected.findings):
        report.wrong.append(f"match {id_}: {status} {found}, expected {expected}")
    elif findings != len(found):
        report.twice.append(f"match {id_} counts {findings} findings and has {len(found)}")


def _count_batches(service: Service, accepted: Accepted, cases: dict[str, Case], report: Report) -> None:
    """The matches of each batch, in their order, are its cases; and the batch is at its end."""
    states = dict(service.ask("SELECT id::text, state FROM core_job WHERE kind = 'batch'"))
    entries: dict[str, list[str]] = {}
    for batch, _file, _number, match in service.ask(ENTRIES):
        entries.setdefault(batch, []).append(match)
    for id_, job in accepted.batches.items():
        if states.get(id_) != "done":
            report.stuck.append(f"batch {id_} ({job.key}) is {states.get(id_, 'not there')}")
        stored = entries.get(id_, [])
        if len(stored) != len(job.cases):
            missing = len(job.cases) - len(stored)
            (report.lost if missing > 0 else report.twice).append(f"batch {id_} has {len(stored)} of {len(job.cases)} matches")
        cases |= dict(zip(stored, job.cases, strict=False))
    report.odd += [f"batch {id_} was accepted by nobody" for id_ in sorted(set(states) - set(accepted.batches))]


def _figures(service: Service, accepted: Accepted, matches: int, report: Report) -> None:
    """What is counted beside the matches agrees with them: rows, the latency buckets, the metrics, the audit log."""
    expected = {
        "SELECT count(*) FROM archive_match": matches,
        "SELECT count(*) FROM archive_judgement": matches,
        "SELECT coalesce(sum(count), 0) FROM core_latencybucket": matches,
        "SELECT count(*) FROM archive_finding": sum(row[0] for row in service.ask(FINDINGS)),
        "SELECT count(*) FROM core_jobpart": 0,
        "SELECT count(*) FROM accounts_auditentry WHERE action = 'upload'": len(accepted.singles),
        "SELECT count(*) FROM accounts_auditentry WHERE action = 'batch'": len(accepted.batches),
    }
    for query, count in expected.items():
        if (found := int(service.ask(query)[0][0])) != count:
            report.odd.append(f"{query}: {found}, expected {count}")
    said = service.manage("verify_audit")
    if not re.match(r"chain: \d+ entries, each follows from the one before\n", said):
        report.odd.append(said)
    report.odd += _metrics(service, matches)


def _metrics(service: Service, matches: int) -> list[str]:
    wait_for(service.answers, "the web process")
    request = urllib.request.Request(
        f"http://{service.address}:{service.port}/metrics", headers={"Authorization": f"Bearer {METRICS}"}
    )
    with urllib.request.urlopen(request, timeout=600) as answer:
        figures = Counter(dict(re.findall(r"^(\S+) (\S+)$", answer.read().decode(), re.M)))
    wanted = {"referee_judged_total": matches, 'referee_matches{state="judged"}': matches, "referee_oldest_pending_seconds": 0}
    return [f"{name} is {figures[name]}, expected {n}" for name, n in wanted.items() if float(figures[name]) != n]
