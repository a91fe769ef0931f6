"""How a page asks the engine that runs in its own browser (Pyodide): a job's name, its options as JSON, its texts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from referee.core.replay import ENGINE_VERSION
from referee.worker.answering import Jobs, answered
from referee.worker.answering import load_all as load_engine

__all__ = ["ENGINE_VERSION", "answer", "load_all"]


def load_all(modules: Iterable[str]) -> None:
    """Load what judging needs, and these modules of jobs, so that no job waits for it."""
    load_engine()
    for module in modules:
        _jobs(module)


def answer(modules: Iterable[str], name: str, options: str, texts: Iterable[memoryview], write: Callable[[bytes], Any]) -> str:
    """Have the answer written piece by piece, by the first of these modules that has the job.

    Returns as JSON the kind of message that says what became of it (``referee.worker.messages``), and what that says.
    """
    found = next((known for known in map(_jobs, modules) if name in known), {})
    kind, told = answered(found, name, json.loads(options), [bytes(text) for text in texts], write)
    return json.dumps([kind.decode(), told])


def _jobs(module: str) -> Jobs:
    found: Jobs = import_module(module).JOBS
    return found
