"""Every sample record is judged as it is known to be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import referee
from tests.each import each
from tests.samples import clean, flagged

GAMES = [game.id for game in referee.games()]
CLEAN = [path for game in GAMES for path in clean(game)]
FLAGGED = [sample for game in GAMES for sample in flagged(game)]


@each(CLEAN)
def test_clean_sample_has_no_findings_and_is_written_canonically(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = referee.parse(text)
    assert referee.verify(record).all_findings() == []
    assert referee.write(record) == canonical(text)


def canonical(text: str) -> str:
    """The sample in canonical form: some share a letter between neighbours in the wall, have the places before the scores, or
    name the cards of a tribute from high to low."""
    text = re.sub(r"(?<=\.gong>[A-F]:)[2xX]+", lambda cards: "".join(sorted(cards[0], key="2xX".index)), text)
    text = re.sub(r'(\[Places ".*"\]\n)(\[Scores ".*"\]\n)', r"\2\1", text)
    return re.sub(r'(?<=\[Wall ")[^"]*', tile_by_tile, text)


def tile_by_tile(wall: re.Match[str]) -> str:
    return "".join(rank + run[-1] for run in re.findall(r"\d+[mpsz]", wall[0]) for rank in run[:-1])


@each(FLAGGED, lambda sample: sample["name"])
def test_flagged_sample_has_its_finding_first(sample: dict[str, Any]) -> None:
    expected = sample["expect"]
    found = referee.verify(referee.parse(sample["ppn"])).all_findings()
    assert not [finding for finding in found if 0 < finding.round < expected["round"]]
    first = next(finding for finding in found if finding.round == expected["round"])
    assert (first.move, first.code) == (expected["move"], expected["code"])
