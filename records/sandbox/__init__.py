"""Judges what people send without storing it, in child processes that have limits of their own: nothing else suffers from it.

Whoever is signed in or not, texts go the same way. A child is ``python -m referee.worker``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from records.languages import reader_texts
from records.sandbox.child import Job
from records.sandbox.errors import Busy, SandboxFault, TooCostly, Unclear
from records.sandbox.pool import limits_of, pool

__all__ = ["Busy", "Room", "SandboxFault", "TooCostly", "Unclear", "draft", "first_verdicts", "score", "start", "write_verdicts"]


@dataclass(slots=True)
class Room:
    """What a page may still show of verdicts that are not stored: rounds, findings, bytes of them as JSON."""

    rounds: int = 500
    findings: int = 500
    bytes: int = 2 * 1024 * 1024

    def is_full(self) -> bool:
        """Whether nothing more is shown."""
        return min(self.rounds, self.findings, self.bytes) <= 0


def write_verdicts(texts: Sequence[bytes], write: Callable[[bytes], Any], *, simplified: bool, indent: int | None = None) -> int:
    """Write the verdicts on all matches of these files as one JSON array, piece by piece; returns how many they are.

    Raises Busy, TooCostly.
    """
    options = {"languages": reader_texts(), "simplified": simplified, "indent": indent}
    job = Job("verdicts", options, texts)
    number: int = pool().ask(job, limits_of(job), write)["verdicts"]
    return number


def first_verdicts(text: bytes, most: int, room: Room) -> tuple[list[dict[str, Any]], bool]:
    """The verdicts on the first matches of a file, at most so many, that there is room for, and whether it has more. They take
    their part of the room. Raises Busy, TooCostly."""
    if room.is_full():
        return [], True
    options = {"languages": reader_texts(), "matches": most, **asdict(room)}
    written, told = _answer(Job("first_verdicts", options, [text]))
    room.rounds, room.findings, room.bytes = told["rounds"], told["findings"], told["bytes"]
    return [json.loads(line) for line in written.splitlines()], told["more"]


def draft(text: bytes) -> dict[str, Any]:
    """The verdict on a match that is being written, and the position after its last move. Raises Busy, TooCostly."""
    answer: dict[str, Any] = json.loads(_answer(Job("draft", {"languages": reader_texts()}, [text]))[0])
    return answer


def score(question: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question about one hand, as ``referee.score`` gives it. Raises Unclear, Busy, TooCostly."""
    answer: dict[str, Any] = json.loads(_answer(Job("score", {"question": question}))[0])
    return answer


def start() -> None:
    """Start the children of this process, so that nobody waits for the first ones."""
    pool().start()


def _answer(job: Job) -> tuple[bytes, dict[str, Any]]:
    written = bytearray()
    told = pool().ask(job, limits_of(job), written.extend)
    return bytes(written), told
