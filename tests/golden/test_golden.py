"""Golden records get their golden verdicts; clean ones raise nothing; each flagged one is named after its first finding."""

from __future__ import annotations

from pathlib import Path

import referee
from tests.each import each
from tests.golden import golden_of, judged, records, verdicts_of


@each(records)
def test_golden_record_gets_its_verdict_byte_for_byte(path: Path) -> None:
    assert verdicts_of(path) == golden_of(path)


@each(records)
def test_golden_record_is_named_after_its_first_finding(path: Path) -> None:
    verdict = judged(path)[0]
    found = verdict.all_findings()
    if path.stem.startswith("clean"):
        assert (verdict.status, found) == ("clean", [])
    else:
        assert found[0].code == path.stem


@each(records)
def test_golden_record_is_canonical(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert referee.write(referee.parse(text)) == text
