"""The short names of clubs, by which their addresses are read: in the letters in which the club's name is written."""

from __future__ import annotations

import secrets

from django.urls import register_converter
from django.urls.converters import StringConverter
from django.utils.text import slugify

LONGEST = 50


class ShortNameConverter(StringConverter):
    """The part of an address that is a club's short name. It says what other dialects of expressions can say too: the description
    of the API has it."""

    regex = r"[^\x00-\x20/]+"


register_converter(ShortNameConverter, "club")


def made_from(name: str) -> list[str]:
    """The short names to try for a club of this name: its letters of any script; where that is taken, with a random end."""
    short = slugify(name, allow_unicode=True)
    return [*([short[:LONGEST]] if short else []), f"{short[: LONGEST - 9] or 'club'}-{secrets.token_hex(4)}"]


def is_short_name(text: str) -> bool:
    """Whether a text may be a club's short name."""
    return len(text) <= LONGEST and text == slugify(text, allow_unicode=True)
