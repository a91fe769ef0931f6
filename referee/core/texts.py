"""The engine's sentences in Chinese and English, by their codes, from the ``texts.toml`` beside the module that says them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from referee.core.verdict import Text


class Texts:
    """The texts beside a module, whose ``__file__`` this is, read when the first of them is said."""

    def __init__(self, module: str) -> None:
        self._path = Path(module).with_name("texts.toml")

    def __call__(self, code: str, **facts: object) -> Text:
        """The text with this code, filled with facts. A fact that is itself such a text is put in in the same language."""
        return filled(read(self._path)[code], facts)


@cache
def read(path: Path) -> Mapping[str, Text]:
    """The texts of a file by their codes."""
    return tomllib.loads(path.read_text("utf-8"))


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters; a longer one ends in an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def filled(text: Text, facts: Mapping[str, object]) -> Text:
    """A text whose ``{names}`` are replaced by facts."""
    return {
        language: template.format_map(
            {name: fact[language] if isinstance(fact, Mapping) else fact for name, fact in facts.items()}
        )
        for language, template in text.items()
    }
