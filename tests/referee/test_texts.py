"""The texts of the rulebooks: one form of each word, no Chinese within English, and values in the unit of their game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.core.game.hand_specification import ValuesHands
from tests.chinese import HAN
from tests.referee.cases import load

RULEBOOKS = sorted((Path(__file__).parents[2] / "referee").rglob("rules.toml"))
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
