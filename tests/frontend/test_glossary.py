"""One word for one thing: the texts of pages and refusals against the glossary, and marks that are written alike everywhere."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import allauth
import polib
import pytest
from django.utils.translation.template import templatize

from tests.frontend.code_texts import HAN, code_texts

ROOT = Path(__file__).parents[2]
WORDING = ROOT / "records" / "wording"
GLOSSARY: dict[str, dict[str, list[str]]] = tomllib.loads((WORDING / "glossary.toml").read_text(encoding="utf-8"))
FILLED_IN = re.compile(r"%\(\w+\)[sd]|\{\w*(?::[^}]*)?\}")
"""Stands for a name, a word or a number that is put into a sentence."""
NOTATION = re.compile(r'\[\w+ "[^"]*"\]|，如 .*')
"""What a sentence quotes of a record, and its examples."""


@cache
def texts() -> list[tuple[str, str]]:
    """Every sentence in English and in Chinese: those of the catalogue with their plural forms, and those that stand in code."""
    return [*catalogue(), *((NOTATION.sub("", en), NOTATION.sub("", zh)) for en, zh in code_texts())]


def catalogue() -> list[tuple[str, str]]:
    """The sentences of the pages."""
    entries = polib.pofile(str(WORDING / "locale" / "zh_Hant" / "LC_MESSAGES" / "django.po"))
    return [
        (f"{entry.msgid}\n{entry.msgid_plural}".strip(), "\n".join(filter(None, [entry.msgstr, *entry.msgstr_plural.values()])))
        for entry in entries
        if entry.msgctxt != "typed"  # words that people may type
    ]


def test_sentences_with_an_english_word_have_its_chinese_one() -> None:
    for word, entry in GLOSSARY.items():
        spoken = re.compile(rf"\b{word}(s|es)?\b", re.IGNORECASE)
        saying = [(en, zh) for en, zh in texts() if spoken.search(FILLED_IN.sub("", en)) and en not in entry.get("but", [])]
        assert saying, f"no sentence of the pages has {word}"
        assert [(en, zh) for en, zh in saying if not any(one in zh for one in entry["zh"])] == []


def test_no_text_has_another_word_for_the_same_thing_and_exceptions_are_sentences_of_the_pages() -> None:
    never = [word for entry in GLOSSARY.values() for word in entry.get("never", [])]
    assert [(word, en, zh) for word in never for en, zh in texts() if word in zh or word in en] == []
    assert {en for entry in GLOSSARY.values() for en in entry.get("but", [])} - {en for en, _ in texts()} == set()


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        (r'"', "quotation marks are “ ” and 「 」"),
        (r"(?<![\w.])-\d", "a minus sign is −"),
        (r"\d{4}[-/]\d\d", "a date is written 2026.12.31, as records have it"),
        (r"\.\.\.", "an ellipsis is one character"),
    ],
)
def test_marks_are_written_alike(mark: str, why: str) -> None:
    assert [text for pair in texts() for text in pair if re.search(mark, text)] == [], why


def test_chinese_sentences_name_seats_in_chinese() -> None:
    seats = r"(?<![\w.])([ESWN]|East|South|West|North)(?![\w.])"
    assert [zh for _, zh in texts() if re.search(seats, zh, re.ASCII)] == []


def test_templates_write_times_as_records_write_dates() -> None:
    templates = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "frontend").rglob("*.html"))
    assert set(re.findall(r'\|date:"([^"]*)"', templates)) <= {"Y.m.d", "Y.m.d H:i", "Y.m.d H:i:s", "H:i:s"}


CATALOGUE = WORDING / "locale" / "zh_Hant" / "LC_MESSAGES" / "django.po"
SERVICE = [ROOT / name for name in ("api", "config", "frontend", "records")]
FUNCTIONS = {"_": 0, "gettext": 0, "gettext_lazy": 0, "ngettext": 0, "pgettext": 1, "pgettext_lazy": 1}
"""Which argument of a function is the text."""
ASKED = re.compile(r"""\b(?:_|n?gettext)\(u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")


def asked(*folders: Path) -> set[str]:
    """What templates and code below these folders ask to have translated; of a text with a plural the singular."""
    return set().union(*map(_asked_below, folders))


@cache
def _asked_below(folder: Path) -> set[str]:
    found: set[str] = set()
    for path in (*folder.rglob("*.html"), *folder.rglob("*.txt")):
        code: str = templatize(path.read_text(encoding="utf-8"))
        found.update(ast.literal_eval(text) for text in ASKED.findall(code))
    for path in folder.rglob("*.py"):
        if "gettext" in (text := path.read_text(encoding="utf-8")):  # else nothing is asked for
            found.update(_of_code(ast.parse(text)))
    return found


def _of_code(tree: ast.AST) -> set[str]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    texts = [node.args[FUNCTIONS[name]] for node in calls if (name := node.func.id) in FUNCTIONS and node.args]
    return {text.value for text in texts if isinstance(text, ast.Constant) and isinstance(text.value, str)}


def known() -> set[str]:
    return {entry.msgid for entry in polib.pofile(str(CATALOGUE)) if entry.translated()}


def test_every_text_of_pages_and_refusals_is_translated() -> None:
    assert asked(*SERVICE) - known() == {"Records"}


def test_a_translation_fills_in_what_its_text_fills_in() -> None:
    pairs = [(text, said) for text, said in catalogue() if said and "\n" not in text]
    assert [pair for pair in pairs if set(FILLED_IN.findall(pair[0])) != set(FILLED_IN.findall(pair[1]))] == []


def test_every_translation_is_of_a_text_that_is_asked_for() -> None:
    assert known() - asked(*SERVICE, Path(allauth.__file__).parent) == set()


def test_no_chinese_stands_in_code_of_the_service() -> None:
    modules = [path for folder in SERVICE for path in folder.rglob("*.py")]
    assert [str(path) for path in modules if HAN.search(path.read_text(encoding="utf-8"))] == []
