"""Only the rules of a game find fault with a move. Whoever carries moves out asks them, and notes what they answer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import referee
from tests.each import each

ROOT = Path(referee.__file__).parent
MODULES = sorted(path for package in ("mahjong", "games") for path in (ROOT / package).rglob("*.py"))


def of_rules(path: Path) -> bool:
    """Whether a module is one of rules: in a package of that name, or a game's own checks."""
    return "rules" in path.relative_to(ROOT).parent.parts or path.stem == "checks"


def calls(path: Path) -> Iterator[tuple[ast.Call, str]]:
    """Every call in a module, with the name of what is called."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            function = node.func
            yield node, function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


@each(MODULES)
def test_only_rules_find_fault(path: Path) -> None:
    found = [f"line {call.lineno}" for call, name in calls(path) if name in ("Violation", "finding", "at_start")]
    assert found == [] or of_rules(path)
