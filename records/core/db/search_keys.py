"""The key by which names are searched: it is the same however a name is written. Migrations use it too."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from referee.chinese import simplified_characters

MAX_LENGTH = 200
"""Characters of a key, as many as a column has; few characters become several."""


def folded(text: str) -> str:
    """The text without differences of width, case, composition, invisible characters and extra spaces."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join("".join(mark for mark in plain if unicodedata.category(mark) != "Cf").split())


@lru_cache(8192)
def search_key(text: str) -> str:
    """The folded text in Simplified Chinese: a name in either script has one key, by which a search finds both.

    Whether they are one person it does not say: that is for people, who compare names by ``records.archive.players.aliases``.
    """
    return simplified_characters(folded(text))[:MAX_LENGTH]
