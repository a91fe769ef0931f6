"""The broker without a server on a disk without room: a worker waits, and does not connect again several times a second."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from queue import Empty
from typing import Any

import kombu
import pytest

from config import brokers


@pytest.fixture
def channel(tmp_path: Path) -> Any:
    """A channel with a message in its queue."""
    with kombu.Connection(f"sqla+sqlite:///{tmp_path / 'broker.sqlite3'}") as connection:
        channel: Any = connection.channel()
        channel._put("tasks", {"body": "judge"})
        yield channel


@pytest.fixture
def full(channel: Any, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the disk is full."""
    is_full, dialect = [True], channel._open()[0].dialect
    commit = dialect.do_commit

    def refuse(connection: Any) -> None:
        if is_full[0]:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error
        commit(connection)

    monkeypatch.setattr(dialect, "do_commit", refuse)
    return is_full


def test_message_is_left_where_it_is_until_the_disk_has_room(
    channel: Any, full: list[bool], caplog: pytest.LogCaptureFixture
) -> None:
    assert isinstance(channel, brokers.SqliteChannel)
    for _ in range(3):
        with pytest.raises(Empty):
            channel._get("tasks")
    assert caplog.text.count("has no room") == 1
    full[0] = False
    assert channel._get("tasks") == {"body": "judge"}
    with pytest.raises(Empty):
        channel._get("tasks")
