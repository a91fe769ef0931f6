"""The key by which names of people are compared. Migrations use it too."""

from __future__ import annotations

import hashlib

from records.core.db.names.key import folded

MAX_LENGTH = 200


def key_of(name: str) -> str:
    """The name key: the name without differences of width, case, composition, invisible characters and extra spaces.

    Empty for a placeholder such as ``?`` or ``-``. Simplified and traditional characters stay different:
    whether two such names are one person is for people to say.
    """
    key = folded(name)
    if set(key) <= set("?-–—.·_ "):
        return ""
    # A character may become many; what is longer than a column is told apart by its hash.
    return key if len(key) <= MAX_LENGTH else key[:100] + hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
