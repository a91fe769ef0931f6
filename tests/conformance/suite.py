"""The suite of this checkout, written once in a test run."""

from __future__ import annotations

from pathlib import Path

from conformance import SUITE
from conformance.entries import Entry, of_suite
from tests.once import once, run_folder


def suite() -> Path:
    """The folder of the suite."""
    run = run_folder()
    assert run is not None, "only in a test run"
    return once(run, "conformance", _write) / SUITE.name


def entries(*games: str) -> list[Entry]:
    """The entries of some games, or of all."""
    return list(of_suite(games, suite()))


def _write(folder: Path) -> None:
    from scripts.conformance import write  # an entrant that is planted needs no engine

    write(folder)
