"""Sentences for people in the language that they read: Traditional or Simplified Chinese, or English.

The service's sentences are English msgids with translations in the catalogue; the engine's come with ``zh`` and ``en``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, override, pgettext

from referee.chinese import ENGLISH, SIMPLIFIED, TRADITIONAL, in_language, simplified, with_simplified

DJANGO = {TRADITIONAL: "zh-hant", SIMPLIFIED: "zh-hans", ENGLISH: "en"}
"""The code of each language in Django's settings."""
_OF_CODE = {code: language for language, code in DJANGO.items()}
Message = Promise | str | Mapping[str, Any]
"""A lazily translated msgid with a ``{placeholder}`` for each fact in it; a text of the engine; or a stored sentence."""


class Sentence:
    """A sentence that is told when it is shown, in the language that is active then.

    A fact may be a sentence itself. The items of a list are told one after another.
    """

    def __init__(self, message: Message, **facts: Any) -> None:
        self.message, self.facts = message, facts

    def __str__(self) -> str:
        if isinstance(self.message, Mapping):
            return localized(self.message)
        message: Any = self.message
        return str(message.format(**{name: _told(fact) for name, fact in self.facts.items()}))

    def texts(self) -> dict[str, str]:
        """The sentence in ``zh`` and ``en``."""
        texts = {}
        for language in (TRADITIONAL, ENGLISH):
            with override(DJANGO[language]):
                texts[language] = str(self)
        return texts

    def stored(self) -> dict[str, Any]:
        """The sentence as a JSON document that ``localized`` tells: its msgid and facts, or the text of the engine."""
        if isinstance(self.message, Mapping):
            return dict(self.message)
        with override(None):
            return {"msgid": str(self.message), "facts": {name: plain(fact) for name, fact in self.facts.items()}}


def plain(fact: Any) -> Any:
    """A fact as JSON has it."""
    return fact if isinstance(fact, str | int | float | list | tuple | dict | None) else str(fact)


def _told(fact: Any) -> Any:
    if isinstance(fact, Mapping) and (TRADITIONAL in fact or "msgid" in fact):
        return localized(fact)
    return pgettext("names", ", ").join(map(str, fact)) if isinstance(fact, list | tuple) else fact


def in_each_language(message: Promise) -> list[str]:
    """A msgid's translation in each language, for what people may write in any."""
    said = []
    for code in DJANGO.values():
        with override(code):
            said.append(str(message))
    return said


def reader_language() -> str:
    """The reader's language: ``zh``, ``zh-Hans`` or ``en``; English where translation is switched off."""
    return _OF_CODE.get(get_language() or DJANGO[ENGLISH], TRADITIONAL)


def reader_texts() -> tuple[str, ...]:
    """The languages in which a reader gets texts: Simplified Chinese only where it is asked for."""
    return (TRADITIONAL, ENGLISH, SIMPLIFIED) if reader_language() == SIMPLIFIED else (TRADITIONAL, ENGLISH)


def localized(text: Mapping[str, Any]) -> str:
    """A text of the engine, or a stored sentence, in the reader's language. Names in it stay as they were written."""
    if "msgid" in text:
        return str(Sentence(gettext(text["msgid"]), **text["facts"]))
    return in_language(text, reader_language())


def in_script(text: str) -> str:
    """A text that is Chinese in every language, as a seal or the name of a fan, in the characters that the reader uses."""
    return simplified(text) if reader_language() == SIMPLIFIED else text


def for_reader(document: Any, own: bool = False) -> Any:
    """A JSON document as it is sent: for readers of Simplified Chinese every text in ``zh`` and ``en`` has ``zh-Hans`` too.

    ``own``: nothing from a record was put into its texts.
    """
    return with_simplified(document, own) if reader_language() == SIMPLIFIED else document
