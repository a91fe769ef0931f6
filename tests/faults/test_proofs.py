"""What is killed loses nothing: proofs in small. ``python -m tests.faults`` runs them with thousands of matches."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.kills import ALL, KINDS, WANTS
from tests.faults.proof import Plan, prove
from tests.faults.servers import Missing, Rabbit, Server, needs_servers
from tests.files import named
from tests.proof import ROUND, proof, seeded
from tests.service.service import Service

MATCHES = int(os.environ.get("FAULT_MATCHES", "150"))
"""How many are uploaded meanwhile."""
IN_TURN = [("all", len(ALL)), ("disk", 3), ("clock", 3)]
"""What befalls a service, and how often; in a round of many hours one kind alone, as often as comes."""

pytestmark = needs_servers
beside_postgresql = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="runs beside PostgreSQL only"
)


@proof
@seeded
@pytest.mark.parametrize(("kind", "kills"), [(kind, 0) for kind in (*KINDS, *WANTS)] if ROUND else IN_TURN)
def test_accepted_match_is_judged_once_whatever_is_killed(servers: tuple[Path, Server, Server], kind: str, kills: int) -> None:
    """Or taken away for a while."""
    home, database, broker = servers
    try:
        report = prove(kind, MATCHES, home / kind, database, broker, Plan(1 + ROUND, most=kills, batch=25))
    except Missing as reason:
        pytest.skip(f"needs {reason}")
    with (home / kind / "celery.log").open(encoding="utf-8") as log:  # what went wrong is shown where the proof fails
        print("".join(line for line in log if '"level": "INFO"' not in line)[-100_000:])
    assert sum(report.kills.values()) >= max(kills, 1), "everything was done before anything was killed: give it more"
    assert report.holds, report


@pytest.fixture
def service(servers: tuple[Path, Server, Server], request: pytest.FixtureRequest) -> Iterator[Service]:
    """A service on these servers, without a worker."""
    home, database, broker = servers
    (home := home / request.node.name).mkdir()
    service = Service(home, database.url, broker.url)
    try:
        service.prepare(others=True)
        service.beat(), service.web()
        yield service
    finally:
        service.close()


def verdict_on(service: Service, event: str) -> str:
    (match,) = service.upload(named(event).encode())
    return service.verdict(match)["status"]


@beside_postgresql
def test_upload_with_a_hanging_broker_is_answered_and_judged(servers: tuple[Path, Server, Rabbit], service: Service) -> None:
    service.worker()
    assert verdict_on(service, "before") == "clean"
    with servers[2].hanging():
        (meanwhile,) = service.upload(named("meanwhile").encode())
        assert service.request("GET", f"matches/{meanwhile['id']}/verdict")[0] == 202
    assert service.verdict(meanwhile)["status"] == "clean"
