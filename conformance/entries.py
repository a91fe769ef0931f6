"""The entries of the suite: a question each, what must be answered, and how binding that is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance import SUITE

MUST, MAY, READING = "must", "may", "reading"
MARKS = (MUST, MAY, READING)


class SuiteError(Exception):
    """Raised for a file of entries that cannot be read: which, and why."""


@dataclass(frozen=True)
class Entry:
    """One question of the suite.

    ``kind`` is ``verify`` (a record, as ``ppn`` and mostly as ``record``, the JSON form) or ``score`` (``question`` about one
    hand). ``expected`` holds the parts of the answer that are known; ``needs`` names what a program has to be able to do besides.
    """

    id: str
    game: str
    edition: str
    clause: str
    title: str
    mark: str
    needs: tuple[str, ...]
    kind: str
    question: dict[str, Any]
    expected: dict[str, Any]


def of_suite(games: Iterable[str] = (), folder: Path = SUITE) -> Iterator[Entry]:
    """Every entry of the suite, or of some games, in the order of files and entries. Raises SuiteError."""
    if not folder.is_dir():
        raise SuiteError(f"{folder}: the suite is not there; make conformance writes it, and each release has it")
    some = set(games)
    for path in sorted(folder.glob("*/*/*.json")):
        if path.stem != "clauses" and (not some or path.parent.parent.name in some):
            yield from of_file(path)


def of_file(path: Path) -> Iterator[Entry]:
    """The entries of a file: one of the suite, or lines that a generator wrote. Raises SuiteError."""
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".jsonl":
            yield from (_entry(json.loads(line), "") for line in text.splitlines() if line)
            return
        document = json.loads(text)
        clause = (document["clause"] or {}).get("id", "")
        for entry in document["entries"]:
            yield _entry({"game": document["game"], "edition": document["edition"], **entry}, clause)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SuiteError(f"{path}: no file of entries ({type(error).__name__}: {error})") from error


def _entry(told: dict[str, Any], clause: str) -> Entry:
    kind = "score" if "question" in told else "verify"
    question = told["question"] if kind == "score" else {name: told[name] for name in ("ppn", "record") if name in told}
    return Entry(
        told["id"],
        told["game"],
        told["edition"],
        clause,
        told["title"],
        told["mark"],
        tuple(told.get("needs", ())),
        kind,
        question,
        told["expected"],
    )
