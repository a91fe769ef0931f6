"""Splits a file into the texts of its matches. A match that cannot be read does not affect the others."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from referee.core.record import Record
from referee.notation import foreign, json_form, limits
from referee.notation.converters import HEAD, NO_HINTS, Converter, Hints, converter_of
from referee.notation.errors import TEXTS, NotationError, too_large
from referee.notation.ppn import reader as ppn
from referee.notation.ppn.position import TAG, place
from referee.notation.source_places import SourcePlaces

PPN, JSON = "ppn", "json"

_OPENS = "[PPN"
_MATCH = re.compile(r"[ \t\ufeff]*\[PPN\b")
_ATOM = re.compile(rf"\[PPN\b|{TAG}|\{{|;[^\n]*")
_COMMENTS = re.compile(r"(?:[\s\ufeff]++|\{[^}]*+\}|;[^\n]*+)*+")
_OBJECT = re.compile(r"^\{|\{\s*\"ppn\"\s*:", re.MULTILINE)
_SPACE = re.compile(r"[\s\ufeff]*")
_COMMAS = re.compile(r"[\s\ufeff,]*")
_BRACKET = re.compile(r'[^"{}\[\]]*+(?:"(?:[^"\\]++|\\.)*+"[^"{}\[\]]*+)*+([{}\[\]])', re.DOTALL)
"""The text up to the next bracket outside of strings."""
_AGAIN = 32
"""How many times its length a JSON text is read, at most, for the sake of what is broken in it."""
_IS_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[{\]])")
_BEGINS_MATCH = re.compile(r"\s*+\[?\s*+\{\s*+\"ppn\"")


class Source(NamedTuple):
    """One match's own text, the number of its first line in the file, and its form (``ppn`` or ``json``).

    Of a match that is not converted there is no text but the ``error``, and the line of that. ``places`` are those of a match
    that was converted: where its parts stand in the file.
    """

    text: str
    first_line: int
    form: str
    error: NotationError | None = None
    places: SourcePlaces | None = None

    @property
    def begins(self) -> int:
        """The line of the file at which the match begins."""
        return self.places.begins.line if self.places else self.first_line


def split(data: str | bytes, hints: Hints = NO_HINTS) -> Iterator[Source]:
    """The matches of a file, each with its own text; of a file that is converted, the text that it is converted to.

    ``hints`` say what a file that is converted does not.

    Raises NotationError for a file that is not UTF-8 or is too large, or that is not converted.
    """
    for number, source in enumerate(_sources(data, hints), 1):
        if number > limits.MATCHES:
            raise too_large(source.first_line, 1, TEXTS("matches-a-file"), limits.MATCHES, number)
        yield source


def _sources(data: str | bytes, hints: Hints) -> Iterator[Source]:
    converter = _converter(data)
    if converter is not None:
        return converted(converter, _bytes(data), hints)
    text = _decoded(data)
    return _json(text) if _IS_JSON.match(text) else _ppn(text)


def _converter(data: str | bytes) -> Converter | None:
    """What converts a file, None for one that is read as it is."""
    return None if isinstance(data, str) and data.startswith(_OPENS) else converter_of(_bytes(data[:HEAD]))


def _bytes(data: str | bytes) -> bytes:
    return data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")


def converted(converter: Converter, data: bytes, hints: Hints = NO_HINTS) -> Iterator[Source]:
    """The matches of a file of another format, each with the text that it is converted to, or with why it is not; the lines of
    the texts count on from each to the next. Raises NotationError, before the first of them, where the file is not converted."""
    line = 1
    for text in converter.texts(data, hints):
        if isinstance(text, NotationError):
            text.sha256 = sha256(data).hexdigest()
            yield Source("", text.line, PPN, text)
        else:
            yield Source(text.text, line, PPN, None, text.places)
            line += text.text.count("\n") + 1


def parse(source: str | bytes, *, first_line: int = 1) -> Record:
    """Read the one match of a text, PPN or JSON, or of a file that is converted. Raises NotationError, also for more than one
    match."""
    converter = _converter(source)
    text = _decoded(source) if converter is None else "\n".join(_all_texts(converter, _bytes(source)))
    return _record(text, first_line, bool(_IS_JSON.match(text)))


def _all_texts(converter: Converter, data: bytes) -> Iterator[str]:
    """The texts of all matches. Raises NotationError where one of them is not converted."""
    for text in converter.texts(data, NO_HINTS):
        if isinstance(text, NotationError):
            raise text
        yield text.text


def _record(text: str, first_line: int, is_json: bool) -> Record:
    try:
        return json_form.parse_json(text, first_line) if is_json else ppn.parse(text, first_line)
    except NotationError as error:
        better = foreign.explained(error, text, first_line)
        if better is error:
            raise
        raise better from None


def parse_file(data: str | bytes, hints: Hints = NO_HINTS) -> Iterator[Record | NotationError]:
    """The record of every match of a file in order, or the NotationError of one that cannot be read."""
    return (record for _, record in read_file(data, hints))


def read_file(data: str | bytes, hints: Hints = NO_HINTS) -> Iterator[tuple[Source | None, Record | NotationError]]:
    """The own text and the record of every match of a file; without a text the error of the file, which ends it."""
    rounds = 0
    try:
        for source in split(data, hints):
            record = read(source)
            rounds += 0 if isinstance(record, NotationError) else len(record.rounds)
            require_rounds(rounds, source)
            yield source, record
    except NotationError as error:
        raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
        error.sha256 = sha256(raw).hexdigest()
        yield None, error


def require_rounds(rounds: int, source: Source) -> None:
    """Raise NotationError where the matches of a file up to this one have too many rounds together."""
    if rounds > limits.FILE_ROUNDS:
        raise too_large(source.first_line, 1, TEXTS("rounds-a-file"), limits.FILE_ROUNDS, rounds)


def read(source: Source) -> Record | NotationError:
    """The record of a match, or its NotationError."""
    if source.error is not None:
        return source.error
    try:
        return _record(source.text, source.first_line, source.form == JSON)
    except NotationError as error:
        error.sha256 = sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()
        return error


def _decoded(data: str | bytes) -> str:
    """The text of a file, which may have a BOM and CRLF."""
    if isinstance(data, bytes):
        text = _utf_8(data)
    elif len(data) > limits.FILE_BYTES // 4 and len(data.encode("utf-8", "surrogatepass")) > limits.FILE_BYTES:
        raise too_large(1, 1, TEXTS("bytes-a-file"), limits.FILE_BYTES, len(data))
    else:
        text = data.removeprefix("\ufeff")
    return _lines(text)


def _lines(text: str) -> str:
    """The text with uniform line endings."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _utf_8(data: bytes) -> str:
    if len(data) > limits.FILE_BYTES:
        raise too_large(1, 1, TEXTS("bytes-a-file"), limits.FILE_BYTES, len(data))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        read = _lines(error.object[: error.start].decode())  # of the error's own bytes: the BOM is not among them
        raise foreign.undecodable(error.object, error.start, *place(read, len(read), 1)) from None


def openings(text: str, start: int, end: int) -> Iterator[int]:
    """The indices between two indices of lines that begin with ``[PPN``. ``start`` is the beginning of a line."""
    line = start
    while (at := text.find(_OPENS, line, end)) >= 0:
        opening = text.rfind("\n", line, at) + 1 or line
        if _MATCH.match(text, opening):
            yield opening
        line = text.find("\n", at, end) + 1  # no other of this line opens it
        if not line:
            return


def _ppn(text: str) -> Iterator[Source]:
    if text.startswith(_OPENS) and text.find(_OPENS, 1) < 0:  # as most texts are that hold one match
        yield Source(text, 1, PPN)
        return
    starts = list(openings(text, 0, len(text)))
    if not starts or not _COMMENTS.fullmatch(text, 0, starts[0]):
        starts.insert(0, 0)
    starts[0] = 0
    line, last = 1, 0
    for start in _starts(text, starts):
        if start > last:
            yield Source(text[last:start], line, PPN)
            line += text.count("\n", last, start)
            last = start
    yield Source(text[last:], line, PPN)


def _starts(text: str, starts: list[int]) -> Iterator[int]:
    """The indices at which matches begin: at every ``[PPN`` that opens a line or follows on one, outside of comments and
    values."""
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield start
        if text.count("[PPN", start, end) > 1 or not _MATCH.match(text, start):
            yield from _inside(text, start, end)


def _inside(text: str, start: int, end: int) -> Iterator[int]:
    """The indices of ``[PPN`` between two indices, outside of comments and values; an unclosed comment counts as none."""
    at, closed = start, text.rfind("}", start, end)
    first = _after_gap(_COMMENTS, text, start)
    while found := _ATOM.search(text, at, end):
        at = found.end()
        if found[0] == "[PPN" and found.start() > first:
            yield found.start()
        elif found[0] == "{" and at <= closed:
            at = text.find("}", at) + 1


def _json(text: str) -> Iterator[Source]:
    """The entries of a JSON array, or one object after another. After a broken entry it continues with the next that begins a
    match.

    A broken one may have been read to the end of the text, and the next again: where that went on too often, the rest is one.
    Another format's document is one, however many entries it has.
    """
    if is_foreign(text):
        yield Source(text, 1, JSON)
        return
    decoder = json.JSONDecoder()
    heavy = json_form.too_heavy(text, 1) is not None
    left = _AGAIN * len(text)
    at, line, last = _after_gap(_SPACE, text, 0), 1, 0
    array = text[at] == "["
    between, close = (_COMMAS, "]") if array else (_SPACE, "")
    at = _after_gap(between, text, at + array)
    while at < len(text) and text[at] != close:
        line, last = line + text.count("\n", last, at), at
        try:
            end = _end_of_heavy(text, at) if heavy else None
            at = end or decoder.raw_decode(text, at)[1]
        except (ValueError, RecursionError) as error:
            left -= getattr(error, "pos", len(text)) - at
            found = _OBJECT.search(text, at + 1) if left > 0 else None
            at = found.start() if found else len(text)
        yield Source(text[last:at].rstrip(", \n"), line, JSON)
        at = _after_gap(between, text, at)
    rest = _after_gap(_SPACE, text, at + array)
    if rest < len(text) or (array and at == len(text)):
        yield Source(text[rest:], line + text.count("\n", last, rest), JSON)


def _end_of_heavy(text: str, start: int) -> int | None:
    """The end of an entry that is not decoded, for it has more than a match may have; None where it has not, or never ends."""
    depth, objects, at = 0, 0, start
    while found := _BRACKET.match(text, at):
        at = found.end()
        if found[1] in "{[":
            depth += 1
            objects += 1
        else:
            depth -= 1
        if depth <= 0:
            entry = text[start:at]
            return at if objects and json_form.too_heavy(entry, 1) else None
        if objects > limits.JSON_OBJECTS:
            return _end_of_entry(text, at, depth)
    return None


def _end_of_entry(text: str, at: int, depth: int) -> int:
    """The end of the entry in which this index is, so many brackets deep."""
    while depth > 0 and (found := _BRACKET.match(text, at)):
        at = found.end()
        depth += 1 if found[1] in "{[" else -1
    return len(text) if depth > 0 else at


def is_foreign(text: str) -> bool:
    """Whether a JSON text that does not begin as a match is one of another format."""
    return not _BEGINS_MATCH.match(text) and foreign.recognized(text) is not None


def _after_gap(gap: re.Pattern[str], text: str, at: int) -> int:
    """The index after the text between two entries that may stand here."""
    found = gap.match(text, at)
    return found.end() if found else at
