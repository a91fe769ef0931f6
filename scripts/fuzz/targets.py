"""What is fuzzed: functions of bytes that return quietly, and raise where the product breaks a promise.

A refusal that the product documents is quiet. Anything else that is raised, and every promise below that does not hold, is a
finding.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import pickle
import zipfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

import referee
from referee.core.conversion import origin_of
from referee.core.game.hand_specification import QueryError
from referee.notation import NO_HINTS, Hints, limits
from referee.tournament.published import signature
from referee.tournament.published.canonical import Unreadable
from referee.tournament.verification.verify import verify_results
from scripts.fuzz.corpus import signed_results
from tests.referee.tournament.evening import PRIVATE

SHORT: Final = 60
"""Moves of a round after which its offers are still worked out: every candidate is tried by replaying it."""


class Target(NamedTuple):
    """``run`` takes the bytes; ``form`` says how they are changed: ``ppn``, ``json``, ``lines`` or ``zip``."""

    run: Callable[[bytes], None]
    form: str


def judged(data: bytes) -> None:
    """A file of records is read and judged: the same every time, within the limits, and what is written is read as the same."""
    found, again = list(referee.parse_file(data)), list(referee.parse_file(data))
    assert len(found) == len(again), "the file has another number of matches the second time"
    for one, other in zip(found, again, strict=True):
        verdict = referee.verify(one)
        assert _bytes(verdict) == _bytes(referee.verify(other)), "another verdict the second time"
        if isinstance(one, referee.Record):
            _within_limits(verdict)
            _written_and_read(one, verdict)


def _bytes(verdict: referee.Verdict) -> bytes:
    return json.dumps(verdict.as_dict(), ensure_ascii=False).encode("utf-8", "surrogatepass")


def _within_limits(verdict: referee.Verdict) -> None:
    for judged in verdict.rounds:
        codes = {finding.code for finding in judged.findings}
        assert len(judged.findings) <= limits.ROUND_FINDINGS + len(codes), "a round lists more findings than it may"
        if judged.computed is not None and judged.ledger:  # a game of places has no ledger
            sums = Counter(dict.fromkeys(judged.computed, 0))
            for line in judged.ledger:
                sums[line.payee] += line.points
                sums[line.payer] -= line.points
            assert judged.computed == {seat: sums[seat] for seat in judged.computed}, "the scores are not the sums of the ledger"


def _written_and_read(record: referee.Record, verdict: referee.Verdict) -> None:
    text, form = referee.write(record), json.dumps(referee.write_json(record))
    read, read_json = referee.parse(text), referee.parse(form)
    assert read == record, "what is written is read as another record"
    assert referee.write(read) == text, "what is written is not written the same again"
    assert read_json == record, "the JSON form is read as another record"
    assert read.sha256 == record.sha256 == read_json.sha256, "the same record has another hash"
    assert _said(referee.verify(read)) == _said(verdict), "the canonical text gets another verdict"


def _said(verdict: referee.Verdict) -> list[object]:
    """The verdict without the places in the text."""
    findings = [(one.round, one.move, one.seat, one.code, str(one.expected), str(one.actual)) for one in verdict.all_findings()]
    return [verdict.status, findings, [judged.computed for judged in verdict.rounds]]


def converted(data: bytes) -> None:
    """A file of another format is converted, its game told or not: the same every time, to records that are read again as they
    are, and to errors that name a place."""
    for hints in (NO_HINTS, Hints("sichuan")):
        found, again = list(referee.parse_file(data, hints)), list(referee.parse_file(data, hints))
        assert list(map(_plain, found)) == list(map(_plain, again)), "converted to something else the second time"
        for one in found:
            if isinstance(one, referee.Record):
                text = referee.write(one)
                assert referee.write(referee.parse(text)) == text, "what a file is converted to is read as another record"
                origin_of(one.tags)
            else:
                assert one.line > 0 < one.column, "an error without a place"
                assert pickle.loads(pickle.dumps(one)).message == one.message, "an error that does not travel"  # noqa: S301 - our own


def _plain(found: referee.Record | referee.NotationError) -> object:
    return found.message if isinstance(found, referee.NotationError) else referee.write(found)


def pages(data: bytes) -> None:
    """What pages ask of a record: frames, a review of it, the moves that may come next. Each is there, or there is no table."""
    try:
        record = referee.parse(data)
    except referee.NotationError:
        return
    for round_ in record.rounds[-2:]:
        with suppress(LookupError):
            json.dumps(referee.replay(record, round_.number))
        with suppress(LookupError):
            json.dumps(referee.review(record, round_.number))
        if len(round_.moves) <= SHORT:
            with suppress(LookupError):
                referee.moves(referee.offers(record, round_.number), record.game)


def questions(data: bytes) -> None:
    """A question about a hand is answered, the same twice, or refused with the field at fault."""
    try:
        query = json.loads(data)
    except (ValueError, RecursionError):  # of the JSON reader
        return
    if isinstance(query, dict):
        assert _answer(query) == _answer(query), "another answer the second time"


def _answer(query: dict[str, object]) -> str:
    try:
        return json.dumps(referee.score(query))  # type: ignore[arg-type]
    except QueryError as error:
        return str(error)


def results(data: bytes) -> None:
    """A file of results is verified or refused; one that holds with the key says what its key's owner has signed."""
    try:
        report = verify_results(data, [signature.fingerprint(signature.public_of(PRIVATE))])
        json.dumps(report.as_dict())
    except Unreadable:
        return
    if report.holds:
        assert json.loads(data) in signed_results(), "what nobody has signed holds"


def batches(data: bytes) -> None:
    """An upload of many matches is listed and taken apart; each file of an archive has its matches or its own error."""
    from records.archive.batches import archives, reading
    from records.archive.batches.models import BatchFile
    from records.archive.matches.uploading import UploadError

    file = io.BytesIO(data)
    try:
        form = archives.form_of(data[:64], "", "")
        if form != archives.ZIP:
            return
        members = archives.members(file)
    except UploadError as error:
        if error.status >= 500:
            raise
        return
    archive = zipfile.ZipFile(file)
    for member in members:
        stored = BatchFile(position=member.position, name=member.name, size=member.size, error=member.error)
        items = list(reading.items_of(stored, archive, file, 0, form))
        assert items[-1].source is None, "a file without an end"
        if not stored.original:  # what is converted has a text of its own
            assert sum(len(item.source.text) for item in items if item.source) <= member.size, "more text than the directory says"


TARGETS: Final = {
    "records": Target(judged, "ppn"),
    "json": Target(judged, "json"),
    "pages": Target(pages, "ppn"),
    "foreign": Target(converted, "json"),
    "lines": Target(converted, "lines"),
    "workbooks": Target(converted, "zip"),
    "questions": Target(questions, "json"),
    "results": Target(results, "json"),
    "batches": Target(batches, "zip"),
}


def find(name: str) -> Target:
    """The target of this name, or ``package.module:NAME`` of any other."""
    if ":" in name:
        module, _, wanted = name.partition(":")
        target = getattr(importlib.import_module(module), wanted)
        assert isinstance(target, Target)
        return target
    if name == "batches":
        import django

        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        import records.archive.batches.reading  # noqa: F401 - under the eyes of the fuzzer
    return TARGETS[name]
