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
from referee.notation import Source

__all__ = [
    "Busy",
    "Room",
    "SandboxFault",
    "TooCostly",
    "Unclear",
    "draft",
    "first_matches",
    "of_round",
    "score",
    "start",
    "write_verdicts",
]


@dataclass(slots=True)
class Room:
    """What of one upload may still be judged and kept for a visitor: rounds, findings, bytes of verdicts as JSON."""

    rounds: int = 500
    findings: int = 500
    bytes: int = 2 * 1024 * 1024

    def is_full(self) -> bool:
        """Whether nothing more is judged."""
        return min(self.rounds, self.findings, self.bytes) <= 0


def write_verdicts(texts: Sequence[bytes], write: Callable[[bytes], Any], *, simplified: bool, indent: int | None = None) -> int:
    """Write the verdicts on all matches of these files as one JSON array, piece by piece; returns how many they are.

    Raises Busy, TooCostly.
    """
    options = {"languages": reader_texts(), "simplified": simplified, "indent": indent}
    job = Job("verdicts", options, texts)
    number: int = pool().ask(job, limits_of(job), write)["verdicts"]
    return number


def first_matches(text: bytes, most: int, room: Room) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The first matches of a file with their verdicts, at most so many, that there is room for; and whether it has ``more``, with
    the ``error`` of a file that is none. They take their part of the room. Raises Busy, TooCostly."""
    if room.is_full():
        return [], {"more": True}
    written, told = _answer(Job("first_matches", {"matches": most, **asdict(room)}, [text]))
    room.rounds, room.findings, room.bytes = told["rounds"], told["findings"], told["bytes"]
    return [json.loads(line) for line in written.splitlines()], told


def of_round(name: str, source: Source, number: int, **options: Any) -> Any:
    """What the engine gives of a round of a match: its ``frames`` or its ``review`` for a ``view``, the ``review_turn`` at a
    ``move``, or what was ``allowed`` in the place of ``moves``. Raises LookupError where there is none, Busy, TooCostly."""
    where = {"first_line": source.first_line, "form": source.form, "round": number, "languages": reader_texts()}
    found = json.loads(_answer(Job(name, {**where, **options}, [source.text.encode("utf-8", "surrogatepass")]))[0])
    if found is None:
        raise LookupError(f"no {name} of round {number}")
    return found


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
