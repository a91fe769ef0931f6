"""Choosing the reader's language from a text in Chinese and English."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import get_language


def language() -> str:
    """The reader's language, ``zh`` or ``en``."""
    return "zh" if (get_language() or "zh").startswith("zh") else "en"


def localized(text: Mapping[str, str]) -> str:
    """The text in the reader's language."""
    return text[language()]
