"""Do once in a run what every process of it needs: the first that asks does it, the others wait for it."""

from __future__ import annotations

import fcntl
import os
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
