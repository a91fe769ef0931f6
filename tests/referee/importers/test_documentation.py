"""What the documentation shows runs as it stands there, and it tells of every importer."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

import referee

DOCS = Path(__file__).parents[3] / "docs"
OWN_LOG = (DOCS / "how-to" / "from-your-own-log.md").read_text(encoding="utf-8")
IMPORTING = (DOCS / "reference" / "importing.md").read_text(encoding="utf-8")


def block(text: str, language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def run(log: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(log))
    exec(compile(block(OWN_LOG, "python"), "to_ppn.py", "exec"), {})


def test_own_log_becomes_a_record_in_25_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert len([line for line in block(OWN_LOG, "python").splitlines() if line.strip()]) <= 25
    run(block(OWN_LOG, "text"), monkeypatch)
    record, said = capsys.readouterr().out.split("\n; ", 1)
    assert "E-9m S+3m S-9s W+2p W-8m N+7p" in record
    assert said.startswith("round 1, move 6: ")
    assert said.count("\n; ") == 0, "the round was not played to its end, and nothing else is wrong with it"


def test_every_importer_has_its_part_and_every_unknown_thing_its_word() -> None:
    for importer in referee.importers():
        assert f"`{importer.declaration.id}`" in IMPORTING


def test_spreadsheet_of_the_reference_is_converted() -> None:
    table = re.search(r"^```\n(局.*?)^```", IMPORTING, re.DOTALL | re.MULTILINE)
    assert table
    (record,) = referee.parse_file(table[1])
    assert isinstance(record, referee.Record)
    assert [round_.tags["Kind"] for round_ in record.rounds] == ["sheet", "scores"]
