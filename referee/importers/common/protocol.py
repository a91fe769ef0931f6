"""The protocol of an importer: it recognizes the files of a format, and converts them to records and what could not be known."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from referee.core.record import Record
from referee.notation.converters import Hints as Hints
from referee.notation.converters import Note
from referee.notation.errors import NotationError, Text
from referee.notation.source_places import SourcePlaces

LANGUAGES: Final = {"zh", "en"}
_CODE: Final = re.compile(r"[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True)
class Declaration:
    """``unknown`` are the codes of what a file of the format cannot tell, with the sentence for each."""

    id: str
    name: Text
    unknown: Mapping[str, Text]


def declared(module: str) -> Declaration:
    """The declaration beside the module of an importer, whose ``__file__`` this is. Raises ValueError where it is not sound."""
    path = Path(module).with_name("importer.toml")
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    found = Declaration(document.pop("id", path.parent.name), document.pop("name", {}), document.pop("unknown", {}))
    texts = {"name": found.name, **found.unknown}
    wrong = [key for key, text in texts.items() if not isinstance(text, dict) or set(text) != LANGUAGES]
    wrong += [code for code in (found.id, *found.unknown) if not _CODE.fullmatch(code)]
    if document or wrong or found.id != path.parent.name:
        raise ValueError(f"{path}: {', '.join([*document, *wrong]) or 'its id is not the name of its folder'}")
    return found


class Converted(NamedTuple):
    """A converted match: its record, what the file could not tell of it, and where its parts stand in the file.

    ``unknown`` holds codes that the importer declares, each with what is to be said besides (the names of keys that were not
    read, say), or empty text. ``notes`` say how the file was understood. ``MatchDraft.converted`` makes one.
    """

    record: Record
    unknown: Mapping[str, str]
    places: SourcePlaces
    notes: Sequence[Note] = ()


class Importer(Protocol):
    """An importer, as the rest of the engine and the service use it."""

    @property
    def declaration(self) -> Declaration:
        """Its id, what its format is called, and what a file of it cannot tell."""

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format; there is no byte order mark among them."""

    def convert(self, data: bytes, hints: Hints) -> Iterable[Converted | NotationError]:
        """The matches of a file, in order; of one that is not converted the error, which names the first thing in it that is not
        known, with its place. Raises NotationError where it is not certain which matches a part of the file belongs to."""
