"""Splits a file into matches while it is read: one or two matches are held in memory, however many the file has.

The matches are those that ``split`` finds in the whole text: what stands before a ``[PPN`` that opens a line never depends
on what comes after it.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterator

from referee.notation import foreign, limits
from referee.notation.converters import HEAD, NO_HINTS, Hints, converter_of
from referee.notation.errors import TEXTS, NotationError, too_large
from referee.notation.split import (
    _COMMENTS,
    _IS_JSON,
    _OPENS,
    JSON,
    Source,
    _json,
    _ppn,
    converted,
    is_foreign,
    openings,
)

Read = Callable[[int], bytes]
"""Gives the next bytes, at most as many as asked for; none at the end."""

BLOCK = 64 * 1024
ENOUGH = 64
"""Characters by which JSON is told from PPN."""


def split_stream(
    read: Read, *, lines: bool = False, most: int = limits.FILE_BYTES, block: int = BLOCK, hints: Hints = NO_HINTS
) -> Iterator[Source]:
    """The matches of a file, each with its own text. ``lines``: the file is JSON, one match a line. ``hints`` say what a file
    that is converted does not.

    A JSON document that is no such file is read whole, and so is a file that is converted. Raises NotationError, after the
    matches before it, where the file stops to be UTF-8 text, where a match has more than ``most`` characters, where a whole
    document is too large, and where there are more matches than a stream may have.
    """
    for number, source in enumerate(_sources(read, lines, most, block, hints), 1):
        if number > limits.STREAM_MATCHES:
            raise too_large(source.first_line, 1, TEXTS("matches-a-file"), limits.STREAM_MATCHES, number)
        yield source


def _sources(read: Read, lines: bool, most: int, block: int, hints: Hints) -> Iterator[Source]:
    begun = _begun(read, block)
    converter = converter_of(begun)
    if converter is not None:
        yield from converted(converter, begun + _rest(read, block), hints)
        return
    texts = _texts(_again(begun, read), block)
    head = ""
    try:
        for text in texts:
            head += text
            if len(head.lstrip()) >= ENOUGH or len(head) > most:
                break
    except NotationError as error:
        texts = _raising(error)
    if (lines or _is_lines(head)) and is_foreign(head):
        yield Source(_up_to(most, head, texts), 1, JSON)
    elif lines or _is_lines(head):
        yield from _by_line(head, texts, most)
    elif _IS_JSON.match(head):
        yield from _document(head, texts)
    else:
        yield from _by_match(head, texts, most)


def _begun(read: Read, block: int) -> bytes:
    """The beginning of a file by which it is recognized; of one that begins a match no more than shows it."""
    begun = read(block)
    while not begun.startswith(_OPENS.encode()) and len(begun) < HEAD and (data := read(block)):
        begun += data
    return begun


def _rest(read: Read, block: int) -> bytes:
    """The rest of a file that is converted, no more than shows that it is too large."""
    pieces, size = [], 0
    while size <= limits.FILE_BYTES and (data := read(block)):
        pieces.append(data)
        size += len(data)
    return b"".join(pieces)


def _again(begun: bytes, read: Read) -> Read:
    """A file of which the beginning was read already."""
    file = io.BytesIO(begun)
    return lambda most: file.read(most) or read(most)


def _up_to(most: int, head: str, texts: Iterator[str]) -> str:
    """The text of a file, of a long one the beginning."""
    for text in texts:
        if len(head) >= most:
            break
        head += text
    return head[:most]


def _raising(error: NotationError) -> Iterator[str]:
    """A stream of texts that only raises this error; it is placed after the text before the error."""
    raise error
    yield ""


def _is_lines(head: str) -> bool:
    """Whether the first line that is not blank is a whole JSON object."""
    line, end, _ = head.lstrip().partition("\n")
    return bool(end and _IS_JSON.match(line) and line.startswith("{") and line.rstrip().endswith("}"))


def _texts(read: Read, block: int) -> Iterator[str]:
    """The text of a file, piece by piece, which may have a BOM and CRLF."""
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    newlines = io.IncrementalNewlineDecoder(None, True)
    line, column, first = 1, 1, True
    while True:
        data = read(block)
        try:
            text = newlines.decode(decoder.decode(data, not data), not data)
        except UnicodeDecodeError as error:
            before = newlines.decode(error.object[: error.start].decode("utf-8"), True)
            line, column = _after(before, line, column)
            yield before
            raise foreign.undecodable(error.object, error.start, line, column, first) from None
        line, column = _after(text, line, column)
        yield text
        first = False
        if not data:
            return


def _after(text: str, line: int, column: int) -> tuple[int, int]:
    """The line and column after a text that starts at this place."""
    if "\n" not in text:
        return line, column + len(text)
    return line + text.count("\n"), len(text) - text.rfind("\n")


def _by_match(buffer: str, texts: Iterator[str], most: int) -> Iterator[Source]:
    line, searched, opening = 1, 0, True
    while True:
        whole_lines = buffer.rfind("\n") + 1
        last = 0
        for opening_line in openings(buffer, searched, whole_lines):
            last = opening_line
        searched = max(searched, whole_lines)
        # Comments before the first match belong to it.
        if last and not (opening and _COMMENTS.fullmatch(buffer, 0, last)):
            yield from _numbered(buffer[:last], line)
            line += buffer.count("\n", 0, last)
            buffer, searched, opening = buffer[last:], searched - last, False
        if len(buffer) > most:
            raise too_large(line, 1, TEXTS("characters-a-match"), most, len(buffer))
        text = next(texts, None)
        if text is None:
            break
        buffer += text
    yield from _numbered(buffer, line)


def _numbered(text: str, line: int) -> Iterator[Source]:
    for source in _ppn(text):
        yield source._replace(first_line=source.first_line + line - 1)


def _by_line(buffer: str, texts: Iterator[str], most: int) -> Iterator[Source]:
    number = 1
    while True:
        *whole, buffer = buffer.split("\n")
        for line in whole:
            yield from _one_line(line, number, most)
            number += 1
        if len(buffer) > most:
            raise too_large(number, 1, TEXTS("characters-a-match"), most, len(buffer))
        text = next(texts, None)
        if text is None:
            break
        buffer += text
    yield from _one_line(buffer, number, most)


def _one_line(line: str, number: int, most: int) -> Iterator[Source]:
    if len(line) > most:
        raise too_large(number, 1, TEXTS("characters-a-match"), most, len(line))
    if line.strip("\ufeff \t"):
        yield Source(line.strip("\ufeff \t"), number, JSON)


def _document(head: str, texts: Iterator[str]) -> Iterator[Source]:
    parts, size = [head], len(head)
    for text in texts:
        parts.append(text)
        size += len(text)
        if size > limits.FILE_BYTES:
            raise too_large(1, 1, TEXTS("bytes-a-file"), limits.FILE_BYTES, size)
    yield from _json("".join(parts))
