"""The page of the audit log says in words whatever is recorded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override

from frontend.pages.clubs.audit import action_names, plain

RECORDS = Path(__file__).parents[2] / "records"
WRITERS = {"record", "_record"}


def recorded() -> Iterator[str]:
    """The actions that the code writes down."""
    for path in RECORDS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in WRITERS:
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant):
                    yield str(first.value)


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_every_recorded_action_has_a_text(language: str) -> None:
    actions = set(recorded())
    with override(language):
        known = action_names()
    assert len(actions) > 40
    assert actions - set(known) == set()
    assert all(action != said for action, said in known.items())


def test_details_are_shown_without_json_syntax() -> None:
    detail = {"name": "決賽", "tag": "", "cut": None, "tie_breaks": ["strength", "wins"]}
    assert plain(detail) == "name 決賽, tie_breaks strength, wins"
