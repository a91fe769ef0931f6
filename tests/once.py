"""Do once in a run what every process of it needs: the first that asks does it, the others wait for it."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

RUN = "REFEREE_TEST_RUN"
"""The environment variable that names the folder of the present test run; outside of tests there is none."""


def run_folder() -> Path | None:
    """The folder that the processes of a test run share; None outside of tests."""
    return Path(os.environ[RUN]) if RUN in os.environ else None


def once(run: Path, name: str, make: Callable[[Path], None]) -> Path:
    """A folder of this name in ``run``, which ``make`` has filled in whichever process asked first."""
    made = run / name
    with (run / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            making = run / f"{name}.making"
            making.mkdir()
            make(making)
            making.rename(made)
    return made


def tables(run: Path) -> Path:
    """A SQLite database with every table and no account: migrating takes longer than most tests."""

    def migrate(folder: Path) -> None:
        environment = {**os.environ, "REFEREE_VAR": str(folder), "DATABASE_URL": ""}
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=Path(__file__).parents[1], env=environment, check=True, timeout=1200)

    return once(run, "tables", migrate) / "referee.sqlite3"
