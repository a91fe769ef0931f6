"""The suite is what the games hold, names every clause, and the engine is right on every entry."""

from __future__ import annotations

import json
import shlex
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import referee
from conformance.entrant import Limits
from conformance.entries import MARKS, SuiteError, of_file, of_suite
from conformance.run import run
from referee.rulebook import Rulebook
from referee.schemas import RECORD
from scripts import conformance as writer
from scripts.conformance import books, main
from tests.conformance.suite import entries, suite
from tests.proof import proof
from tests.referee.schemas import faults

ENGINE = f"{shlex.quote(sys.executable)} -m referee entrant"
LIMITS = Limits(start_seconds=120, seconds=120)


def test_suite_is_the_one_of_the_committed_digests(capsys: pytest.CaptureFixture[str]) -> None:
    status = main("--check")
    assert (status, capsys.readouterr().out) == (0, "")


def test_changed_verdict_is_not_the_one_of_the_digests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    changed = {**writer.whole(), "suite/sbr/2026.2": {"clauses.json": "{}"}}
    monkeypatch.setattr(writer, "whole", lambda: changed)
    assert main("--check") == 1
    assert capsys.readouterr().out.startswith("suite/sbr/2026.2 is not what")


def test_suite_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="make conformance"):
        list(of_suite(folder=tmp_path / "suite"))


@pytest.mark.parametrize("book", books(), ids=lambda book: book.id)
def test_every_clause_has_entries_or_a_reason_why_not(book: Rulebook) -> None:
    (path,) = suite().glob(f"{book.id}/{book.edition}/clauses.json")
    listed: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["clauses"]
    assert [one["id"] for one in listed] == [clause.id for clause in book]
    counts = Counter(entry.clause for entry in entries(book.id))
    for one in listed:
        assert one["entries"] == counts[one["id"]]
        assert one["entries"] or one["reason"], one["id"]


def test_entries_have_names_of_their_own_and_marks() -> None:
    found = entries()
    assert len({entry.id for entry in found}) == len(found)
    assert {entry.mark for entry in found} == set(MARKS)


def test_record_of_an_entry_is_the_same_in_both_forms() -> None:
    for entry in entries("sichuan"):
        if "record" in entry.question:
            (record,) = referee.parse_file(json.dumps(entry.question["record"]).encode())
            assert isinstance(record, referee.Record)
            (text,) = referee.parse_file(entry.question["ppn"].encode())
            assert record == text, entry.id
            assert faults(RECORD, entry.question["record"]) == [], entry.id


def test_engine_is_right_on_the_entries_of_the_notation_and_of_a_game() -> None:
    made = run(ENGINE, entries("ppn", "xueliu"), LIMITS)
    assert [result for result in made.results if result.outcome != "equal"] == []


@proof
def test_engine_is_right_on_every_entry_as_a_document() -> None:
    """Of their texts, golden records and worked cases are held to the same verdicts."""
    made = run(ENGINE, entries(), LIMITS, "record")
    assert [result for result in made.results if result.outcome != "equal"] == []


def test_entries_are_read_from_a_file_by_itself() -> None:
    path = next(suite().glob("xueliu/*/XLC-1.1.json"))
    assert {entry.clause for entry in of_file(path)} == {"XLC-1.1"}
