"""Where the notation asks whether a file is of a format that is converted. It holds no list of formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, Protocol

from referee.notation.errors import NotationError, Text
from referee.notation.source_places import SourcePlaces

HEAD: Final = 1 << 16
"""Bytes at the beginning of a file by which it is recognized."""
_MARK: Final = b"\xef\xbb\xbf"
_OPENS: Final = b"[PPN "
_JSON: Final = re.compile(rb'\s*+\[?+\s*+\{(?:[^\[\]{}]*,)?\s*"ppn"\s*+:')
"""What records in their JSON form begin with."""


class Hints(NamedTuple):
    """What is said beside a file that does not say it itself: the ``game`` and ``rules`` of its matches, or nothing."""

    game: str = ""
    rules: str = ""


NO_HINTS: Final = Hints()


class ConvertedText(NamedTuple):
    """A converted match in canonical PPN, and where its parts stand in the file."""

    text: str
    places: SourcePlaces


class Converter(Protocol):
    """What converts the files of a format."""

    @property
    def name(self) -> Text:
        """What the format is called, in zh and en."""

    def texts(self, data: bytes, hints: Hints) -> Iterable[ConvertedText | NotationError]:
        """All matches of a file, and the error of each that is not converted. Raises NotationError where the
        file cannot be told into matches, or where none of them is converted."""


class _Library:
    """How the converter of a file is found."""

    def __init__(self) -> None:
        self.find: Callable[[bytes], Converter | None] = lambda head: None


_library = _Library()


def found_by(find: Callable[[bytes], Converter | None]) -> None:
    """Set the function that finds the converter of a file that begins with these bytes, no byte order mark among them."""
    _library.find = find


def converter_of(data: bytes) -> Converter | None:
    """The converter of a file that begins with these bytes; None for records in PPN and for what is not converted."""
    head = data[:HEAD].removeprefix(_MARK)
    return None if head.startswith(_OPENS) or _JSON.match(head) else _library.find(head)
