"""Servers that a proof may kill."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.__main__ import started_servers
from tests.faults.servers import Server


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Path, Server, Server]]:
    with started_servers() as servers:
        yield servers
