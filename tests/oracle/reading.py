"""Records of others read back: tags and moves, for playing them again."""

from __future__ import annotations

import re

from tests.oracle.text import SEATS

Part = tuple[dict[str, str], list[str]]
"""Tags and moves."""


def parts(text: str) -> list[Part]:
    """The head of a match, and each round."""
    found = []
    for part in re.split(r"^(?=\[Round )", text, flags=re.MULTILINE):
        tags = dict(re.findall(r'^\[(\S+) "([^"]*)"\]', part, re.MULTILINE))
        found.append((tags, re.sub(r"^\[.*$|\{[^}]*\}|;.*$", "", part, flags=re.MULTILINE).split()))
    return found


def points(text: str) -> list[int]:
    """``E-4 S+4 W0`` as figures, in the order of the seats."""
    told = {part[0]: int(part[1:]) for part in text.split()}
    return [told[seat] for seat in SEATS if seat in told]
