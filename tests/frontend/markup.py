"""The markup of a page without the white space that only lays it out."""

from __future__ import annotations

import re


def compact(html: str) -> str:
    """The same markup on one line, with no white space beside its tags."""
    return re.sub(r"(?<=>) | (?=<|>)", "", re.sub(r"\s+", " ", html))
