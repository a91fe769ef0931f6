"""The table of OWASP ASVS names every requirement of levels 1 and 2 once, and nothing that is not there."""

from __future__ import annotations

import ast
from functools import cache
from itertools import pairwise
from pathlib import Path

from scripts import asvs

ROOT = Path(__file__).parents[2]
LEVELS_1_AND_2 = 253
"""So many requirements has ASVS 5.0 at these levels."""
REQUIREMENTS = [requirement for chapter in asvs.chapters() for requirement in chapter.requirements]


@cache
def functions(path: Path) -> frozenset[str]:
    """The test functions of a file, those of classes by both names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    inside = [f"{each.name}::{node.name}" for each in classes for node in each.body if isinstance(node, ast.FunctionDef)]
    return frozenset([*inside, *(node.name for node in tree.body if isinstance(node, ast.FunctionDef))])


def there_is(named: str) -> bool:
    """Whether a file, or a test of a file, is there."""
    path, _, test = named.partition("::")
    return (ROOT / path).exists() and (not test or test in functions(ROOT / path))


def test_every_requirement_of_levels_1_and_2_is_named_once() -> None:
    numbers = [tuple(map(int, requirement.id.split("."))) for requirement in REQUIREMENTS]
    assert all(before < after for before, after in pairwise(numbers))
    assert len(numbers) == LEVELS_1_AND_2
    assert {requirement.level for requirement in REQUIREMENTS} == {1, 2}


def test_everything_that_the_table_names_is_there() -> None:
    assert [named for requirement in REQUIREMENTS for named in requirement.shown if not there_is(named)] == []


def test_requirement_that_applies_is_met_in_part_with_its_reason_and_its_proof() -> None:
    assert [one.id for one in REQUIREMENTS if not (one.asks and one.how) or one.state == "not met"] == []
    assert [one.id for one in REQUIREMENTS if one.state == "met" and not one.shown] == []
