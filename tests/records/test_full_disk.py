"""A disk without room: no transaction is tried again and again, and the service says that it is not ready."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection

from records.core.db import retry
from records.core.ops import health


@pytest.mark.django_db(transaction=True)
def test_transaction_on_a_full_disk_is_tried_once() -> None:
    tried = []

    @retry.retry_when_disconnected
    def work() -> None:
        tried.append(1)
        raise OperationalError("full") from psycopg.errors.DiskFull("no space left")

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
