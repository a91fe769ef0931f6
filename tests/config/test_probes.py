"""The probes, asked of real processes whose database and broker are there, are away, or are of another version."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.proof import slow
from tests.service.service import Service, wait_for

AWAY = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "BROKER_URL": "amqp://guest:guest@127.0.0.1:1//"}
Ask = Callable[[str], tuple[int, Any]]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service without any process yet."""
    service = Service(tmp_path_factory.mktemp("probes"))
    try:
        service.prepare()
        yield service
    finally:
        service.close()


@pytest.fixture
def ask(service: Service) -> Iterator[Callable[..., Ask]]:
    """Starts the web process in some environment and asks its probes, as machines do that know it by its number."""

    def start(**more: str) -> Ask:
        service.web(**more)
        return lambda probe: service.request("GET", f"http://127.0.0.1:{service.port}/{probe}", Host="10.1.2.3")

    yield start
    for process in list(service.processes):
        service.kill(process)


def test_service_with_database_and_broker_is_alive_and_ready_without_https(ask: Callable[..., Ask]) -> None:
    probe = ask(HTTPS="1")
    assert probe("healthz") == (200, {"alive": True})
    checks = {name: {"ok": True} for name in ("database", "migrations", "broker")}
    # A slow machine may take longer than a probe waits.
    assert wait_for(lambda: (told := probe("readyz"))[0] == 200 and told, "readiness") == (200, {"ready": True, "checks": checks})


@slow
def test_service_without_database_and_broker_is_alive_and_names_what_is_missing(ask: Callable[..., Ask]) -> None:
    probe = ask(**AWAY)
    assert probe("healthz") == (200, {"alive": True})
    status, said = probe("readyz")
    assert (status, said["ready"]) == (503, False)
    for name in ("database", "migrations", "broker"):
        assert said["checks"][name]["code"] == "unreachable"
        assert set(said["checks"][name]["reason"]) == {"zh", "en"}
    assert "nobody" not in str(said)


@slow
def test_service_on_an_unmigrated_database_is_not_ready(service: Service, ask: Callable[..., Ask]) -> None:
    probe = ask()
    service.manage("migrate", "sessions", "zero", "--verbosity", "0")
    try:
        ok = {"ok": True}
        told = wait_for(lambda: (told := probe("readyz")[1]["checks"])["database"] == told["broker"] == ok and told, "both")
        assert told["migrations"]["code"] == "not-migrated"
        assert "sessions.0001_initial" in told["migrations"]["reason"]["en"]
        assert probe("healthz")[0] == 200
    finally:
        service.manage("migrate", "--verbosity", "0")
    wait_for(lambda: probe("readyz")[0] == 200, "readiness")
