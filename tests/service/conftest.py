"""Services for tests of real processes: one shared by the whole run, and one of a test's own where it kills or counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.service import Service
from tests.service.shared import shared_service


@pytest.fixture
def empty_service(tmp_path: Path) -> Iterator[Service]:
    """A service of this test alone with its web process; no worker and no sweeper."""
    service = Service(tmp_path)
    try:
        service.prepare()
        service.web()
        yield service
    finally:
        service.close()


@pytest.fixture(scope="module")
def service() -> Service:
    """The shared service with two worker processes and the sweeper."""
    return shared_service()
