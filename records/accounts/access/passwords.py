"""Passwords that anybody who attacks this service tries first: the words of its subject, with digits and marks around them."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

import referee
from records.core.languages import in_each_language

WORDS = pgettext_lazy("typed", "referee mahjong majiang password match club tile card")
"""Words of the service; the ids and names of the games come to them."""
LETTERS = 4
"""Letters beside such words that a password needs at least."""


@cache
def context_words() -> tuple[str, ...]:
    """Every word, the longest first, so that none is left of which another is a part."""
    words = " ".join(in_each_language(WORDS)).split()
    books = [game.rulebook for game in referee.games()]
    names = [word for book in books for name in (book.id, *book.name.values()) for word in name.split()]
    return tuple(sorted({_letters(word) for word in (*words, *names)}, key=lambda word: (-len(word), word)))


class ContextWordsValidator:
    """A validator of Django's: refuses a password that is hardly more than words of the service."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raises ValidationError where fewer than LETTERS letters are left without those words."""
        left = said = _letters(password)
        for word in context_words():
            left = left.replace(word, "")
        if left != said and len(left) < LETTERS:
            raise ValidationError(self.get_help_text(), code="password_of_context_words")

    def get_help_text(self) -> str:
        """What is expected, in the reader's language."""
        return _("The password must be more than a word of this service or the name of a game.")


def _letters(text: str) -> str:
    """The letters of a text without case and width."""
    return "".join(mark for mark in unicodedata.normalize("NFKC", text).casefold() if mark.isalpha())
