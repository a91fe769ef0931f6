"""The engine's texts: one form of each word, no Chinese within English, exactly the facts they are given, values in units."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import referee
from referee.core.game.hand_specification import ValuesHands
from tests.chinese import HAN
from tests.referee.cases import load

ROOT = Path(__file__).parents[2]
RULEBOOKS = sorted((ROOT / "referee").rglob("rules.toml"))
CATALOGUES = sorted((ROOT / "referee").rglob("texts.toml"))
SAYS = ("TEXTS", "EXPECTED", "sentence", "UnsupportedOptions")
"""What says a text by its code."""
GAMES = {game.id: game for game in referee.games()}
QUOTED = re.compile("「[^」]*」")
"""What a text quotes: the source in its own characters, or what a record says."""
OTHER_FORMS = re.compile("杠|不準|也準|著手|文件|判定書|the own |[Aa]n own |[Aa]ny own ")
"""Forms of words that are written otherwise here: 槓, 准, 步, 原文, 判定, and English that is none."""


def texts(value: Any, language: str) -> Iterator[str]:
    """Every text in this language within a rulebook, and the mere names with it."""
    if isinstance(value, dict):
        if isinstance(value.get(language), str):
            yield value[language]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from texts(one, language)


@cache
def catalogues() -> Mapping[Path, Mapping[str, Mapping[str, str]]]:
    """Every file of texts, and the sentences of every rulebook with those of its core."""
    found = {path: tomllib.loads(path.read_text("utf-8")) for path in CATALOGUES}
    sentences = {path: tomllib.loads(path.read_text("utf-8"))["words"].get("sentences", {}) for path in RULEBOOKS[:-1]}
    core = sentences[ROOT / "referee" / "mahjong" / "rules.toml"]
    return found | {path: core | own for path, own in sentences.items()}


def facts_of(text: Mapping[str, str]) -> set[str]:
    return {name for template in text.values() for _, name, _, _ in Formatter().parse(template) if name is not None}


def calls() -> Iterator[tuple[Path, ast.Call]]:
    """Every call in the engine that says a text, with the file that has it."""
    for path in sorted((ROOT / "referee").rglob("*.py")):
        folder, name = path.parent, ".".join(path.relative_to(ROOT).with_suffix("").parts)
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if any(word in text for word in SAYS) else ():
            if isinstance(node, ast.Call) and (said := getattr(node.func, "id", getattr(node.func, "attr", ""))) in SAYS:
                own = [one / "rules.toml" for one in (folder, *folder.parents) if one / "rules.toml" in catalogues()]
                yield getattr(import_module(name), said)._path if said in SAYS[:2] else next(iter(own), path), node


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_each_text_has_both_languages_and_no_chinese_in_its_english(path: Path) -> None:
    for code, text in catalogues()[path].items():
        assert text.keys() == {"zh", "en"}, code
        assert not HAN.search(text["en"]), code


def test_each_text_that_is_said_is_there_and_given_exactly_its_facts() -> None:
    said = 0
    for path, call in calls():
        code, given = call.args[0], {one.arg for one in call.keywords}
        if isinstance(code, ast.Constant) and None not in given:
            assert facts_of(catalogues()[path][code.value]) == given, (path, code.value)
            said += 1
    assert said > 200


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_no_text_is_left_that_nobody_says(path: Path) -> None:
    """Its code stands in the code, or is put together there (``effect-{effect}``)."""
    written, made = in_the_code()
    assert [code for code in catalogues()[path] if code not in written and not made.fullmatch(code)] == []


@cache
def in_the_code() -> tuple[set[Any], re.Pattern[str]]:
    """What the engine's code has as names and constants, and how it puts codes together."""
    every = [node for one in (ROOT / "referee").rglob("*.py") for node in ast.walk(ast.parse(one.read_text("utf-8")))]
    written = {node.value for node in every if isinstance(node, ast.Constant)}
    written |= {node.id for node in every if isinstance(node, ast.Name)}
    put_together = [
        "".join(".*" if isinstance(part, ast.FormattedValue) else re.escape(str(part.value)) for part in node.values)
        for node in every
        if isinstance(node, ast.JoinedStr) and any(str(getattr(part, "value", "")).strip(":-") for part in node.values)
    ]
    return written, re.compile("|".join(one for one in put_together if re.fullmatch(r"[a-z\\-]+\.\*|\.\*[a-z\\-]+", one)))


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.parent.name)
def test_each_word_of_a_rulebook_has_one_form(path: Path) -> None:
    rules = tomllib.loads(path.read_text("utf-8"))
    every = [*(QUOTED.sub("", text) for text in texts(rules, "zh")), *texts(rules, "en")]
    assert len(every) > 40
    assert [text for text in every if OTHER_FORMS.search(text)] == []


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.parent.name)
def test_english_of_a_rulebook_holds_no_chinese(path: Path) -> None:
    assert [text for text in texts(tomllib.loads(path.read_text("utf-8")), "en") if HAN.search(text)] == []


@pytest.mark.parametrize("id_", [id_ for id_, game in GAMES.items() if isinstance(game, ValuesHands)])
def test_every_fan_of_a_worked_hand_is_named_in_both_languages(id_: str) -> None:
    names = GAMES[id_].rulebook.words.of("fans")
    hands = [case for game, case in load("hand") if game == id_]
    fans = {fan for case in hands for fan in case.get("fans", ()) if f"house.{fan}=" not in case.get("rules", "")}
    assert fans
    assert fans <= names.keys()
    assert len({name["en"] for name in names.values()}) == len(names)


@pytest.mark.parametrize(
    ("id_", "fan", "chinese", "english"),
    [
        ("kawuxing", "", "16 倍", "×16"),
        ("sichuan", "", "16 倍", "×16"),
        ("sichuan", "gen", "16 番", "16 fan"),
        ("sichuan", "zimojiadi", "+16 倍", "+16"),
        ("luzhou", "", "16 顆", "16 ke"),
        ("luzhou", "wugui", "×16", "×16"),
        ("hengyang", "", "16 番", "16 fan"),
    ],
)
def test_value_of_a_win_and_of_a_fan_is_said_in_its_unit(id_: str, fan: str, chinese: str, english: str) -> None:
    words = GAMES[id_].rulebook.words
    assert (words.value(16, "zh", fan), words.value(16, "en", fan)) == (chinese, english)


@pytest.mark.parametrize(
    ("id_", "code", "said"),
    [
        ("kawuxing", "value-mismatch", "East's win is worth ×4; the record claims ×8."),
        ("luzhou", "value-mismatch", "East's win is worth 4 ke; the record claims 8 ke."),
        ("sichuan", "missed-win-lock", "East passed a win of ×4 and has not drawn since; this one, of ×8, is not allowed."),
        ("luzhou", "win-too-small", "East's win would be worth 8 ke, too little on another player's tile."),
    ],
)
def test_finding_says_values_in_the_unit_of_the_game(id_: str, code: str, said: str) -> None:
    """Where a clause of the core raises it too."""
    book = GAMES[id_].rulebook
    assert book.raising(code).in_words(book.words).message(seat="E", expected=4, actual=8)["en"] == said
