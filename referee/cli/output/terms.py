"""The command line's own texts in both languages, and making text from records safe to print on a terminal."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from referee.chinese import in_language

COUNTED = re.compile(r"\{(\d)\|([^|}]*)\|([^}]*)\}")


@cache
def terms() -> Mapping[str, Mapping[str, str]]:
    """The texts by their keys, in both languages: ``terms.toml``."""
    return tomllib.loads(Path(__file__).with_name("terms.toml").read_text("utf-8"))


def term(key: str, language: str, *facts: object) -> str:
    """A text of the command line, filled with facts. ``{0|match|matches}`` is a number with the word that goes with it."""
    text = COUNTED.sub(lambda found: _counted(facts[int(found[1])], found[2], found[3]), in_language(terms()[key], language))
    return text.format(*facts)


def _counted(number: object, one: str, many: str) -> str:
    return f"{number} {one if str(number) == '1' else many}"


def plain(text: str) -> str:
    """Text from a record in printable form: control characters and marks that change the text direction are spelt out."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else _spelt(character) for character in text)


def _spelt(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
