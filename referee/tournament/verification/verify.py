"""Verifies a results file with the file alone, the keys that its reader trusts, and this engine.

Every problem has its place in the file as a JSON pointer. A file that cannot be read as one raises Unreadable; nothing that a
file says makes anything else happen.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO

from referee.core.record import Record
from referee.core.replay import ENGINE_VERSION, verify
from referee.core.verdict import JSON
from referee.notation import NotationError
from referee.tournament.published import form, reading, signature
from referee.tournament.published.canonical import Unreadable, canonical, digest, load
from referee.tournament.published.document import ranked, rulings_in, shown, teams_shown
from referee.tournament.published.form import Document
from referee.tournament.published.tables import AtTable, DocumentMatch, match_of, open_in, record_in, tables_in
from referee.tournament.ranking.rulings import findings_of
from referee.tournament.verification.problems import TEXTS, Malformed, Problem, compare, differs, parting, problem
from referee.tournament.verification.references import references

MOST_FAULTS = 20
"""How many faults of form are reported of one file."""
_VERSION = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9}){0,3}")
HEX = set("0123456789abcdef")

Advance = Callable[[int, int], None]


@dataclass(slots=True, kw_only=True)
class Checked:
    """What was found of matches. ``judged`` counts the verdicts that this engine was asked for again, ``other`` those by
    another version of it; ``newer`` are the versions among these that are newer than this one, or unknown to it."""

    judged: int = 0
    other: int = 0
    newer: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Report(Checked):
    """The result of verifying one file. ``trusted``: whether the key is one of those given; None if none was given."""

    file: Document
    trusted: bool | None

    @property
    def document(self) -> Document:
        """The document of the file."""
        found: Document = self.file["document"]
        return found

    @property
    def consistent(self) -> bool:
        """Whether no problem was found: the file holds together, whoever signed it."""
        return not self.problems

    @property
    def holds(self) -> bool:
        """Whether no problem was found, the key is one that the reader trusts, and no engine newer than this one has judged."""
        return self.consistent and bool(self.trusted) and not self.newer

    def as_dict(self) -> dict[str, JSON]:
        """The report as JSON."""
        document = self.document
        return {
            "holds": self.holds,
            "consistent": self.consistent,
            "event": dict(document["event"]),
            "number": document["number"],
            "previous": document["previous"],
            "published": dict(document["published"]),
            "forced": document["forced"],
            "hash": self.file["hash"],
            "fingerprint": self.file["signature"]["fingerprint"],
            "trusted": self.trusted,
            "audit": document.get("audit"),
            "matches": len(document["matches"]),
            "judged": self.judged,
            "other_engine": self.other,
            "newer_engines": [*sorted(self.newer)],
            "rulings": len(rulings_in(document)),
            "penalties": len(document.get("penalties", {}).get("given", ())),
            "appeals": len(document.get("appeals", ())),
            "rows": len(document["standings"]["rows"]),
            "open": len(document["open"]),
            "problems": [one.as_dict() for one in self.problems],
            "notes": [one.as_dict() for one in self.notes],
        }


def verify_results(data: bytes | BinaryIO, keys: Collection[str] = (), advance: Advance = lambda done, of: None) -> Report:
    """Verify a file, given as bytes or as an open seekable file; one match at a time is in memory.

    ``keys`` are the public keys that its reader trusts, as PEM or by their fingerprint. ``advance`` hears how many matches of
    how many were judged. Raises Unreadable where the file, or a key, is none.
    """
    report = opened(BytesIO(data) if isinstance(data, bytes) else data, keys)
    entries, fit = report.document["matches"], set()

    def matches() -> Iterator[DocumentMatch]:
        for number, entry in enumerate(entries):
            if match := check(entry, f"/document/matches/{number}", report):
                fit.add(match.id)
                yield match
            advance(number + 1, len(entries))

    tables = tables_in(report.document, matches())
    if len(fit) == len(entries):
        report.problems += _standings(report.document, tables)
    return report


def opened(data: BinaryIO, keys: Collection[str] = ()) -> Report:
    """Verify a file except for its matches and what follows from them. Raises Unreadable for an invalid file or key."""
    file = reading.read(data)
    trusted = [digits_of(key) for key in keys]
    _require_form(file)
    report = Report(file=file, trusted=file["signature"]["fingerprint"].startswith(tuple(trusted)) if trusted else None)
    hashed, at = reading.written(data, file)
    if at is not None:
        report.problems.append(problem("", "not-canonical", at=at))
    report.problems += _seal_problems(file, hashed, report.trusted)
    report.problems += references(report.document)
    _note_newer(report.document["engine"], "/document/engine", report)
    return report


def outlined(file: Document, hashed: str, matches: Iterable[str]) -> list[Problem]:
    """The problems of a file without its matches: ``matches`` are their ids, ``hashed`` is the hash of the whole document.
    Raises Unreadable if the file is no results file."""
    _require_form(file)
    document = {**file["document"], "matches": [{"id": match} for match in matches]}
    return [*_seal_problems(file, hashed, None), *references(document)]


def _require_form(file: Any) -> None:
    """Raises Malformed if a file does not fit the schema."""
    said = [Problem(fault.place, "form", fault.message) for fault in islice(form.faults(file), MOST_FAULTS)]
    if said:
        raise Malformed(said)


def check(entry: Document, place: str, report: Checked) -> DocumentMatch | None:
    """Check a match by itself, and judge it again: the problems are told in the report. None where nothing can be counted by
    it."""
    record = record_in(entry)
    match = match_of(entry, record)
    report.problems += _hashes(match, entry, place)
    if match.verdict is not None:
        _judge(record, match.verdict, f"{place}/verdict", report)
    if _covered(match):
        return match
    report.problems.append(problem(f"{place}/verdict/rounds", "rounds"))
    return None


def digits_of(key: str) -> str:
    """The digits that the fingerprint of a key must begin with: the key is given as PEM, or by these. Raises Unreadable."""
    if "BEGIN" in key:
        return signature.fingerprint(signature.read_pem(key))
    digits = "".join(key.split()).replace(":", "").lower()
    if not signature.SHORT <= len(digits) <= signature.WHOLE or not set(digits) <= HEX:
        raise Unreadable(TEXTS("key-form", digits=signature.SHORT))
    return digits


def _seal_problems(file: Document, hashed: str, trusted: bool | None) -> Iterator[Problem]:
    """The problems of the file's hash, its signature and its key."""
    signed = file["signature"]
    if hashed != file["hash"]:
        yield differs("/hash", "hash", hashed, file["hash"])
    try:
        public = signature.read_pem(signed["key"])
    except Unreadable as error:
        yield Problem("/signature/key", "key", error.message)
        return
    if signature.pem(public) != signed["key"]:
        yield problem("/signature/key", "key")
    if signature.fingerprint(public) != signed["fingerprint"]:
        yield differs("/signature/fingerprint", "fingerprint", signature.fingerprint(public), signed["fingerprint"])
    if not signature.holds(public, hashed, signed["value"]):
        yield problem("/signature/value", "signature")
    if trusted is False:
        yield problem("/signature/key", "untrusted")


def _hashes(match: DocumentMatch, entry: Document, place: str) -> Iterator[Problem]:
    hashed = match.sha256
    if hashed != entry["record_sha256"]:
        yield differs(f"{place}/record_sha256", "record", hashed, entry["record_sha256"])
    if match.verdict is None:
        if entry["verdict_sha256"] is not None:
            yield problem(f"{place}/verdict_sha256", "unjudged")
        return
    if match.verdict["record_sha256"] != hashed:
        yield differs(f"{place}/verdict/record_sha256", "record", hashed, match.verdict["record_sha256"])
    if digest(dict(match.verdict)) != entry["verdict_sha256"]:
        yield differs(f"{place}/verdict_sha256", "verdict-hash", digest(dict(match.verdict)), entry["verdict_sha256"])


def _judge(record: Record | NotationError, verdict: Document, place: str, report: Checked) -> None:
    """Judge the record again and compare. A difference from another version's verdict is only noted."""
    try:
        again: Any = load(canonical(verify(record).as_dict()))
    except Exception as error:  # noqa: BLE001 - a fault of the engine is told of the match, and ends nothing else
        report.problems.append(problem(place, "fault", value=repr(error)))
        return
    if verdict["engine"] == ENGINE_VERSION:
        report.judged += 1
        if canonical(again) != canonical(dict(verdict)):
            report.problems.append(problem(place + parting(again, dict(verdict)), "verdict", engine=ENGINE_VERSION))
        return
    report.other += 1
    _note_newer(verdict["engine"], f"{place}/engine", report)
    if _counting(again) != _counting(verdict):
        report.notes.append(problem(place, "other-engine", theirs=verdict["engine"], engine=ENGINE_VERSION))


def _note_newer(version: str, place: str, report: Checked) -> None:
    """Note an engine that is newer than this one, or whose version is none, once."""
    if version in report.newer or _release(version) <= _release(ENGINE_VERSION):
        return
    report.newer.add(version)
    report.notes.append(problem(place, "newer-engine", theirs=version, engine=ENGINE_VERSION))


def _release(version: str) -> tuple[float, ...]:
    """The numbers of a version, to be compared; what is none comes after every version."""
    if not _VERSION.fullmatch(version):
        return (math.inf,)
    return tuple(map(int, version.split(".")))


def _counting(verdict: Document) -> tuple[Any, ...]:
    """The parts of a verdict that decide results: its findings and its scores."""
    return list(findings_of(verdict)), [(round_["round"], round_["scores"]["computed"]) for round_ in verdict["rounds"]]


def _covered(match: DocumentMatch) -> bool:
    """Whether every round of the verdict is a round of the record, once."""
    rounds = [round_["round"] for round_ in match.verdict["rounds"]] if match.verdict else []
    known = match.seating.rounds.keys() if match.seating else set()
    return set(rounds) <= set(known) and len(set(rounds)) == len(rounds)


def _standings(document: Document, tables: Mapping[str, AtTable]) -> Iterator[Problem]:
    """The problems of standings and open questions, compared row by row with those that follow from the rest."""
    told = document["standings"]
    try:
        found = shown(ranked(document, tables), document)
    except (ValueError, ZeroDivisionError):
        return  # a stage whose rules are none: told already
    for part, code in (("rows", "standing"), ("undecided", "undecided"), ("provisional", "provisional")):
        yield from compare(f"/document/standings/{part}", code, found[part], told[part])
    yield from compare("/document/standings/out", "standing", found.get("out", []), told.get("out", []))
    if "teams" in document:
        teams = teams_shown(ranked(document, tables, by_team=True))
        yield from compare("/document/teams", "standing", teams, document["teams"])
    yield from compare("/document/open", "open", open_in(document, tables), document["open"])
