"""The reader's language, and texts in it."""

from __future__ import annotations

from records.core.languages import localized
from records.core.languages import reader_language as language
from referee.chinese import ENGLISH, SIMPLIFIED, TRADITIONAL, simplified

__all__ = ["ENGLISH", "SIMPLIFIED", "TRADITIONAL", "in_script", "language", "localized"]


def in_script(text: str) -> str:
    """A text that is Chinese in every language, as a seal or the name of a fan, in the characters that the reader uses."""
    return simplified(text) if language() == SIMPLIFIED else text
