"""The languages that people read: Traditional and Simplified Chinese and English, as texts and as Django name them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language

from referee.chinese import ENGLISH, SIMPLIFIED, TRADITIONAL, in_language, with_simplified

DJANGO = {TRADITIONAL: "zh-hant", SIMPLIFIED: "zh-hans", ENGLISH: "en"}
"""The code of each language in Django's settings."""
_OF_CODE = {code: language for language, code in DJANGO.items()}


def reader_language() -> str:
    """The reader's language: ``zh``, ``zh-Hans`` or ``en``."""
    return _OF_CODE.get(get_language() or "", TRADITIONAL)


def reader_texts() -> tuple[str, ...]:
    """The languages in which a reader gets texts: Simplified Chinese only where it is asked for."""
    return (TRADITIONAL, ENGLISH, SIMPLIFIED) if reader_language() == SIMPLIFIED else (TRADITIONAL, ENGLISH)


def localized(text: Mapping[str, str]) -> str:
    """A text given in ``zh`` and ``en`` in the reader's language. Names in it stay as they were written."""
    return in_language(text, reader_language())


def for_reader(document: Any, own: bool = False) -> Any:
    """A JSON document as it is sent: for readers of Simplified Chinese every text in ``zh`` and ``en`` has ``zh-Hans`` too.

    ``own``: nothing from a record was put into its texts.
    """
    return with_simplified(document, own) if reader_language() == SIMPLIFIED else document
