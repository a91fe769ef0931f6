"""No text takes more memory than the budget, nor more time than its size explains: the heaviest of every production of the
grammar, at one and at four times a size. A new verb or game brings its own cases."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import referee
from tests.budget.measure import Cost
from tests.budget.worst_cases import cases
from tests.proof import ROUND, proof, seeded

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
STEEPEST = 9
"""How many times the CPU a text of four times the size may take. Linear costs take four times, square ones sixteen."""

Measure = Callable[[str, int], Cost]


@pytest.fixture(scope="module")
def measured() -> Iterator[Measure]:
    """Measures a case of so many KiB, in a process that is idle before it."""
    command = [sys.executable, "-m", "tests.budget.measure"]
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
        *(pytest.param(name, in_full(name), id=f"{name}, in full", marks=(proof, seeded)) for name in cases()),
    ]


def in_full(name: str) -> int:
    """KiB of the smaller text of a case: fewer of those of every verb and of every game; in rounds by the hour more."""
    is_dear = name.startswith(("moves", "sheets", "rounds")) or "matches" in name
    return 256 if ROUND else 16 if is_dear else 128


@pytest.mark.parametrize(("name", "size"), all_cases())
def test_memory_is_within_the_budget_and_time_linear(measured: Measure, name: str, size: int) -> None:
    """By the CPU of the process that judges, the least of three measurements: that of others makes none smaller."""
    found = [(measured(name, size), measured(name, 4 * size))]
    while min(large.seconds for _, large in found) > STEEPEST * min(small.seconds for small, _ in found) and len(found) < 3:
        found.append((measured(name, size), measured(name, 4 * size)))
    assert max(cost.share for pair in found for cost in pair) <= 1, found
    assert min(large.seconds for _, large in found) <= STEEPEST * min(small.seconds for small, _ in found), found


def test_every_verb_of_every_game_is_a_case() -> None:
    names = "\n".join(cases())
    assert all(f"moves: {game.id} .{verb}" in names for game in referee.games() for verb in game.rulebook.verbs if verb.isalpha())
