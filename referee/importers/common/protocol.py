"""The protocol of an importer: it recognizes the files of a format, and converts them to records and what could not be known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from referee.core.record import Record
from referee.importers.common.declaration import Declaration
from referee.notation.converters import Hints as Hints
from referee.notation.errors import NotationError
from referee.notation.source_places import SourcePlaces


class Converted(NamedTuple):
    """A converted match: its record, what the file could not tell of it, and where its parts stand in the file.

    ``unknown`` holds codes that the importer declares, each with what is to be said besides (the names of keys that were not
    read, say), or empty text. ``MatchDraft.converted`` makes one.
    """

    record: Record
    unknown: Mapping[str, str]
    places: SourcePlaces


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
