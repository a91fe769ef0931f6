"""What is answered while the database cannot serve: 503, and when to ask again, for programs and for people."""

from __future__ import annotations

import sqlite3
from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, InterfaceError, OperationalError
from django.test import Client

from tests.api.problems import problem


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def sqlite(name: str, text: str) -> Exception:
    cause = sqlite3.OperationalError(text)
    cause.sqlite_errorname = name
    return caused(OperationalError(text), cause)


AWAY = {
    "no connection": caused(OperationalError("refused"), psycopg.OperationalError("connection refused")),
    "connection lost": InterfaceError("the connection is closed"),
    "disk of PostgreSQL full": caused(OperationalError("disk"), psycopg.errors.DiskFull("could not extend file")),
    "disk of SQLite full": sqlite("SQLITE_FULL", "database or disk is full"),
    "SQLite locked": sqlite("SQLITE_BUSY", "database is locked"),
}
FAULTS = {
    "a table is missing in SQLite": sqlite("SQLITE_ERROR", "no such table: archive_match"),
    "a row is refused": IntegrityError("UNIQUE constraint failed"),
}


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Client:
    return Client(raise_request_exception=False)


def fail_with(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*args: Any, **more: Any) -> Any:
        raise error

    monkeypatch.setattr("records.archive.matches.find_to_read", fail)
    monkeypatch.setattr("records.archive.matches.visible_to", fail)


ID = "00000000-0000-0000-0000-000000000000"


@pytest.mark.django_db
@pytest.mark.parametrize("reason", AWAY)
def test_api_while_the_database_is_away_answers_503(client: Client, monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    fail_with(monkeypatch, AWAY[reason])
    answer = client.get(f"/api/v1/matches/{ID}")
    assert "database" in problem(answer, 503, "unavailable")["detail"]
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.django_db
def test_page_while_the_database_is_away_answers_503(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_with(monkeypatch, AWAY["connection lost"])
    answer = client.get(f"/matches/{ID}/")
    assert (answer.status_code, answer.headers["Content-Type"].partition(";")[0]) == (503, "text/html")
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.django_db
@pytest.mark.parametrize("reason", FAULTS)
def test_fault_of_the_service_is_no_absence_of_the_database(client: Client, monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    fail_with(monkeypatch, FAULTS[reason])
    problem(client.get(f"/api/v1/matches/{ID}"), 500, "internal-error")
    assert client.get(f"/matches/{ID}/").status_code == 500
