"""Tests stand by themselves: what several of them need is a fixture or a plain module."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HOME = Path(__file__).parent
NAMES_ONE = re.compile(r"^ *(?:from|import)\b(?:[^\n(]*\([^)]*|[^\n]*)\btest_", re.MULTILINE)


def imported(path: Path) -> set[str]:
    """The modules that a file imports, or imports from; nothing of a file that imports nothing named like a file of tests."""
    text = path.read_text(encoding="utf-8")
    if not NAMES_ONE.search(text):
        return set()
    tree = ast.parse(text)
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def test_no_file_imports_a_file_of_tests() -> None:
    of_tests = {".".join(path.relative_to(HOME.parent).with_suffix("").parts) for path in HOME.rglob("test_*.py")}
    wrong = {str(path.relative_to(HOME)): found for path in HOME.rglob("*.py") if (found := imported(path) & of_tests)}
    assert wrong == {}
