"""Whole numbers that a form or an address brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def number_in(given: Mapping[str, Any], name: str) -> int:
    """A whole number of at most nine digits that was typed; 0 where none was."""
    text = str(given.get(name, ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
