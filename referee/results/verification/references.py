"""Checks the references inside a results file: everything referred to exists, nothing occurs twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.results.published.document import rules_of
from referee.results.published.form import Document, version_of
from referee.results.ranking.rulings import CORRECTED
from referee.results.verification.problems import Problem, differs, problem


def references(document: Document) -> Iterator[Problem]:
    """Every reference to something that does not exist, and everything that occurs twice."""
    matches = [entry["id"] for entry in document["matches"]]
    tables, stages = document["tables"], {stage["number"] for stage in document["stages"]}
    yield from _duplicates("/document/matches/{}/id", matches)
    yield from _duplicates("/document/stages/{}/number", [entry["number"] for entry in document["stages"]])
    yield from _duplicates("/document/entrants/{}/name", [entry["name"] for entry in document["entrants"]])
    yield from _duplicates("/document/entrants", [one for entry in document["entrants"] for one in entry["spellings"]])
    yield from _duplicates("/document/tables/{}", [(one["stage"], one["round"], one["table"]) for one in tables])
    yield from _duplicates("/document/tables/{}/match", [one["match"] for one in tables])
    yield from _taken_out(document, set(matches))
    yield from _unknown("/document/matches/{}/id", matches, {one["match"] for one in tables})
    yield from _unknown("/document/tables/{}/match", [one["match"] for one in tables], {None, *matches})
    yield from _unknown("/document/tables/{}/stage", [one["stage"] for one in tables], stages)
    yield from _unknown("/document/rulings/{}/match", [one["match"] for one in document["rulings"]], set(matches))
    yield from _rulings(document)
    yield from _stages(document)
    if (document["number"] == 1) != (document["previous"] is None):
        yield problem("/document/previous", "first")


def _taken_out(document: Document, matches: set[object]) -> Iterator[Problem]:
    """Check rulings on matches that have left the event: they are numbered with the others, and no such match is in it."""
    apart = document.get("taken_out", ())
    yield from _duplicates("/document/rulings/{}/number", [one["number"] for one in document["rulings"]])
    numbers = {one["number"] for one in document["rulings"]}
    for number, one in enumerate(apart):
        said = one["ruling"]
        if said["number"] in numbers:
            yield problem(f"/document/taken_out/{number}/ruling/number", "twice", value=said["number"])
        numbers.add(said["number"])
        if said["match"] in matches:
            yield problem(f"/document/taken_out/{number}/ruling/match", "taken-out", value=said["match"])
        if (said["decision"] == CORRECTED) != (said["scores"] is not None):
            yield problem(f"/document/taken_out/{number}/ruling/scores", "ruling")
    if document["results"] != version_of(document):
        yield differs("/document/results", "form", version_of(document), document["results"])


def _rulings(document: Document) -> Iterator[Problem]:
    for number, ruling in enumerate(document["rulings"]):
        if (ruling["decision"] == CORRECTED) != (ruling["scores"] is not None):
            yield problem(f"/document/rulings/{number}/scores", "ruling")


def _stages(document: Document) -> Iterator[Problem]:
    for number, stage in enumerate(document["stages"]):
        try:
            rules_of(stage)
        except (ValueError, ZeroDivisionError) as error:
            yield problem(f"/document/stages/{number}", "stage", value=error)


def _duplicates(place: str, values: Sequence[object]) -> Iterator[Problem]:
    seen: set[object] = {None}
    for number, value in enumerate(values):
        if value in seen and value is not None:
            yield problem(place.format(number), "twice", value=value)
        seen.add(value)


def _unknown(place: str, values: Iterable[object], known: set[object]) -> Iterator[Problem]:
    for number, value in enumerate(values):
        if value not in known:
            yield problem(place.format(number), "missing", value=value)


def chained(publications: Iterable[tuple[str, Document, str]]) -> Iterator[tuple[str, Problem]]:
    """Of several publications (name, document, hash), those that do not refer to the one before."""
    known: dict[tuple[str, int], tuple[str, Document, str]] = {}
    for one in publications:
        name, document, hashed = one
        key = document["event"]["id"], document["number"]
        if known.setdefault(key, one)[2] != hashed:
            yield name, problem("/document/number", "two-of-one-number", value=document["number"])
    for (event, number), (name, document, _) in sorted(known.items(), key=lambda item: item[0]):
        before = known.get((event, number - 1))
        if before and document["previous"] != before[2]:
            yield name, differs("/document/previous", "chain", before[2], document["previous"])
