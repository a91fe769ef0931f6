"""The second readings of the rules as an entrant, and the matches with known verdicts that they make: the engine agrees."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from conformance.entrant import Limits
from conformance.entries import Entry, of_file
from conformance.run import EQUAL, PARTLY, run
from tests.conformance.suite import entries as suite_entries
from tests.oracle import games
from tests.oracle.generate import entries, without_claims
from tests.proof import ROUND, proof, seeded

PYTHON = shlex.quote(sys.executable)
ENGINE, SECOND_READINGS = f"{PYTHON} -m referee entrant", f"{PYTHON} -m tests.oracle.entrant"
DOCUMENTED = Path(__file__).parents[2] / "docs" / "reference" / "conformance.md"
LIMITS = Limits(start_seconds=120, seconds=120)
FEW, MANY = 3, 4
"""Matches of a game that are made in a test, and in ``make proof``."""


def held_to(command: str, some: list[Entry]) -> Counter[str]:
    """How often each outcome came, those that are wrong named."""
    results = run(command, some, LIMITS).results
    assert [(result.entry.id, result.differences, result.told) for result in results if result.wrong] == []
    return Counter(result.outcome for result in results)


def made(game: str, number: int, folder: Path, seed: int = 7000) -> list[Entry]:
    """So many entries of the generator, read back as the runner reads them."""
    path = folder / f"{game}.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries(game, number, seed)), encoding="utf-8")
    return list(of_file(path))


def test_second_readings_agree_with_the_suite_on_one_game() -> None:
    counts = held_to(SECOND_READINGS, suite_entries("luzhou"))
    assert counts[EQUAL] > 60
    assert counts[PARTLY] > 20


@proof
@pytest.mark.parametrize("game", games("answers"))
def test_second_readings_agree_with_the_suite_as_far_as_the_documentation_says(game: str) -> None:
    """Entries that come later may be right besides; none may be wrong."""
    counts = held_to(SECOND_READINGS, suite_entries(game))
    documented = re.search(rf"^\| {game} \| (\d+) \| (\d+) \| 0 \|", DOCUMENTED.read_text(encoding="utf-8"), re.MULTILINE)
    assert documented
    assert (counts[EQUAL] >= int(documented[1]), counts[PARTLY] >= int(documented[2])) == (True, True)


def test_engine_agrees_with_generated_matches_of_one_game(tmp_path: Path) -> None:
    some = made("sichuan", FEW, tmp_path)
    assert held_to(ENGINE, some) == {EQUAL: FEW}
    assert {entry.expected["status"] for entry in some} == {"clean", "flagged"}


@proof
@seeded
@pytest.mark.parametrize("game", games("match", "forgery"))
def test_engine_agrees_with_generated_matches(game: str, tmp_path: Path) -> None:
    assert held_to(ENGINE, made(game, MANY, tmp_path, 7000 + ROUND * MANY * 2)) == {EQUAL: MANY}


def test_generated_match_is_the_same_by_the_same_seed_and_tells_no_points() -> None:
    first, again = (list(entries("sichuan", 2, 7001)) for _ in range(2))
    assert first == again
    assert not any(tag in entry["ppn"] for entry in first for tag in ("[Scores", "[Totals", ".hu:"))
    assert all(entry["expected"]["rounds"][0]["scores"]["computed"] for entry in first)
    assert without_claims('[Scores "E0"]\nE-1m S.hu:4 W.hu\n') == "E-1m S.hu W.hu\n"


def test_second_readings_ask_no_engine() -> None:
    """They load, greet and answer without a module of it."""
    asked = {"id": 1, "game": "sichuan", "score": {"hand": "2344567p345789s", "win": "7p"}}
    script = (
        "import sys\nfrom tests.oracle.entrant import answer_to, greeting\n"
        f"print(len(greeting()['games']), answer_to({asked!r}), [name for name in sys.modules if name.startswith('referee')])"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=600).stdout
    assert told.strip() == f"{len(games('answers'))} {{'answer': {{'wins': True, 'value': 1}}}} []"
