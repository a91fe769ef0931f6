"""``referee verify`` for GitHub workflows: annotations at the places of findings, and a summary as Markdown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import referee
from referee.cli import main
from referee.cli.output.github import LISTED, Flagged, Summary
from tests.golden import HOME

CLEAN = (HOME / "sichuan" / "clean-01.ppn").read_text(encoding="utf-8")
FLAGGED = (HOME / "sichuan" / "three-suits.ppn").read_text(encoding="utf-8")
PLACE = (40, 16)
"""Line and column of its finding."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    """The exit status, and the lines that were printed; nothing may be said elsewhere."""
    status = main(["verify", "--format", "github", "--lang", "en", *arguments])
    said = capsys.readouterr()
    assert said.err == ""
    return status, said.out.splitlines()


def test_finding_is_an_annotation_at_its_line_and_column(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "evening.ppn").write_text(CLEAN + "\n" + FLAGGED, encoding="utf-8")
    status, (clean, flagged, found) = run(capsys, "evening.ppn")
    before = CLEAN.count("\n") + 1
    assert status == 1
    assert clean.startswith("clean  evening.ppn:1  ")
    assert flagged.startswith(f"flagged  evening.ppn:{before + 1}  ")
    place = f"line={before + PLACE[0]},col={PLACE[1]}"
    assert found.startswith(f"::error file=evening.ppn,{place},title=three-suits (SCM-2.2)::round 7, move 4: ")
    assert "%0ASCM-2.2 T  A winning hand" in found


def test_finding_of_a_json_record_stands_where_its_match_begins(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps(referee.write_json(referee.parse(text))) for text in (CLEAN, FLAGGED)]
    (folder / "evening.json").write_text("\n".join(lines), encoding="utf-8")
    _, (*_, found) = run(capsys, "evening.json")
    assert found.startswith("::error file=evening.json,line=2,title=three-suits (SCM-2.2)::")


def test_what_a_record_or_a_name_says_gives_no_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "100%, or: ::stop.ppn"
    names = FLAGGED.replace('[Seat.N "PN"]', '[Seat.N "100%0A::stop-commands::x"]')
    (folder / name).write_text(names, encoding="utf-8")
    status, lines = run(capsys, name)
    assert status == 1
    assert [line for line in lines if line.lstrip().startswith("::") and not line.startswith("::error file=")] == []
    assert lines[-1].startswith("::error file=100%25%2C or%3A %3A%3Astop.ppn,line=40,")
    assert "100%250A::stop-commands::x" in lines[-1]


def test_file_that_cannot_be_read_or_is_empty_is_an_annotation(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty.json").write_text("[]", encoding="utf-8")
    status, lines = run(capsys, "nowhere.ppn", "empty.json")
    assert status == 2
    assert [line.partition("::")[2].partition("::")[0] for line in lines] == ["error file=nowhere.ppn", "error file=empty.json"]


def test_summary_is_appended_and_shows_names_as_they_are(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a|b_c.ppn").write_text(FLAGGED, encoding="utf-8")
    (folder / "summary.md").write_text("before\n", encoding="utf-8")
    run(capsys, "--summary", "summary.md", "--jobs", "2", "a|b_c.ppn", str(HOME / "sichuan" / "clean-01.ppn"))
    assert (folder / "summary.md").read_text(encoding="utf-8").splitlines() == [
        "before",
        "### Referee",
        "",
        "2 matches judged, 1 flagged or unreadable",
        "",
        "| record | verdict |",
        "|---|---|",
        r"| a\|b\_c\.ppn:1 | flagged sichuan \(xuezhan\) 2 rounds 1 checked 1 finding |",
    ]


def test_summary_lists_so_many_and_counts_the_others() -> None:
    summary = Summary("en")
    summary.add(500, [Flagged(f"{number}", "flagged") for number in range(LISTED + 7)])
    lines = summary.text().splitlines()
    assert lines[2] == f"500 matches judged, {LISTED + 7} flagged or unreadable"
    assert (len([line for line in lines if line.startswith("| ")]), lines[-1]) == (LISTED + 1, "7 more are not listed")
