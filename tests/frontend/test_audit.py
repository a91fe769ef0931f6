"""The page of the audit log says in words whatever is recorded."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override

from frontend.pages.clubs.audit import UNSHOWN, action_names, detail_labels, plain

RECORDS = Path(__file__).parents[2] / "records"
WRITERS = {"record", "_record", "observe"}


def calls() -> Iterator[ast.Call]:
    """Where the code writes an entry of the log."""
    for path in RECORDS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in WRITERS:
                yield node


def recorded() -> Iterator[str]:
    """The actions that the code writes down."""
    for call in calls():
        first = call.args[0] if call.args else None
        if isinstance(first, ast.Constant):
            yield str(first.value)


def test_every_recorded_detail_has_a_label() -> None:
    names = {keyword.arg for call in calls() for keyword in call.keywords if keyword.arg}
    assert len(names) > 30
    assert names - UNSHOWN - {"by"} - set(detail_labels()) == set()


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_every_recorded_action_has_a_text(language: str) -> None:
    actions = set(recorded())
    with override(language):
        known = action_names()
    assert len(actions) > 40
    assert actions - set(known) == set()
    assert all(action != said for action, said in known.items())


def test_details_are_shown_in_words_without_json_syntax() -> None:
    detail = {"name": "決賽", "tag": "", "cut": None, "public": True, "open": False, "spellings": ["strength", "wins"]}
    with override("en"):
        assert plain(detail, detail_labels()) == "name 決賽, public yes, open no, aliases strength, wins"
