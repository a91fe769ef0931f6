"""The proofs in small, each time that the service's tests run: ``python -m tests.faults`` runs them with thousands of matches."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.__main__ import servers
from tests.faults.kills import KINDS
from tests.faults.proof import prove
from tests.faults.servers import POSTGRES, RABBITMQ, Rabbit, Server
from tests.files import named
from tests.service.service import Service

MATCHES = int(os.environ.get("FAULT_MATCHES", "300"))

pytestmark = [
    pytest.mark.skipif(POSTGRES is None or RABBITMQ is None, reason="needs the programs of PostgreSQL and RabbitMQ"),
    pytest.mark.skipif(not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="runs beside PostgreSQL only"),
]


@pytest.fixture(scope="module")
def ground() -> Iterator[tuple[Path, Server, Server]]:
    with servers() as ground:
        yield ground


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_killed_nothing_accepted_is_lost_or_judged_twice(ground: tuple[Path, Server, Server], kind: str) -> None:
    home, database, broker = ground
    report = prove(kind, MATCHES, home / kind, database, broker, pause=4, batch=50)
    assert sum(report.kills.values()) > 0, "everything was done before anything was killed: give it more"
    assert report.holds, report


def test_a_broker_that_hangs_costs_an_upload_neither_its_answer_nor_its_verdict(ground: tuple[Path, Server, Server]) -> None:
    home, database, broker = ground
    assert isinstance(broker, Rabbit)
    (home := home / "hanging").mkdir()
    service = Service(home, database.url, broker.url)
    try:
        service.prepare()
        service.worker(), service.beat(), service.web()
        (before,) = service.upload(named("before").encode())
        assert service.verdict(before)["status"] == "clean"
        with broker.hanging():
            (meanwhile,) = service.upload(named("meanwhile").encode())
            assert service.request("GET", f"matches/{meanwhile['id']}/verdict")[0] == 202
        assert service.verdict(meanwhile)["status"] == "clean"
    finally:
        service.close()
