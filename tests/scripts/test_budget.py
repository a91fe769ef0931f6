"""No text takes more memory than the budget, nor more time than its size explains: the heaviest of every production of the
grammar, at one, two and four times a size. A new verb or game brings its own cases."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import referee
from scripts.budget.measure import Cost
from scripts.budget.worst_cases import cases
from tests.proof import proof

KIBI = 1024
FEW = {
    "matches: unknown options": 16,
    "rounds: empty, gouji": 8,
    "rounds: one a match, sichuan": 8,
    "tags: of a match": 256,
    "words: of cards": 512,
    "words: unknown verbs": 32,
    "words: distinct verbs": 64,
    "comments: many": 128,
    "comments: of many lines": 512,
    "JSON: matches": 4,
    "JSON: rounds": 256,
    "JSON: moves, Chinese": 128,
    "JSON: moves that are objects": 256,
    "JSON: tags": 128,
    "no record: lines": 256,
    "moves: sichuan .fa:fine-1": 32,
    "sheets: gouji, every verb": 32,
    "sheets: gouji, burns": 32,
    "sheets: sichuan, every verb": 32,
    "sheets: sichuan, wins on discards": 32,
    "sheets: sichuan, tags": 128,
}
"""KiB of the smallest text of those cases that are measured every time."""
NOISE = 0.25
"""Seconds that a measurement may be off on a busy machine."""

Measure = Callable[[str, int], Cost]


@pytest.fixture(scope="module")
def measured() -> Iterator[Measure]:
    """Measures a case of so many KiB, in a process that is idle before it."""
    command = [sys.executable, "-m", "scripts.budget.measure"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        into, out = process.stdin, process.stdout

        def measure(name: str, size: int) -> Cost:
            into.write(json.dumps([name, size * KIBI]) + "\n")
            into.flush()
            return Cost(*json.loads(out.readline()))

        yield measure
        into.close()


def all_cases() -> list[Any]:
    few = [pytest.param(name, size, id=name, marks=proof if at % 3 else ()) for at, (name, size) in enumerate(FEW.items())]
    return [
        *few,
        *(pytest.param(name, 128 if name.startswith("moves") else 256, id=f"{name}, in full", marks=proof) for name in cases()),
    ]


@pytest.mark.parametrize(("name", "size"), all_cases())
def test_memory_is_within_the_budget_and_time_linear(measured: Measure, name: str, size: int) -> None:
    found = [measured(name, size * times) for times in (1, 2, 4)]
    assert max(cost.share for cost in found) <= 1, found
    for before, after in zip(found, found[1:], strict=False):
        assert after.seconds <= 3 * before.seconds + NOISE, found


def test_every_verb_of_every_game_is_a_case() -> None:
    names = "\n".join(cases())
    assert all(f"moves: {game.id} .{verb}" in names for game in referee.games() for verb in game.rulebook.verbs if verb.isalpha())
