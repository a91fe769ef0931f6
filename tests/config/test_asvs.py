"""The table of OWASP ASVS names every requirement of levels 1 and 2 once, and nothing that is not there."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from scripts import asvs

ROOT = Path(__file__).parents[2]
LEVELS = """
1.1 22
1.2 1111122223
1.3 112222222223
1.4 222
1.5 123
2.1 122
2.2 112
2.3 12223
2.4 23
3.1 3
3.2 113
3.3 12223
3.4 11222233
3.5 11122333
3.6 3
3.7 22333
4.1 12233
4.2 23333
4.3 22
4.4 1222
5.1 2
5.2 112333
5.3 113
5.4 222
6.1 122
6.2 111111112222
6.3 11223333
6.4 112233
6.5 22222333
6.6 2223
6.7 33
6.8 2222
7.1 222
7.2 1111
7.3 22
7.4 11222
7.5 223
7.6 22
8.1 1233
8.2 1123
8.3 133
8.4 23
9.1 111
9.2 1222
10.1 22
10.2 223
10.3 22223
10.4 1111122222233333
10.5 22222
10.6 22
10.7 222
11.1 2233
11.2 22233
11.3 11233
11.4 1222
11.5 23
11.6 23
11.7 33
12.1 12233
12.2 11
12.3 22223
13.1 2333
13.2 222223
13.3 2233
13.4 1222233
14.1 22
14.2 12223333
14.3 122
15.1 12233
15.2 12233
15.3 1222222
15.4 3333
16.1 2
16.2 22222
16.3 2222
16.4 222
16.5 2223
17.1 23
17.2 22223333
17.3 22
"""
"""Of each section of ASVS 5.0 the levels of its requirements, in their order."""

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


def test_every_requirement_of_levels_1_and_2_is_named_once_with_its_level() -> None:
    sections = [line.split() for line in LEVELS.strip().split("\n")]
    asked = [
        (f"{name}.{place}", int(level)) for name, levels in sections for place, level in enumerate(levels, 1) if level != "3"
    ]
    assert len(asked) == 253
    assert [(requirement.id, requirement.level) for requirement in REQUIREMENTS] == asked


def test_everything_that_the_table_names_is_there() -> None:
    assert [named for requirement in REQUIREMENTS for named in requirement.shown if not there_is(named)] == []


def test_every_answer_has_its_reason_and_what_is_met_its_proof() -> None:
    assert [requirement.id for requirement in REQUIREMENTS if not (requirement.asks and requirement.how)] == []
    answered = [requirement for requirement in REQUIREMENTS if requirement.state in ("met", "partly")]
    assert [requirement.id for requirement in answered if requirement.state == "met" and not requirement.shown] == []


@pytest.mark.parametrize("chapter", asvs.chapters(), ids=lambda chapter: f"V{chapter.number}")
def test_requirement_that_applies_is_met_at_least_in_part(chapter: asvs.Chapter) -> None:
    assert [requirement.id for requirement in chapter.requirements if requirement.state == "not met"] == []


def test_page_says_what_its_source_says() -> None:
    assert asvs.PAGE.read_text(encoding="utf-8") == asvs.page(), "run: python -m scripts.asvs"
