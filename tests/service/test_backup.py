"""The runbook's backup and restore, rehearsed: what comes back is what was there, row for row; the audit log's chain holds."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests.service.service import ROOT, Service

STORED = """
from pathlib import Path
from django.contrib.auth.models import User
from records.archive import matches
for path in sorted(Path("records/archive/samples").glob("*.ppn"))[:3]:
    for match in matches.upload(path.read_bytes(), media_type="text/x-ppn", user=User.objects.get()).matches:
        matches.judge(match.pk)
"""
COUNTED = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1"

pytestmark = pytest.mark.skipif(not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="backs PostgreSQL up")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    try:
        service.prepare()
        service.shell(STORED)
        yield service
    finally:
        service.close()


@pytest.fixture
def empty(service: Service) -> Iterator[str]:
    """The address of an empty database."""
    name = f"referee_restored_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(service.server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
        yield urlunsplit(urlsplit(service.server)._replace(path=f"/{name}"))
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[arg-type]


def ran(script: str, argument: str, service: Service, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**service.environment, "PYTHON": sys.executable, **more}
    return subprocess.run([f"scripts/{script}", argument], cwd=ROOT, env=environment, text=True, capture_output=True, timeout=600)


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with psycopg.connect(url) as connection:
        tables = [name for (name,) in connection.execute(COUNTED)]
        return {name: sorted(connection.execute(f'SELECT t::text FROM "{name}" t')) for name in tables}  # type: ignore[arg-type]


def test_restored_backup_is_row_for_row_what_was_backed_up(service: Service, empty: str, tmp_path: Path) -> None:
    made = ran("backup", str(tmp_path / "backups"), service)
    assert made.returncode == 0, made.stderr
    dump = made.stdout.strip()
    restored = ran("restore", dump, service, DATABASE_URL=empty)
    assert restored.returncode == 0, restored.stderr
    assert "each follows from the one before" in restored.stdout
    assert "is the one that was noted" in restored.stdout
    before = rows(service.environment["DATABASE_URL"])
    assert rows(empty) == before
    assert len(before["archive_judgement"]) >= 3
    again = ran("restore", dump, service, DATABASE_URL=empty)
    assert (again.returncode, "not empty" in again.stderr) == (1, True)
