"""Judges what people send without storing it, in child processes that have limits of their own: nothing else suffers from it.

Whoever is signed in or not, texts go the same way. A child is ``python -m referee.worker``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from records.core.languages import reader_texts
from records.core.sandbox.child import Job
from records.core.sandbox.errors import Busy, SandboxFault, TooCostly, Unclear
from records.core.sandbox.pool import limits_of, pool
from referee import Move
from referee.core.verdict import ILLEGAL
from referee.notation import NO_HINTS, Hints, Source, grammar_of

__all__ = [
    "Busy",
    "Room",
    "SandboxFault",
    "TooCostly",
    "Unclear",
    "allowed",
    "broken",
    "draft",
    "first_matches",
    "of_round",
    "preview",
    "score",
    "start",
    "write_verdicts",
]


ALLOWED = 10
"""Of how many moves of a round it is told what the rules allowed in their place; each takes many times what the round takes."""


@dataclass(slots=True)
class Room:
    """What of one upload may still be judged and kept for a visitor: rounds, findings, bytes of verdicts as JSON."""

    rounds: int = 500
    findings: int = 500
    bytes: int = 2 * 1024 * 1024

    def is_full(self) -> bool:
        """Whether nothing more is judged."""
        return min(self.rounds, self.findings, self.bytes) <= 0


def write_verdicts(
    texts: Sequence[bytes],
    write: Callable[[bytes], Any],
    *,
    simplified: bool,
    indent: int | None = None,
    hints: Hints = NO_HINTS,
) -> int:
    """Write the verdicts on all matches of these files as one JSON array, piece by piece; returns how many they are. ``hints``
    say what files of other formats do not.

    Raises Busy, TooCostly.
    """
    options = {"languages": reader_texts(), "simplified": simplified, "indent": indent, **hints._asdict()}
    job = Job("verdicts", options, texts)
    number: int = pool().ask(job, limits_of(job), write)["verdicts"]
    return number


def first_matches(
    text: bytes, most: int, room: Room, hints: Hints = NO_HINTS, rules: str = ""
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The first matches of a file with their verdicts, at most so many, that there is room for; and whether it has ``more``, with
    the ``error`` of a file that is none. They take their part of the room. ``rules`` are put in the place of what the records
    say. Raises Busy, TooCostly."""
    if room.is_full():
        return [], {"more": True}
    options = {"matches": most, **asdict(room), **hints._asdict(), "other_rules": rules}
    written, told = _answer(Job("first_matches", options, [text]))
    room.rounds, room.findings, room.bytes = told["rounds"], told["findings"], told["bytes"]
    return [json.loads(line) for line in written.splitlines()], told


def preview(text: bytes, hints: Hints = NO_HINTS) -> dict[str, Any] | None:
    """How a file of another format is understood (``referee.core.preview``); None of a file that is not converted. Raises Busy,
    TooCostly."""
    found: dict[str, Any] | None = json.loads(_answer(Job("preview", hints._asdict(), [text]))[0])
    return found


def of_round(name: str, source: Source, number: int, **options: Any) -> Any:
    """What the engine gives of a round of a match: its ``frames`` or its ``review`` for a ``view``, the ``review_turn`` at a
    ``move``, or what was ``allowed`` in the place of ``moves``. Raises LookupError where there is none, Busy, TooCostly."""
    where = {"first_line": source.first_line, "form": source.form, "round": number, "languages": reader_texts()}
    found = json.loads(_answer(Job(name, {**where, **options}, [source.text.encode("utf-8", "surrogatepass")]))[0])
    if found is None:
        raise LookupError(f"no {name} of round {number}")
    return found


def allowed(source: Source, game: str, tables: Sequence[dict[str, Any]]) -> dict[int, list[Move]]:
    """What the rules allowed in the place of the first moves of a round that broke one, by the number of the move. ``tables`` are
    the round's frames for the eyes of everybody. Raises Busy, TooCostly."""
    at = broken(tables)
    told = of_round("allowed", source, tables[0]["round"], moves=at) if at else []
    grammar = grammar_of(game)
    return {move: [made for token in tokens if (made := grammar.move(token))] for move, tokens in told}


def broken(tables: Sequence[dict[str, Any]]) -> list[int]:
    """The first moves of a round that broke a rule, of as many as it is told what was allowed in their place."""
    found = (one["move"] for one in tables if one["move"] and any(told["severity"] == ILLEGAL for told in one["findings"]))
    return list(islice(found, ALLOWED))


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
