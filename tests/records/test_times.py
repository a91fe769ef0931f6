"""Times are read from PostgreSQL as Django reads them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import DataError, connection

from records.db.times import time_loader

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has its own"),
]

TIMES = ("2026-11-26 22:31:00.123456+00", "2026-11-26 22:31:00.5+00", "2026-11-26 22:31:00+08:30", "0001-01-01 00:00:00+00")


def read(text: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz", [text])
        return cursor.fetchone()[0]


@pytest.mark.parametrize("text", TIMES)
def test_time_is_the_one_that_was_stored_in_utc(text: str) -> None:
    assert connection.connection.adapters.get_loader(1184, 0) is time_loader()
    assert read(text) == datetime.fromisoformat(text)
    assert read(text).tzinfo is UTC


@pytest.mark.parametrize("text", ["infinity", "0044-03-15 00:00:00+00 BC", "20260-01-01 00:00:00+00"])
def test_time_that_python_cannot_say_is_refused(text: str) -> None:
    with pytest.raises(DataError):
        read(text)
