"""Which characters of a text only Traditional Chinese has."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from referee.chinese import EXCEPTIONS, OPENCC, pairs

HAN = re.compile("[\u3400-\u9fff]+")


def traditional(text: str) -> str:
    """The characters of a text that are written in Traditional Chinese alone, or on no keyboard of the mainland."""
    return "".join(sorted({one for run in HAN.findall(text) for one in run if is_traditional(one)}))


@cache
def is_traditional(character: str) -> bool:
    known, kept = tables()
    return (character in known or not in_gb2312(character)) and character not in kept


@cache
def tables() -> tuple[frozenset[str], frozenset[str]]:
    """What is written otherwise in Simplified Chinese, and the characters that our exceptions keep."""
    kept = "".join(pairs(EXCEPTIONS.read_text("utf-8")).values())
    return frozenset(pairs(OPENCC.read_text("utf-8"))), frozenset(kept)


def in_gb2312(character: str) -> bool:
    try:
        character.encode("gb2312")
    except UnicodeEncodeError:
        return False
    return True


def texts_of(value: Any) -> list[dict[str, str]]:
    """Every text in both languages inside a document."""
    within = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    found = [text for one in within for text in texts_of(one)]
    return [value, *found] if isinstance(value, dict) and {"zh", "en"} <= value.keys() else found
