"""Databases with every table and no account, for tests to copy: to migrate a new one takes longer than most tests.

What migrating has made is kept in ``var/tests`` for as long as the code stays the same that decides about it, so that the next
run need not migrate either. On a database server it is made once in a run.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.once import once

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "var" / "tests"
DECIDE = ("config", "records", "referee")
"""Folders whose files say what a new database holds: settings, migrations and what they call, models with their permissions."""


def tables(run: Path) -> Path:
    """A SQLite database."""

    def make(file: Path) -> None:
        _migrate(REFEREE_VAR=str(file.parent), DATABASE_URL="")

    return kept(run, "referee.sqlite3", make)


def kept(run: Path, name: str, make: Callable[[Path], None]) -> Path:
    """A file of this name that holds a new database or its statements, which ``make`` writes unless an earlier run has."""

    def take_or_make(folder: Path) -> None:
        file, home = folder / name, KEPT / state_of_code(ROOT)
        with suppress(FileNotFoundError):  # also where another run takes it away at this moment
            shutil.copy(home / name, file)
            return
        make(file)
        home.mkdir(parents=True, exist_ok=True)
        for other in KEPT.iterdir():
            if other != home:
                shutil.rmtree(other, ignore_errors=True)
        copy = home / f"{name}.{os.getpid()}"
        shutil.copy(file, copy)
        copy.rename(home / name)

    return once(run, f"kept-{name}", take_or_make) / name


def state_of_code(root: Path) -> str:
    """A hash of all that says what a new database holds: of the code, and of what is installed."""
    found = [root / "requirements-test.lock", *(file for folder in DECIDE for file in (root / folder).rglob("*"))]
    state = hashlib.sha256(sys.version.encode())
    for file in sorted(file for file in found if file.is_file() and "__pycache__" not in file.parts):
        state.update(f"{file.relative_to(root)}\0".encode())
        state.update(hashlib.sha256(file.read_bytes()).digest())
    return state.hexdigest()[:32]


def template_on(run: Path, server: str) -> str:
    """The name of a database on the server that all tests use; ``drop_templates`` drops it when the run ends."""

    def make(folder: Path) -> None:
        name = f"referee_tables_{uuid.uuid4().hex[:12]}"
        on_server(server, f"CREATE DATABASE {name}")
        (folder / "database").write_text(name, encoding="ascii")
        _migrate(REFEREE_VAR=str(folder), DATABASE_URL=address_of(server, name))

    return (once(run, "template", make) / "database").read_text(encoding="ascii")


def drop_templates(run: Path) -> None:
    """Drop the databases on the server of all tests that others were copied from."""
    server = os.environ.get("DATABASE_URL", "")
    if server.startswith("postgres"):
        for file in (*run.glob("service/database"), *run.glob("template*/database")):
            on_server(server, f"DROP DATABASE IF EXISTS {file.read_text(encoding='ascii')} WITH (FORCE)")


def address_of(server: str, name: str) -> str:
    """The address of another database of a server."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))


def on_server(server: str, *statements: str) -> None:
    """Run statements, each in a transaction of its own."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def _migrate(**environment: str) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=True, timeout=1200)
