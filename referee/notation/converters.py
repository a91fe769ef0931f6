"""Where the notation asks whether a file is of a format that is converted. It holds no list of formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from referee.notation.errors import NotationError, Text
from referee.notation.source_places import SourcePlace, SourcePlaces

HEAD: Final = 1 << 16
"""Bytes at the beginning of a file by which it is recognized."""
_MARK: Final = b"\xef\xbb\xbf"
_OPENS: Final = b"[PPN "
_JSON: Final = re.compile(rb'\s*+\[?+\s*+\{(?:[^\[\]{}]*,)?\s*"ppn"\s*+:')
"""What records in their JSON form begin with."""


class Hints(NamedTuple):
    """What is said beside a file that does not say it itself: the ``game`` and ``rules`` of its matches; the seat of each name
    (``seats``); the places of the rounds that count where several have one number (``keep``)."""

    game: str = ""
    rules: str = ""
    seats: Mapping[str, str] = {}
    keep: Sequence[str] = ()


NO_HINTS: Final = Hints()


READ, ASSUMED, COMPARED, DIFFERS, LEFT_OUT = "read", "assumed", "compared", "differs", "left-out"
"""The kinds of notes on how a file was understood."""


class Note(NamedTuple):
    """A note on how a part of a file was understood: its kind, its place, a sentence."""

    kind: str
    place: SourcePlace
    text: Text


GAME, SEATS, ROUND = "game", "seats", "round"
"""What a file may leave open."""


class Question(NamedTuple):
    """What a file does not tell, where, and what stands there: the game, of the ``choices`` if there are some; the seat of each
    of these ``names``; which round of one number counts, by the cell of its number."""

    about: str
    place: SourcePlace
    token: str
    expected: Text
    names: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    """What stands in the row of each choice."""


class NotToldError(NotationError):
    """Raised for a match that leaves open what somebody has to tell beside the file: its ``questions``. ``notes`` say how the
    rest was understood."""

    questions: Sequence[Question] = ()
    notes: Sequence[Note] = ()

    @property
    def refusal(self) -> str:
        return f"{self.questions[0].about}-not-told"

    def __reduce__(self) -> tuple[object, ...]:
        kind, said, state = super().__reduce__()
        return kind, said, {**state, "questions": self.questions, "notes": self.notes}  # type: ignore[dict-item]


def seats_told(told: Iterable[str]) -> Mapping[str, str]:
    """The seat of each name, of texts like ``E:Ann`` and 東:張三. Raises ValueError without a seat, or for two of a name."""
    found: dict[str, str] = {}
    for text in told:
        seat, _, name = (part.strip() for part in text.replace("：", ":", 1).partition(":"))
        if not seat or not name or found.setdefault(name, seat) != seat:
            raise ValueError("a seat, a colon and a name")
    return found


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
