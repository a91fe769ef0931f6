"""Reading the JSON of a file that is converted: within limits, no key twice, and every value where it is expected to be."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NoReturn, cast

from referee.importers.common.errors import TEXTS, at_line, refused
from referee.notation import limits
from referee.notation.errors import NotationError, Text, too_large
from referee.notation.source_places import PATH, SourcePlace

Path = tuple[str | int, ...]
"""Where a value stands: the keys and numbers that lead to it."""

ROOT: Final = "$"
"""The path to the whole document."""
_STRING: Final = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\Z)', re.DOTALL)
_HEAVY: Final = (
    ("{[", "objects", limits.CONVERTED_OBJECTS),
    ("{[,", "values", limits.CONVERTED_VALUES),
)


class Node:
    """A value of a JSON document with its place, so that whatever is wrong with it can be told. ``line`` is that of its text."""

    __slots__ = ("line", "path", "used", "value")

    def __init__(self, value: object, path: Path = (), line: int = 0) -> None:
        self.value, self.path, self.line = value, path, line
        self.used: set[str] = set()
        """The keys that were asked for."""

    @property
    def where(self) -> Text:
        """The place as people write it: ``hands[0].replay.frames[3]``, behind the line where a line is a document."""
        if not self.line:
            return self.place.text
        return {language: f"{text} {self._named}".rstrip() for language, text in self.place.text.items()}

    @property
    def place(self) -> SourcePlace:
        """The place of a tag or a move that is made of the value: its line, or the path to it where a file is one document."""
        return at_line(self.line) if self.line else SourcePlace(PATH, self._named or ROOT)

    @property
    def _named(self) -> str:
        return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in self.path).lstrip(".")

    def refuse(self, expected: Text) -> NoReturn:
        """Raise the error of a value that cannot be converted."""
        token = self.value if isinstance(self.value, str) else json.dumps(self.value, ensure_ascii=False)[:200]
        error = refused(self.where, token, expected, line=max(self.line, 1))
        error.source_place = self.place
        raise error

    def has(self, key: str) -> bool:
        """Whether the object has something but null under a key."""
        return self._object().get(key) is not None

    def at(self, key: str) -> Node:
        """The value under a key; where there is none it is null, which no kind is."""
        self.used.add(key)
        return Node(self._object().get(key), (*self.path, key), self.line)

    def _object(self) -> Mapping[str, object]:
        return self.object() if isinstance(self.value, dict) else self.kind(dict)

    def kind(self, kind: type) -> NoReturn:
        """Raise the error of a value of another kind."""
        self.refuse(TEXTS(kind.__name__))

    def object(self) -> dict[str, object]:
        """The value as an object."""
        return cast("dict[str, object]", self.value) if isinstance(self.value, dict) else self.kind(dict)

    def whole(self) -> int:
        """The value as an integer."""
        return self.value if type(self.value) is int else self.kind(int)

    def text(self) -> str:
        """The value as text."""
        return self.value if isinstance(self.value, str) else self.kind(str)

    def flag(self) -> bool:
        """The value as true or false."""
        return self.value if isinstance(self.value, bool) else self.kind(bool)

    def array(self) -> list[Node]:
        """The values of an array."""
        if not isinstance(self.value, list):
            self.kind(list)
        return [Node(one, (*self.path, number), self.line) for number, one in enumerate(self.value)]

    def seat(self, seats: Sequence[str]) -> str:
        """The value as the number of a seat, counted from 0, by its letter."""
        if type(self.value) is not int or not 0 <= self.value < len(seats):
            self.refuse(TEXTS("seat", last=len(seats) - 1))
        return seats[self.value]

    def one_of(self, names: Sequence[str]) -> str:
        """The value as one of these texts."""
        if self.value not in names:
            self.refuse({"zh": "、".join(names), "en": ", ".join(names)})
        return cast("str", self.value)

    def unused(self, known: Sequence[str] = ()) -> Iterator[str]:
        """The keys of the object that nobody asked for, but these, which are known to say nothing."""
        yield from sorted(set(self._object()) - self.used - set(known))


def document(data: bytes) -> Node:
    """The JSON of a whole file. Raises NotationError."""
    return Node(_loaded(text_of(data), 0))


def lines(data: bytes) -> Iterator[Node | NotationError]:
    """The JSON of each line of a file, or the error of a line; of a file that is one array, each of its values.

    Raises NotationError for a file that is too large, no text, or an array that is not JSON.
    """
    text = text_of(data)
    if text.lstrip().startswith("["):
        for number, value in enumerate(Node(_loaded(text, 0)).array()):
            yield Node(value.value, (number,))
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _line(line, number)


def _line(text: str, number: int) -> Node | NotationError:
    try:
        return Node(_loaded(text, number), (), number)
    except NotationError as error:
        return error


def text_of(data: bytes) -> str:
    """The text of a file within the limits. Raises NotationError for one that is too large, too heavy, or no UTF-8."""
    require_size(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refused(at_line(line), f"0x{data[error.start]:02x}", TEXTS("utf-8")) from None
    for begins, what, most in _HEAVY:
        if sum(map(text.count, begins)) > most and (actual := sum(map(_STRING.sub("", text).count, begins))) > most:
            raise too_large(1, 1, TEXTS(what), most, actual)
    return text


def require_size(data: bytes) -> None:
    """Raise NotationError for a file that is larger than those that are converted."""
    if len(data) > limits.CONVERTED_BYTES:
        raise too_large(1, 1, TEXTS("bytes"), limits.CONVERTED_BYTES, len(data))


class _Twice(Exception):
    """A key that occurs twice in an object, or a number that JSON does not have."""


def _loaded(text: str, line: int) -> object:
    where = at_line(line) if line else SourcePlace(PATH, ROOT)
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_number)
    except _Twice as error:
        token, expected = str(error), TEXTS("key-once")
    except json.JSONDecodeError as error:
        at = line + error.lineno - 1 if line else error.lineno
        place, token = TEXTS("line-and-column", line=at, column=error.colno), text[error.pos : error.pos + 20]
        found = refused(place, token, TEXTS("json", fault=error.msg), line=at, column=error.colno)
        found.source_place = at_line(at)
        raise found from None
    except ValueError:
        token, expected = text[:20], TEXTS("fewer-digits")
    except RecursionError:
        token, expected = text[:20], TEXTS("shallow")
    raise refused(where, token, expected) from None


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (name, _), *_others = Counter(name for name, _ in pairs).most_common(1)
        raise _Twice(name)
    return found


def _no_number(text: str) -> NoReturn:
    raise _Twice(text)
