"""One service for the tests of a module: starting its processes takes longer than most of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.service import Service


@pytest.fixture(scope="module")
def bare_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with its web process; no worker and no sweeper."""
    var: Path = tmp_path_factory.mktemp("service")
    service = Service(var)
    try:
        service.prepare()
        service.web()
        yield service
    finally:
        service.close()


@pytest.fixture(scope="module")
def service(bare_service: Service) -> Service:
    """A service with two worker processes and the sweeper."""
    bare_service.worker(concurrency=2)
    bare_service.beat()
    return bare_service
