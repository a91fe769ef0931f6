"""Checks the references inside a results file: everything referred to exists, nothing occurs twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.rulebook.penalties import AT_TABLE, POINTS, WITH_AMOUNT
from referee.tournament.published.document import rules_of, rulings_in
from referee.tournament.published.form import FINDING, RULING, Document
from referee.tournament.ranking.rulings import CORRECTED
from referee.tournament.verification.problems import Problem, differs, problem


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
    yield from _penalties(document)
    yield from _appeals(document)
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


def _rulings(document: Document) -> Iterator[Problem]:
    for number, ruling in enumerate(document["rulings"]):
        if (ruling["decision"] == CORRECTED) != (ruling["scores"] is not None):
            yield problem(f"/document/rulings/{number}/scores", "ruling")


def _penalties(document: Document) -> Iterator[Problem]:
    """Check the penalties: numbered without a gap, each of an entrant at a table that is there, each cancelled once at most."""
    if "penalties" not in document:
        return
    given = document["penalties"]["given"]
    entrants = {one["name"] for one in document["entrants"]}
    tables = {(one["stage"], one["round"], one["table"]) for one in document["tables"]}
    stages = {stage["number"] for stage in document["stages"]}
    before: dict[int, Mapping[str, Any]] = {}
    cancelled: set[int] = set()
    for number, one in enumerate(given):
        place, cancels = f"/document/penalties/given/{number}", one["cancels"]
        if one["number"] != number + 1:
            yield differs(f"{place}/number", "penalty", number + 1, one["number"])
        if one["entrant"] not in entrants:
            yield problem(f"{place}/entrant", "missing", value=one["entrant"])
        if one["stage"] not in stages:
            yield problem(f"{place}/stage", "missing", value=one["stage"])
        if (one["table"] or one["round"] or one["effect"] in AT_TABLE) and (
            one["stage"],
            one["round"],
            one["table"],
        ) not in tables:
            yield problem(f"{place}/table", "missing", value=one["table"])
        if (one["amount"] is not None) != (one["effect"] in WITH_AMOUNT) or (one["effect"] == POINTS and "/" in one["amount"]):
            yield problem(f"{place}/amount", "amount", value=one["amount"])
        if cancels is not None and (_kept(before.get(cancels, {})) != _kept(one) or cancels in cancelled):
            yield problem(f"{place}/cancels", "cancels", value=cancels)
        if cancels is None:
            before[one["number"]] = one
        cancelled.add(cancels)


def _kept(penalty: Mapping[str, Any]) -> dict[str, Any]:
    """What an entry that cancels a penalty repeats of it."""
    return {name: said for name, said in penalty.items() if name not in ("number", "cancels", "reason", "arbiter", "at")}


def _appeals(document: Document) -> Iterator[Problem]:
    """Check the appeals: numbered without a gap; their tables, what they are against and were answered by are there."""
    tables = {(one["stage"], one["round"], one["table"]) for one in document["tables"]}
    rulings = {one["number"] for one, _ in rulings_in(document)}
    penalties = {one["number"] for one in document.get("penalties", {"given": ()})["given"]}
    for number, one in enumerate(document.get("appeals", ())):
        place, answer = f"/document/appeals/{number}", one["answer"]
        if one["number"] != number + 1:
            yield differs(f"{place}/number", "appeal", number + 1, one["number"])
        if (one["stage"], one["round"], one["table"]) not in tables:
            yield problem(f"{place}/table", "missing", value=one["table"])
        if (one["finding"] is not None) != (one["against"] == FINDING) or (one["of"] is not None) == (one["against"] == FINDING):
            yield problem(f"{place}/against", "against", value=one["against"])
        if one["of"] is not None and one["of"] not in (rulings if one["against"] == RULING else penalties):
            yield problem(f"{place}/of", "missing", value=one["of"])
        if answer is not None and answer["ruling"] is not None and answer["ruling"] not in rulings:
            yield problem(f"{place}/answer/ruling", "missing", value=answer["ruling"])


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
