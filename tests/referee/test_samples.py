"""Every shared sample of every game that is here is judged as it is known to be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import referee
from tests.samples import clean, flagged, needs_samples

GAMES = [game.id for game in referee.games()]
CLEAN = [path for game in GAMES for path in clean(game)]
FLAGGED = [sample for game in GAMES for sample in flagged(game)]

pytestmark = needs_samples


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_clean(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = referee.parse(text)
    assert referee.verify(record).all_findings() == []
    canonical = referee.write(record)
    assert referee.write(referee.parse(canonical)) == canonical


@pytest.mark.parametrize("sample", FLAGGED, ids=lambda sample: sample["name"])
def test_flagged(sample: dict[str, Any]) -> None:
    expected = sample["expect"]
    found = referee.verify(referee.parse(sample["ppn"])).all_findings()
    assert not [finding for finding in found if 0 < finding.round < expected["round"]]
    first = next(finding for finding in found if finding.round == expected["round"])
    assert (first.move, first.code) == (expected["move"], expected["code"])
