"""A worker's process keeps its connection to the database, and outlives it."""

from __future__ import annotations

import os

import pytest

from tests.files import named
from tests.service.service import Service, wait_for

pytestmark = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="a file is opened anew at no cost"
)
OURS = "datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"


def judged(service: Service, event: str) -> int:
    """Have a match judged; who is connected when nobody but the worker is any more."""
    service.shell(f"from records import matches; matches.upload({named(event).encode()!r}, media_type='text/plain')")
    state = f"SELECT state, attempts FROM records_match WHERE event = '{event}'"
    wait_for(lambda: service.ask(state) == [("judged", 1)], f"the verdict on {event}")
    connected = f"SELECT max(pid) FROM pg_stat_activity WHERE {OURS} HAVING count(*) = 1"
    return int(wait_for(lambda: service.ask(connected), "the worker to be connected alone")[0][0])


def test_worker_reconnects_only_when_its_connection_was_cut(empty_service: Service) -> None:
    service = empty_service
    service.kill(service.processes[0])
    service.worker()
    first = judged(service, "first")
    assert judged(service, "second") == first
    service.ask(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {OURS}")
    assert judged(service, "third") != first
