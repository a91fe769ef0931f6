"""When two spellings are one: the key by which names of people are compared. Imports nothing: migrations use it too."""

from __future__ import annotations

import hashlib
import unicodedata

LONGEST = 200


def key_of(name: str) -> str:
    """A name without what a scorer does not mean by it: width, case, composition, invisible characters, extra spaces.

    Empty for a name that says nobody. Simplified and traditional characters stay different: whether 張三 is 张三 is for
    people to say.
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    key = " ".join("".join(mark for mark in plain if unicodedata.category(mark) != "Cf").split())
    if set(key) <= set("?-–—.·_ "):
        return ""
    # A character may become many; what is longer than a column is told apart by its hash.
    return key if len(key) <= LONGEST else key[:100] + hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
