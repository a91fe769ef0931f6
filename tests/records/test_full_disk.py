"""A disk without room: no transaction is tried again and again, and the service says that it is not ready."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection

from records.db import retry
from records.ops import health


def full_sqlite(path: Path) -> sqlite3.Error:
    """What SQLite itself says of a file that cannot grow."""
    file = sqlite3.connect(path)
    file.execute("CREATE TABLE t (x)")
    file.execute("PRAGMA max_page_count = 2")
    with pytest.raises(sqlite3.OperationalError) as error:
        file.execute("INSERT INTO t VALUES (zeroblob(100000))")
    file.close()
    return error.value


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("database", ["SQLite", "PostgreSQL"])
def test_transaction_on_a_full_disk_is_tried_once(tmp_path: Path, database: str) -> None:
    cause = full_sqlite(tmp_path / "full.sqlite3") if database == "SQLite" else psycopg.errors.DiskFull("no space left")
    tried = []

    @retry.retry_when_disconnected
    def work() -> None:
        tried.append(1)
        raise OperationalError(str(cause)) from cause

    with pytest.raises(OperationalError):
        work()
    assert len(tried) == 1


@pytest.mark.django_db(transaction=True)
def test_transaction_whose_connection_is_lost_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    @retry.retry_when_disconnected
    def work() -> None:
        tried.append(1)
        if len(tried) < 3:
            raise OperationalError("lost") from psycopg.OperationalError("the connection is lost")

    work()
    assert len(tried) == 3


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the disk of a server is its own affair")
def test_service_whose_disk_is_full_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: Any, **more: Any) -> Any:
        raise OSError(28, "No space left on device")

    health.require_room()
    monkeypatch.setattr(health, "TemporaryFile", full)
    report = health.readiness()["checks"]["database"]
    assert (report["ok"], report["code"]) == (False, "disk-full")
    assert set(report["reason"]) == {"zh", "en"}
