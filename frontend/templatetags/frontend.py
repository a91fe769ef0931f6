"""What templates ask for: a text in the reader's language, an option's value as a record writes it."""

from __future__ import annotations

from typing import Any

from django import template

from frontend import said as words
from referee.rulebook.options import write

register = template.Library()


@register.filter
def said(text: Any) -> str:
    """A mapping of zh and en, or an object with both, in the reader's language."""
    if isinstance(text, dict) or hasattr(text, "keys"):
        return words.said(text)
    return str(getattr(text, words.language()))


@register.filter
def option_value(value: Any) -> str:
    """``true``, ``8``, ``none``."""
    return write(value)
