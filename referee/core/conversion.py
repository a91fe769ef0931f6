"""Finds the importers by looking into ``referee/importers``, and converts files with them; holds no list of formats."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

from referee.core.texts import Texts
from referee.importers.common.json_reading import require_size
from referee.importers.common.protocol import Converted, Hints, Importer
from referee.notation import converters, limits
from referee.notation.converters import NO_HINTS, ConvertedText
from referee.notation.errors import NotationError, Text, too_large
from referee.notation.ppn.grammar import game_named
from referee.notation.ppn.write import write

HOME: Final = "referee.importers"
"""The package that holds the importers' folders …"""
SHARED = "common"
"""… and in it what they share."""
FROM, UNKNOWN = "Converted", "Unknown"
"""The tags of a converted match: the id of the importer, and the codes of what could not be known."""
TEXTS: Final = Texts(__file__)
_SAID: Final = re.compile(r"(?P<code>[a-z-]+)(?:: (?P<details>[^;]*))?")

home = import_module(HOME)


@cache
def importers() -> tuple[Importer, ...]:
    """Every importer, by its id."""
    folders = [entry.name for entry in pkgutil.iter_modules(home.__path__) if entry.ispkg and entry.name != SHARED]
    found = [import_module(f"{HOME}.{name}").IMPORTER for name in folders]
    return tuple(sorted(found, key=lambda importer: importer.declaration.id))


def find(name: str) -> Importer | None:
    """The importer with this id; None if there is none."""
    return next((importer for importer in importers() if importer.declaration.id == name), None)


def recognized(head: bytes) -> Importer | None:
    """The importer of a file that begins with these bytes; None if it is of no format that is converted."""
    return next((importer for importer in importers() if importer.recognizes(head)), None)


def importer_of(data: bytes) -> Importer | None:
    """The importer of a file; None for records in the notation and for what is not converted."""
    found = converters.converter_of(data)
    return found.importer if isinstance(found, _Converter) else None


def converted(importer: Importer, data: bytes, hints: Hints = NO_HINTS) -> Iterator[Converted | NotationError]:
    """The matches of a file, whose records say what they were converted from and what could not be known; of one in which
    something is not known, the error.

    Raises NotationError where the file cannot be told into matches, or has more than is converted.
    """
    try:
        require_size(data)
        hints = hints._replace(game=game_named(hints.game)) if hints.game else hints
        for number, match in enumerate(importer.convert(data, hints), 1):
            if number > limits.CONVERTED_MATCHES:
                raise too_large(1, 1, TEXTS("matches-converted"), limits.CONVERTED_MATCHES, number)
            yield _named(importer, match) if isinstance(match, NotationError) else _marked(importer, match)
    except NotationError as error:
        raise _named(importer, error) from None


def _named(importer: Importer, error: NotationError) -> NotationError:
    """The error of a file that is not converted, with what the file is."""
    message = TEXTS("converted-from", name=importer.declaration.name, said=error.message)
    named = copy(error)
    named.message, named.args = message, (message["en"],)
    return named


def _marked(importer: Importer, match: Converted) -> Converted:
    """A converted match whose record has its tags. An importer says nothing that it has not declared."""
    undeclared = set(match.unknown) - set(importer.declaration.unknown)
    if undeclared:
        raise KeyError(f"{importer.declaration.id} does not declare {', '.join(sorted(undeclared))}")
    said = "; ".join(f"{code}: {details}" if details else code for code, details in sorted(match.unknown.items()))
    tags = {**match.record.tags, FROM: importer.declaration.id, **({UNKNOWN: said} if said else {})}
    return match._replace(record=match.record._replace(tags=tags))


class Origin(NamedTuple):
    """What a converted match was converted from, and what could not be known of it, a sentence each."""

    id: str
    name: Text
    unknown: tuple[Text, ...]


def origin_of(tags: Mapping[str, str]) -> Origin | None:
    """What a match with these tags was converted from; None where it was not, or by an importer that is not here."""
    importer = find(tags.get(FROM, ""))
    if importer is None:
        return None
    sentences = []
    for said in tags.get(UNKNOWN, "").split("; "):
        found = _SAID.fullmatch(said)
        text = importer.declaration.unknown.get(found["code"]) if found else None
        if found and text:
            sentences.append(TEXTS("unknown", said=text, details=found["details"]) if found["details"] else text)
    return Origin(importer.declaration.id, importer.declaration.name, tuple(sentences))


class _Converter(NamedTuple):
    """An importer as the notation asks for it."""

    importer: Importer

    @property
    def name(self) -> Text:
        return self.importer.declaration.name

    def texts(self, data: bytes, hints: Hints) -> list[ConvertedText | NotationError]:
        found = [_text(match) for match in converted(self.importer, data, hints)]
        wrong = [text for text in found if isinstance(text, NotationError)]
        if wrong and len(wrong) == len(found):
            raise wrong[0]
        return found


def _text(match: Converted | NotationError) -> ConvertedText | NotationError:
    return match if isinstance(match, NotationError) else ConvertedText(write(match.record), match.places)


def _converter(head: bytes) -> _Converter | None:
    importer = recognized(head)
    return None if importer is None else _Converter(importer)


converters.found_by(_converter)
