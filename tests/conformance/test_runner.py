"""The runner finds every fault that is planted in an entrant, at its entry, and goes on with the others."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from conformance.__main__ import main
from conformance.comparison import ALL_PARTS
from conformance.entrant import Failure, Limits
from conformance.entries import Entry, SuiteError, of_file
from conformance.page import page
from conformance.report import report
from conformance.run import EQUAL, IN_A_ROW, PARTLY, UNABLE, UNASKED, Run, run
from tests.conformance.planted import AT, GAME
from tests.conformance.suite import entries

PLANTED = f"{shlex.quote(sys.executable)} -m tests.conformance.planted"
LIMITS = Limits(start_seconds=120, seconds=60, memory=400 * 1024**2)
IMPATIENT = LIMITS._replace(seconds=5)


@cache
def records(status: str) -> list[Entry]:
    """Five records of the suite with this verdict that any program can be asked."""
    asked = (entry for entry in entries(GAME) if entry.kind == "verify" and not entry.needs)
    return [entry for entry in asked if entry.expected["status"] == status][:5]


def clean() -> list[Entry]:
    return records("clean")


def outcomes(fault: str, some: Iterable[Entry] = (), limits: Limits = LIMITS) -> list[str]:
    """What came of each entry with a fault; of the clean ones where none are named."""
    return [result.outcome for result in run(f"{PLANTED} {fault}", some or clean(), limits).results]


def with_one(outcome: str) -> list[str]:
    """All right but for the question that the fault is planted at."""
    return [EQUAL] * (AT - 1) + [outcome] + [EQUAL] * (5 - AT)


def test_entrant_without_a_fault_is_right_everywhere() -> None:
    assert outcomes("none", [*clean(), *records("flagged")]) == [EQUAL] * 10


def test_entrant_wrong_by_a_point_differs_in_the_scores_of_that_round() -> None:
    made = run(f"{PLANTED} point", clean(), LIMITS)
    assert [result.outcome for result in made.results] == with_one("differs")
    found = made.results[AT - 1].differences
    assert [one.part for one in found] == [f"scores of round {number}" for number in range(1, len(found) + 1)]
    assert {sum(one.got.values()) - sum(one.expected.values()) for one in found} == {1}


def test_entrant_that_misses_a_finding_differs_in_the_findings() -> None:
    made = run(f"{PLANTED} misses", records("flagged"), LIMITS)
    assert [result.outcome for result in made.results] == with_one("differs")
    told = {one.part: one for one in made.results[AT - 1].differences}
    assert len(told["findings"].expected) == 1
    assert told["findings"].got == []


def test_entrant_that_accuses_differs_in_the_findings_and_says_whom() -> None:
    made = run(f"{PLANTED} accuses", clean(), LIMITS)
    assert [result.outcome for result in made.results] == with_one("differs")
    told = {one.part: one for one in made.results[AT - 1].differences}
    assert told["first"].expected is None
    assert told["findings"].got[0] == [1, 1, "E", {"code": "not-your-turn", "clause": "MJ-2.1"}]


@pytest.mark.parametrize(("fault", "outcome"), [("hangs", "hung"), ("silent", "hung")])
def test_entrant_that_gives_no_answer_in_time_is_started_anew(fault: str, outcome: str) -> None:
    assert outcomes(fault, limits=IMPATIENT)[: AT + 1] == with_one(outcome)[: AT + 1]


@pytest.mark.parametrize(
    ("fault", "outcome"), [("dies", "died"), ("rubbish", "rubbish"), ("floods", "rubbish"), ("eats", "memory")]
)
def test_entrant_that_fails_is_started_anew(fault: str, outcome: str) -> None:
    assert outcomes(fault) == with_one(outcome)


def test_what_a_dying_entrant_said_is_reported() -> None:
    told = run(f"{PLANTED} dies", clean()[:AT], LIMITS).results[-1].told
    assert told == "it ended with status 7; it said: out of tiles"


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (f"{PLANTED} deaf", "hung"),
        ("no-such-program", "died"),
        ('"', "died"),
        (f"{shlex.quote(sys.executable)} -c 'print(7)'", "rubbish"),
        (f"{shlex.quote(sys.executable)} -c 'print({{\"id\": 0}})'", "rubbish"),
    ],
)
def test_program_that_cannot_be_started_is_said_so(command: str, kind: str) -> None:
    with pytest.raises(Failure) as failure:
        run(command, clean(), LIMITS._replace(start_seconds=1 if kind == "hung" else 120))
    assert failure.value.kind == kind


def test_program_that_always_fails_is_not_asked_all() -> None:
    many = [replace(clean()[0], id=str(number)) for number in range(IN_A_ROW + 3)]
    said = '{"id": 0, "hello": {"protocol": 1, "name": "n", "version": "1", "games": {"kawuxing": {"editions": ["2026.2"]}}}}'
    found = run(f"echo {shlex.quote(said)}", many, LIMITS).results
    assert [result.outcome for result in found] == ["died"] * IN_A_ROW + [UNASKED] * 3


def test_what_a_program_does_not_tell_is_not_compared_nor_asked_where_it_is_not_able() -> None:
    told = {"protocol": 1, "name": "n", "version": "1", "games": {"kawuxing": {"editions": ["2026.2"], "tells": ["status"]}}}
    said = [{"id": 0, "hello": told}, *({"id": number, "verdict": {"status": "clean"}} for number in range(1, 3))]
    text = "\n".join(map(json.dumps, said))
    needing = replace(clean()[1], needs=("unseen",))
    other = replace(clean()[2], game="poker")
    found = run(f"echo {shlex.quote(text)}", [clean()[0], needing, other], LIMITS).results
    assert [result.outcome for result in found] == [EQUAL, UNABLE, UNABLE]


def test_answer_that_says_what_it_cannot_tell_is_right_in_part() -> None:
    told = {"protocol": 1, "name": "n", "version": "1", "games": {"kawuxing": {"editions": ["2026.2"]}}}
    answers = [
        {"status": "clean", "untold": sorted(ALL_PARTS - {"status"})},
        {"status": "flagged", "untold": ["totals"]},
        {"untold": 7},
    ]
    said = [{"id": 0, "hello": told}, *({"id": at, "verdict": answer} for at, answer in enumerate(answers, 1))]
    made = run(f"echo {shlex.quote(chr(10).join(map(json.dumps, said)))}", clean()[:3], LIMITS)
    assert [result.outcome for result in made.results] == [PARTLY, "differs", "rubbish"]
    assert not report(made)["conforms"]


def test_runner_writes_its_report_as_json_and_as_a_page(tmp_path: Path) -> None:
    lines = tmp_path / "some.jsonl"
    some = [{"id": f"<b>{at}", "game": "kawuxing", "edition": "2026.2", "title": "t", "mark": "must"} for at in range(2)]
    lines.write_text("\n".join(json.dumps({**one, **clean()[0].question, "expected": {"status": "flagged"}}) for one in some))
    told, shown = tmp_path / "r.json", tmp_path / "r.html"
    command = ["--program", f"{PLANTED} none", "--entries", str(lines), "--json", str(told), "--html", str(shown)]
    assert main(command) == 1
    document = json.loads(told.read_text())
    assert document["games"]["kawuxing"]["marks"] == {"must": {"differs": 2}}
    assert document["not_right"][0]["differences"] == [{"part": "status", "expected": "flagged", "got": "clean"}]
    assert "&lt;b&gt;0" in shown.read_text()
    assert "<b>" not in shown.read_text()


def test_runner_says_which_file_of_entries_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.json"
    path.write_text("[]")
    with pytest.raises(SuiteError, match="none.json: no file of entries"):
        list(of_file(path))
    assert main(["--program", "true", "--entries", str(path)]) == 2
    assert "none.json" in capsys.readouterr().err


def test_page_of_a_run_without_results_is_a_page() -> None:
    made = run(f"{PLANTED} none", [], LIMITS)
    assert isinstance(made, Run)
    assert page(report(made)).startswith("<!doctype html>")
