"""The report of a run as one JSON document: how many entries came out how, by game, and every one that was not right."""

from __future__ import annotations

from collections import Counter
from typing import Any

from conformance import VERSION
from conformance.entries import MARKS, MUST
from conformance.run import EQUAL, OUTCOMES, PARTLY, UNABLE, Result, Run

Document = dict[str, Any]


def report(run: Run) -> Document:
    """The whole report; entries that were right are only counted."""
    told = {game: conforms(run, game) for game in dict.fromkeys(result.entry.game for result in run.results)}
    return {
        "report": 1,
        "suite": VERSION,
        "program": {"command": run.command, "name": run.greeting.name, "version": run.greeting.version},
        "able": sorted(run.greeting.able),
        "seconds": round(run.seconds, 1),
        "entries": len(run.results),
        "conforms": all(one is not False for one in told.values()) and any(told.values()),
        "games": {game: _of_game(run, game) for game in told},
        "not_right": [_told(result) for result in run.results if result.outcome not in (EQUAL, PARTLY)],
    }


def conforms(run: Run, game: str) -> bool | None:
    """Whether a program is right on every entry of a game that it must, and nothing that it answered is wrong; None where it is
    able to answer none of them."""
    results = [result for result in run.results if result.entry.game == game and result.outcome != UNABLE]
    musts = [result for result in results if result.entry.mark == MUST]
    right = all(result.outcome == EQUAL for result in musts) and not any(result.wrong for result in results)
    return right if results else None


def _of_game(run: Run, game: str) -> Document:
    results = [result for result in run.results if result.entry.game == game]
    marks = {mark: Counter(result.outcome for result in results if result.entry.mark == mark) for mark in MARKS}
    _, tells = run.greeting.games.get(game, (frozenset(), frozenset()))
    return {
        "editions": sorted({result.entry.edition for result in results}),
        "tells": sorted(tells),
        "conforms": conforms(run, game),
        "marks": {mark: {name: counts[name] for name in OUTCOMES if counts[name]} for mark, counts in marks.items() if counts},
    }


def _told(result: Result) -> Document:
    entry = result.entry
    told: Document = {
        "id": entry.id,
        "game": entry.game,
        "edition": entry.edition,
        "clause": entry.clause,
        "title": entry.title,
        "mark": entry.mark,
        "outcome": result.outcome,
    }
    if result.told:
        told["told"] = result.told
    if result.wrong:
        told["question"] = entry.question
    if result.differences:
        told["differences"] = [one._asdict() for one in result.differences]
    return told


def summary(document: Document) -> str:
    """The report in a few lines of text."""
    program = document["program"]
    lines = [f"{program['name']} {program['version']}: {document['entries']} entries in {document['seconds']} s"]
    for game, told in document["games"].items():
        for mark, counts in told["marks"].items():
            said = ", ".join(f"{number} {outcome}" for outcome, number in counts.items())
            lines.append(f"  {game:<10} {mark:<8} {said}")
    wrong = [told for told in document["not_right"] if "question" in told]
    lines += [f"  {told['outcome']}: {told['id']}" for told in wrong[:20]]
    lines += [f"  and {len(wrong) - 20} more"] if len(wrong) > 20 else []
    return "\n".join([*lines, "conforms" if document["conforms"] else "does not conform"])
