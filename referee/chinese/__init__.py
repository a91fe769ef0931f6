"""Simplified Chinese of this project's own texts, which are written in Traditional Chinese and English.

``opencc.txt`` are the characters and phrases of OpenCC (``make fix`` writes it), ``exceptions.txt`` the words of these games
and of software that it converts otherwise than a reader on the mainland would write them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

TRADITIONAL, SIMPLIFIED, ENGLISH = "zh", "zh-Hans", "en"
LANGUAGES = (TRADITIONAL, SIMPLIFIED, ENGLISH)
"""What a text can be shown in; texts are written and stored in the first and the last."""

OPENCC, EXCEPTIONS = (Path(__file__).with_name(name) for name in ("opencc.txt", "exceptions.txt"))

_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_REMEMBERED, _SHORT = 16_384, 256
"""How many texts are remembered in Simplified Chinese, and the characters of the longest: what a record says has any length."""


class OwnText(dict[str, str]):
    """A text in ``zh`` and ``en`` as a rulebook has it: nothing was put into it, and its English may name a thing in Chinese."""


def in_language(text: Mapping[str, str], language: str) -> str:
    """A text given in ``zh`` and ``en`` in one of LANGUAGES.

    Names and whatever else came from a record stay as they were written. An English message of ours has no Chinese characters, so
    those that are in it were put into both: where they occur in the Chinese text it is not converted. ``OwnText`` is, as a whole.
    """
    if language in text:
        return text[language]
    if isinstance(text, OwnText):
        return simplified(text[TRADITIONAL])
    traditional, english = text[TRADITIONAL], text[ENGLISH]
    short = len(traditional) + len(english) <= 2 * _SHORT
    return (_remembered_around_names if short else _simplified_around_names)(traditional, english)


def with_simplified(document: Any, own: bool = False) -> Any:
    """A JSON document in which every text that has ``zh`` and ``en`` has ``zh-Hans`` too. ``own``: nothing was put into them."""
    if isinstance(document, Mapping):
        found = {key: with_simplified(value, own) for key, value in document.items()}
        if isinstance(found.get(TRADITIONAL), str) and isinstance(found.get(ENGLISH), str):
            found.setdefault(SIMPLIFIED, in_language(OwnText(found) if own else found, SIMPLIFIED))
        return found
    return [with_simplified(value, own) for value in document] if isinstance(document, list | tuple) else document


def simplified(text: str) -> str:
    """A text in Simplified Chinese: the longest words that are known first, single characters otherwise."""
    return _remembered(text) if len(text) <= _SHORT else _simplified(text)


def _simplified(text: str) -> str:
    words, characters = _tables()[:2]
    at, parts = 0, []
    for word in words.finditer(text):
        parts += [text[at : word.start()].translate(characters), _tables()[2][word.group()]]
        at = word.end()
    return "".join([*parts, text[at:].translate(characters)])


def simplified_characters(text: str) -> str:
    """A text with each character simplified on its own, whatever word it stands in: for comparing names."""
    return text.translate(_characters())


def pairs(text: str) -> dict[str, str]:
    """The lines of a table: what is written, and how it is written in Simplified Chinese. Lines that start with # are remarks."""
    return dict(line.split() for line in text.splitlines() if line and not line.startswith("#"))


def _simplified_around_names(text: str, english: str) -> str:
    """The text in Simplified Chinese but for the pieces of it that the English text has too."""
    kept = sorted(set(_HAN.findall(english)), key=lambda piece: (-len(piece), piece))
    if not kept:
        return simplified(text)
    parts = re.split(f"({'|'.join(kept)})", text)
    return "".join(part if number % 2 else simplified(part) for number, part in enumerate(parts))


_remembered = lru_cache(_REMEMBERED)(_simplified)
_remembered_around_names = lru_cache(_REMEMBERED)(_simplified_around_names)


@cache
def _tables() -> tuple[re.Pattern[str], dict[int, str], dict[str, str]]:
    """All words as a pattern, the longest first; what single characters become; what words become."""
    known = pairs(OPENCC.read_text("utf-8")) | pairs(EXCEPTIONS.read_text("utf-8"))
    words = {word: said for word, said in known.items() if len(word) > 1}
    pattern = re.compile("|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word))))
    return pattern, str.maketrans({one: said for one, said in known.items() if len(one) == 1}), words


@cache
def _characters() -> dict[int, str]:
    """What single characters become by OpenCC alone."""
    return str.maketrans({one: said for one, said in pairs(OPENCC.read_text("utf-8")).items() if len(one) == 1})
