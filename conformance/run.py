"""Asks a program every question of the suite and keeps what came of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from conformance.comparison import Difference, Malformed, differences
from conformance.entrant import Entrant, Failure, Limits
from conformance.entries import Entry
from conformance.greeting import Greeting

EQUAL, PARTLY, DIFFERS, DECLINED, UNABLE, UNASKED = "equal", "partly", "differs", "declined", "not able", "not asked"
FAILURES = ("refused", "rubbish", "hung", "died", "memory")
"""An error where an answer was due; no answer that can be read; none in time; the program ended; it took too much memory."""
OUTCOMES = (EQUAL, PARTLY, DIFFERS, *FAILURES, DECLINED, UNABLE, UNASKED)
"""``partly``: equal in what the program told, which was less than it tells of others; ``not able``: it has said that it cannot
referee this game or read such records; ``not asked``: after too many failures."""
IN_A_ROW = 10
"""After so many failures one after another the rest is not asked: a program that always hangs would take hours."""


@dataclass(frozen=True)
class Result:
    """What came of an entry: how it ended, where the answer differs, and what a failure or a refusal said."""

    entry: Entry
    outcome: str
    differences: tuple[Difference, ...] = ()
    told: str = ""

    @property
    def wrong(self) -> bool:
        """Whether an answer was due and this is none, or not the right one."""
        return self.outcome == DIFFERS or self.outcome in FAILURES


@dataclass
class Run:
    """A program's run through the suite."""

    command: str
    greeting: Greeting
    results: list[Result] = field(default_factory=list)
    seconds: float = 0.0


def run(command: str, entries: Iterable[Entry], limits: Limits, form: str = "ppn") -> Run:
    """Ask a program these entries, records as ``ppn`` or as JSON (``record``) where an entry has that.

    Raises Failure where the program cannot be started or says not what it can do.
    """
    entrant, began = Entrant(command, limits), monotonic()
    try:
        made = Run(command, entrant.greet())
        failed = 0
        for number, entry in enumerate(entries, 1):
            if failed >= IN_A_ROW:
                result = Result(entry, UNASKED, told=f"{IN_A_ROW} failures in a row")
            else:
                result = asked(entrant, made.greeting, number, entry, form)
            if result.outcome in FAILURES[1:]:
                failed += 1
            elif result.outcome not in (UNABLE, UNASKED):
                failed = 0
            made.results.append(result)
    finally:
        entrant.end()
    made.seconds = monotonic() - began
    return made


def asked(entrant: Entrant, greeting: Greeting, number: int, entry: Entry, form: str) -> Result:
    """The result of one entry."""
    editions, tells = greeting.games.get(entry.game, (frozenset(), frozenset()))
    if entry.edition not in editions:
        return Result(entry, UNABLE, told=f"it does not referee {entry.game} {entry.edition}")
    if lacking := [need for need in entry.needs if need not in greeting.able]:
        return Result(entry, UNABLE, told=f"it is not able: {', '.join(lacking)}")
    try:
        answer = entrant.ask(question(number, entry, form))
    except Failure as failure:
        return Result(entry, failure.kind, told=failure.told)
    if isinstance(error := answer.get("error"), dict):
        declined = error.get("code") == "unsupported"
        return Result(entry, DECLINED if declined else "refused", told=str(error.get("message", error.get("code")))[:500])
    told = answer.get("verdict" if entry.kind == "verify" else "answer")
    try:
        untold = frozenset(map(str, told.get("untold", ()))) if isinstance(told, dict) else frozenset()
        found = differences(entry.kind, entry.expected, told, tells - untold)
    except (Malformed, TypeError) as error:
        return Result(entry, "rubbish", told=str(error))
    return Result(entry, DIFFERS if found else PARTLY if untold else EQUAL, tuple(found))


def question(number: int, entry: Entry, form: str) -> dict[str, Any]:
    """The line that asks an entry."""
    if entry.kind == "score":
        return {"id": number, "game": entry.game, "edition": entry.edition, "score": entry.question}
    name = form if form in entry.question else "ppn"
    return {"id": number, "game": entry.game, "edition": entry.edition, "verify": {name: entry.question[name]}}
