"""The page of the audit log says in words whatever is recorded."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from frontend.pages.accounts.clubs.audit.views import UNSHOWN, plain
from frontend.pages.accounts.clubs.audit.words import detail_labels, target_names, words
from records.accounts.audit import Action

RECORDS = Path(__file__).parents[2] / "records"
WRITERS = {"record", "_record", "observe"}


@cache
def calls() -> list[ast.Call]:
    """Where the code writes an entry of the log."""
    return [
        node
        for path in RECORDS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in WRITERS
    ]


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


def test_every_recorded_action_is_one_of_the_enumeration() -> None:
    actions = set(recorded())
    assert len(actions) > 40
    assert actions - set(Action) == set()


def test_every_action_of_the_enumeration_is_written_somewhere() -> None:
    paths = [path for name in ("api", "frontend", "records") for path in RECORDS.with_name(name).rglob("*.py")]
    sources = "".join(path.read_text(encoding="utf-8") for path in paths if path.name != "actions.py")
    unwritten = {one for one in Action if f'"{one.value}"' not in sources and f"Action.{one.name}" not in sources}
    assert unwritten == set()


@pytest.mark.parametrize(
    ("name", "value", "en", "zh"),
    [
        ("decision", "overruled", "overruled", "推翻"),
        ("events", ["match.judged", "batch.done"], "a match was judged, a batch is done", "一場已判，一批已完成"),
        ("expires", "2026-11-14 20:15:00.956518+00:00", "2026.11.14 20:15", "2026.11.14 20:15"),
        ("scores", {"A": -8}, "A −8", "A −8"),
        ("filters", {"game": "gouji"}, "game Gouji", "遊戲 夠級"),
        (
            "finding",
            {"round": 5, "move": 119, "seat": "N", "clause": "SCM-2.3", "code": "forced-win-declined"},
            "round 5, move 119, clause SCM-2.3, content North: forced win declined",
            "局 5，步 119，條文 SCM-2.3，內容 北家：該胡不胡",
        ),
    ],
)
def test_recorded_words_are_shown_in_the_reader_s_language(name: str, value: Any, en: str, zh: str) -> None:
    for language, shown in (("en", en), ("zh-hant", zh)):
        with override(language):
            assert plain(name, value, words()) == shown


def test_every_kind_of_thing_that_entries_of_a_club_are_about_has_a_word() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in RECORDS.rglob("*.py") if path.parent.name != "commands")
    targets = set(re.findall(r'(?:record|observe|_record)\(\s*[^,]+,\s*f"([a-z]+):\{', sources))
    assert {"match", "event", "club", "webhook"} <= targets
    with override("en"):
        assert targets - set(target_names()) - {"group", "judgements"} == set()
