"""The probes, asked of real processes whose database and broker are there, are away, or are of another version."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.proof import slow
from tests.service.service import Service

AWAY = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "BROKER_URL": "amqp://guest:guest@127.0.0.1:1//"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service without any process yet."""
    var: Path = tmp_path_factory.mktemp("probes")
    service = Service(var)
    try:
        service.prepare()
        yield service
    finally:
        service.close()


def asked(service: Service, probe: str, **headers: str) -> tuple[int, Any]:
    return service.request("GET", f"http://127.0.0.1:{service.port}/{probe}", **headers)


@pytest.fixture
def web(service: Service) -> Iterator[Any]:
    """Starts the web process in some environment and ends it afterwards."""
    started = []

    def start(**more: str) -> None:
        started.append(service.web(**more))

    yield start
    for process in started:
        service.kill(process)


def test_service_with_database_and_broker_is_alive_and_ready(service: Service, web: Any) -> None:
    web()
    assert asked(service, "healthz") == (200, {"alive": True})
    checks = {name: {"ok": True} for name in ("database", "migrations", "broker")}
    assert asked(service, "readyz") == (200, {"ready": True, "checks": checks})


@slow
def test_probe_of_any_host_is_not_redirected_to_https(service: Service, web: Any) -> None:
    web(HTTPS="1")
    assert asked(service, "healthz", Host="10.1.2.3")[0] == 200
    assert asked(service, "readyz", Host="10.1.2.3")[0] == 200


@slow
def test_service_without_database_and_broker_is_alive_and_names_what_is_missing(service: Service, web: Any) -> None:
    web(**AWAY)
    assert asked(service, "healthz") == (200, {"alive": True})
    started = time.monotonic()
    status, said = asked(service, "readyz")
    assert time.monotonic() - started < 60, "a probe is to answer, though nothing else does"
    assert (status, said["ready"]) == (503, False)
    for name in ("database", "migrations", "broker"):
        assert said["checks"][name]["code"] == "unreachable"
        assert set(said["checks"][name]["reason"]) == {"zh", "en"}
    assert "nobody" not in str(said)


@slow
def test_service_on_an_unmigrated_database_is_not_ready(service: Service, web: Any) -> None:
    web()
    service.manage("migrate", "sessions", "zero", "--verbosity", "0")
    try:
        status, said = asked(service, "readyz")
        assert (status, said["checks"]["database"], said["checks"]["broker"]) == (503, {"ok": True}, {"ok": True})
        assert said["checks"]["migrations"]["code"] == "not-migrated"
        assert "sessions.0001_initial" in said["checks"]["migrations"]["reason"]["en"]
        assert asked(service, "healthz")[0] == 200
    finally:
        service.manage("migrate", "--verbosity", "0")
    assert asked(service, "readyz")[0] == 200
