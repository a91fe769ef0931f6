"""Distinct matches of every game, with what the referee has to say of each."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import referee
from tests.files import BROKEN, named
from tests.golden import records

EVERY = 25
"""One match in so many cannot be read."""


class Expected(NamedTuple):
    """A verdict's status and the place and code of each of its findings, in their order."""

    status: str
    findings: tuple[tuple[int, int, str], ...]


class Case(NamedTuple):
    """A record's text and its verdict."""

    text: str
    expected: Expected


def expected_of(text: str) -> Expected:
    """What the engine says here, in this process, where nothing is killed."""
    verdict = referee.verify(next(iter(referee.parse_file(text))))
    return Expected(verdict.status, tuple((found.round, found.move, found.code) for found in verdict.all_findings()))


@cache
def _sources() -> list[tuple[str, Expected]]:
    texts = [path.read_text(encoding="utf-8") for path in records()]
    return [(text, expected_of(text)) for text in texts if text.count("[PPN ") == 1]


def distinct(count: int, dice: random.Random) -> list[Case]:
    """Golden records of all games under other names, and some that cannot be read."""
    unreadable = expected_of(BROKEN)
    cases = []
    for number in range(count):
        if number % EVERY == EVERY - 1:
            cases.append(Case(named(f"fault {number}", BROKEN), unreadable))
        else:
            text, expected = dice.choice(_sources())
            cases.append(Case(named(f"fault {number}", text), expected))
    return cases
