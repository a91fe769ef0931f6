"""Simplified Chinese of our own texts: nothing Traditional is left over, and no name is ever converted."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import opencc
import pytest

from referee.chinese import (
    OPENCC,
    SIMPLIFIED,
    OwnText,
    in_language,
    pairs,
    simplified,
    with_simplified,
)
from tests.chinese import HAN, traditional
from tests.proof import proof

ROOT = Path(__file__).parents[2]
PACKAGES = ("referee", "records", "api", "frontend", "config")


def written() -> Iterator[OwnText]:
    """Every text in Chinese and English of every rulebook, and of every file of texts."""
    for path in sorted(path for name in ("rules.toml", "texts.toml") for path in (ROOT / "referee").rglob(name)):
        yield from texts_in(tomllib.loads(path.read_text("utf-8")))


def texts_in(value: Any) -> Iterator[OwnText]:
    """The texts in both languages inside a table."""
    if isinstance(value, dict):
        if isinstance(value.get("zh"), str):
            yield OwnText(zh=value["zh"], en=value["en"])
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from texts_in(one)


@cache
def trees() -> list[ast.Module]:
    """Every module of the program with a Chinese character, be it escaped, but those that this is about, and migrations."""
    return [
        ast.parse(text)
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if not {"migrations", "chinese"} & set(path.parts)
        and (HAN.search(text := path.read_text("utf-8")) or re.search(r"\\[uUN]", text))
    ]


def in_code() -> Iterator[str]:
    """Every Chinese text of the program."""
    for tree in trees():
        documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        prose = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented)}
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and node.value not in prose
                and HAN.search(node.value)
            ):
                yield node.value


def test_no_text_of_a_rulebook_has_a_traditional_character_left() -> None:
    every = list(written())
    assert len(every) > 500
    assert {text["zh"]: left for text in every if (left := traditional(in_language(text, SIMPLIFIED)))} == {}


def test_no_text_of_the_program_has_a_traditional_character_left() -> None:
    every = list(in_code())
    assert len(every) > 30
    assert {text: left for text in every if (left := traditional(simplified(text)))} == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("夠級", "够级"),
        ("槓上開花", "杠上开花"),
        ("著名的著作", "著名的著作"),
        ("餘牌發盡", "余牌发尽"),
        ("乾坤", "乾坤"),
        ("覆盤", "复盘"),
        ("讀到「E+5p」", "读到“E+5p”"),
        ("檔案庫", "档案库"),
        ("反時針輪流", "逆时针轮流"),
        ("第 3 行第 5 欄", "第 3 行第 5 列"),
        ("送不出才買", "送不出才买"),
        ("{0}={1} 時預設 {2}", "{0}={1} 时默认 {2}"),
        ("預設值", "默认值"),
        ("先寫一個預設名", "先写一个预设名"),
        ("", ""),
    ],
)
def test_words_of_the_field_are_written_as_on_the_mainland(text: str, expected: str) -> None:
    assert simplified(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ({"zh": "羅大佑 已在名單上。", "en": "羅大佑 has entered already."}, "羅大佑 已在名单上。"),
        ({"zh": "西·葉問碰六條，手裡沒有對子。", "en": "葉問 (West) has no pair for 6 bamboo."}, "西·葉問碰六条，手里没有对子。"),
        ({"zh": "讀到「發財杯」，應為整數。", "en": "found “發財杯”, expected an integer."}, "读到“發財杯”，应为整数。"),
        ({"zh": "張三與張三豐已在座。", "en": "張三豐 and 張三 sit already."}, "張三与張三豐已在座。"),
        ({"zh": "張三 發牌。", "en": "張三 deals."}, "張三 发牌。"),
        ({"zh": "沒有這一桌。", "en": "There is no such table."}, "没有这一桌。"),
        (OwnText(zh="四歸一看哪些。", en="Which count as 四歸一."), "四归一看哪些。"),
        ({"zh": "名單：𠮷野家、龍 (.*)", "en": "List: 𠮷野家, 龍 (.*)"}, "名单：𠮷野家、龍 (.*)"),
    ],
)
def test_name_that_was_put_into_a_text_stays_as_it_was_written(text: Mapping[str, str], expected: str) -> None:
    assert in_language(text, SIMPLIFIED) == expected
    assert (in_language(text, "zh"), in_language(text, "en")) == (text["zh"], text["en"])


def test_document_gets_simplified_texts_beside_the_others_and_is_not_changed() -> None:
    document = {"message": {"zh": "流局", "en": "drawn"}, "rounds": [{"name": "羅大佑", "zh": "胡", "en": "win", "n": 1}]}
    before = repr(document)
    found = with_simplified(document)
    assert found["message"] == {"zh": "流局", "en": "drawn", "zh-Hans": "流局"}
    assert found["rounds"] == [{"name": "羅大佑", "zh": "胡", "en": "win", "n": 1, "zh-Hans": "胡"}]
    assert repr(document) == before


@proof
def test_table_is_what_opencc_says() -> None:
    """Without the exceptions the table converts every text as OpenCC itself does."""
    converter = opencc.OpenCC("t2s")
    known = pairs(OPENCC.read_text("utf-8"))
    words = re.compile("|".join(sorted((word for word in known), key=len, reverse=True)))
    for text in [*(text["zh"] for text in written()), *in_code()]:
        assert words.sub(lambda word: known[word.group()], text) == converter.convert(text)
