"""Only the rules of a game find fault with a move. Whoever carries moves out asks them, and notes what they answer."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import referee
from referee.rulebook import FindingTemplate

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


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_rules_find_fault(path: Path) -> None:
    found = [f"line {call.lineno}" for call, name in calls(path) if name in ("Violation", "finding", "at_start")]
    assert found == [] or of_rules(path)


@pytest.mark.parametrize("path", [path for path in MODULES if of_rules(path)], ids=lambda path: str(path.relative_to(ROOT)))
def test_the_line_that_finds_fault_bears_its_clause(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__")
    module, lines = sys.modules.get(name) or import_module(name), path.read_text(encoding="utf-8").splitlines()
    for call, called in calls(path):
        if called not in ("Violation", "at_start") or not call.args:
            continue
        said = "\n".join(lines[call.lineno - 1 : call.end_lineno])
        for node in ast.walk(call.args[0]):
            constant = getattr(module, node.id, None) if isinstance(node, ast.Name) else None
            if isinstance(constant, FindingTemplate):
                assert constant.clause in said, f"line {call.lineno}"
