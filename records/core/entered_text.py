"""The check of names and texts that people enter: one for every door that takes some.

Refused are control characters, marks that turn the direction of text, lone surrogates, texts of which nothing can be seen, and
in names line breaks. An uploaded record is not checked: it is kept as it came, and its names are shown without such characters.
"""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from records.core.errors import Refusal

NAME: Final = 200
"""Characters of a name, as many as its column holds (``records.core.db.fields.LINE``)."""
TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Embeddings, overrides and isolates: text after one may be shown in another order than it has."""
BREAKS: Final = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
OF_TEXTS: Final = frozenset("\n\r\t")
"""Control characters that a text of several lines may have."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""
SHOWN: Final = frozenset("LNPS")
"""The first letters of the categories of characters that show something by themselves."""


def one_line(text: str, most: int = NAME) -> str:
    """A name or another text of one line without surrounding spaces, cut at ``most``; empty where there is none.

    Raises Refusal (422).
    """
    said = text.strip()
    _require_fit(said, frozenset())
    return said[:most]


def several_lines(text: str, most: int | None = None) -> str:
    """A text of several lines without surrounding spaces, cut at ``most``. Raises Refusal (422)."""
    said = text.strip()
    _require_fit(said, OF_TEXTS)
    return said[:most]


def require_fit(document: Any) -> None:
    """Check every text of a JSON document as ``one_line`` does. Raises Refusal (422)."""
    if isinstance(document, str):
        one_line(document)
    elif isinstance(document, dict):
        for name, value in document.items():
            one_line(str(name))
            require_fit(value)
    elif isinstance(document, list):
        for value in document:
            require_fit(value)


def shown_form(text: str) -> str:
    """A text from a record without what an entered one may not have; empty where nothing of it can be seen."""
    plain = "".join(" " if mark in BREAKS else mark for mark in text if mark in BREAKS or not _is_unfit(mark))
    return " ".join(plain.split()) if _is_seen(plain) else ""


def _require_fit(said: str, allowed: frozenset[str]) -> None:
    for place, mark in enumerate(said, 1):
        if mark not in allowed and (mark in BREAKS or _is_unfit(mark)):
            raise Refusal(
                "unfit-text",
                _("Character {place} is {character}, {kind}, which cannot stand here: remove it."),
                422,
                place=place,
                character=f"U+{ord(mark):04X}",
                kind=_kind(mark),
            )
    if said and not _is_seen(said):
        raise Refusal("unfit-text", _("Expected a text that can be seen, found invisible characters alone."), 422)


def _is_unfit(mark: str) -> bool:
    return mark in TURNING or unicodedata.category(mark) in ("Cc", "Cs")


def _is_seen(text: str) -> bool:
    """Whether something of a text can be seen. A private character may be: fonts of rare Chinese characters have them. So may one
    that Unicode has added since this Python was built."""
    kinds = ((mark, unicodedata.category(mark)) for mark in text)
    return any(mark not in BLANK and (kind[0] in SHOWN or kind == "Co" or _is_newer(mark, kind)) for mark, kind in kinds)


def _is_newer(mark: str, kind: str) -> bool:
    """Whether a character may be one of a later Unicode: of the planes of letters, signs and Chinese characters."""
    return kind == "Cn" and "\U00010000" <= mark < "\U000e0000" and ord(mark) & 0xFFFE != 0xFFFE


def _kind(mark: str) -> Any:
    if mark in BREAKS:
        return _("a line break")
    return _("a mark that turns the direction of text") if mark in TURNING else _("a control character")
