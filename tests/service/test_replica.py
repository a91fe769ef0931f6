"""The service beside a real streaming replica: what reads is read there, and nothing that was written is missed."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.faults.servers import Postgres, Standby, needs_servers
from tests.files import named
from tests.proof import slow
from tests.service.service import Service, wait_for

pytestmark = [needs_servers, slow]
SEEN = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND query LIKE '%%records\\_match%%' AND pid <> pg_backend_pid()"


class Replicated:
    """A service whose web process reads from a standby."""

    def __init__(self, primary: Postgres, standby: Standby, service: Service) -> None:
        self.primary, self.standby, self.service = primary, standby, service

    def on_standby(self, query: str, *values: Any) -> Any:
        with psycopg.connect(self.standby.url, autocommit=True, connect_timeout=10) as connection:
            row = connection.execute(query, values).fetchone()
            return row[0] if row else None

    def listed(self) -> set[str]:
        status, answer = self.service.request("GET", "matches?limit=100")
        assert status == 200, answer
        return {match["id"] for match in answer["results"]}

    def reads_there(self) -> bool:
        """Whether a connection's last query of a list was asked of the standby."""
        self.listed()
        return bool(self.on_standby(SEEN, self.service.queue))


@pytest.fixture(scope="module")
def replicated() -> Iterator[Replicated]:
    home = Path(tempfile.mkdtemp(prefix="referee-replica-"))  # pytest's own folders are closed to PostgreSQL's account
    home.chmod(0o755)
    for folder in ("first", "second", "service"):
        (home / folder).mkdir()
    with ExitStack() as open_:
        open_.callback(shutil.rmtree, home, ignore_errors=True)
        primary = Postgres(home / "first")
        open_.callback(primary.stop)
        primary.start()
        standby = Standby(home / "second", primary)
        open_.callback(standby.stop)
        standby.start()
        service = Service(home / "service", primary.url, "")
        open_.callback(service.close)
        service.environment.pop("BROKER_URL")
        service.prepare()
        service.environment["DATABASE_REPLICA_URL"] = urlunsplit(urlsplit(standby.url)._replace(path=f"/{service.queue}"))
        service.web("--workers", "2")
        yield Replicated(primary, standby, service)


def upload(service: Service, event: str) -> str:
    (match,) = service.upload(named(event).encode())
    return str(match["id"])


def test_every_upload_is_in_the_list_that_is_asked_for_next_though_lists_are_read_from_the_replica(
    replicated: Replicated,
) -> None:
    for number in range(10):
        assert upload(replicated.service, f"at once {number}") in replicated.listed()
    wait_for(replicated.reads_there, "a list that is read from the standby")


def test_upload_is_listed_and_a_revoked_token_refused_while_the_replica_does_not_replay(replicated: Replicated) -> None:
    service = replicated.service
    other = service.shell(
        "from django.core.management import call_command; call_command('issue_token', 'tester', 'other')"
    ).split()[-1]
    told = {"Authorization": f"Bearer {other}"}
    replicated.on_standby("SELECT pg_wal_replay_pause()::text")
    try:
        wait_for(lambda: replicated.on_standby("SELECT pg_get_wal_replay_pause_state()") == "paused", "the standby to pause")
        assert upload(service, "unseen there") in replicated.listed()
        assert service.request("GET", "matches", **told)[0] == 200
        service.shell("from records.models import ApiToken; print(ApiToken.objects.filter(name='other').delete())")
        assert service.request("GET", "matches", **told)[0] == 401
    finally:
        replicated.on_standby("SELECT pg_wal_replay_resume()::text")
    wait_for(replicated.reads_there, "the standby to be read from again")


def test_replica_that_is_killed_is_missed_by_no_request(replicated: Replicated) -> None:
    wait_for(replicated.reads_there, "a list that is read from the standby")
    replicated.standby.stop()
    try:
        listed = [replicated.listed() for _ in range(20)]
        assert all(one == listed[0] for one in listed)
        assert upload(replicated.service, "without it") in replicated.listed()
    finally:
        replicated.standby.start()
    wait_for(replicated.reads_there, "the standby to be read from again")
