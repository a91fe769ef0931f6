"""Reads a results file one match at a time; only the rest of the file stays in memory.

What is no JSON is told in the words that ``canonical.load`` has for a file read at once. The file must stay as it is, and
open, as long as its matches are asked for.
"""

from __future__ import annotations

import codecs
import json
from array import array
from collections.abc import Sequence
from typing import Any, BinaryIO, NoReturn, overload

from referee.tournament.published.canonical import (
    DECODER,
    Unreadable,
    as_unreadable,
    check_size,
    first_difference,
    load,
    not_utf8,
    once,
    too_deep,
    whole,
)
from referee.tournament.published.chunks import MATCHES, Hashing, chunk_of, first_and_last
from referee.tournament.published.form import Document

CHUNK = 1 << 20
"""How many bytes are read at once."""
NEAR = 64
"""Characters before the end of what was read in which a fault may only mean that there is more."""
SPACE = " \t\n\r"
STREAMED = ("document", MATCHES)
"""Where the list stands whose items are left in the file."""


class Entries(Sequence[Any]):
    """The matches of a file, each parsed when it is accessed."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._starts, self._sizes = file, array("Q"), array("Q")

    def add(self, start: int, size: int) -> None:
        """Add a match: its offset in the file and its size in bytes."""
        self._starts.append(start)
        self._sizes.append(size)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return [self[one] for one in range(len(self))[at]]
        self._file.seek(self._starts[at])
        return load(self._file.read(self._sizes[at]))


def read(file: BinaryIO) -> Any:
    """Read a file without keeping its matches in memory. Raises Unreadable."""
    check_size(file.seek(0, 2))
    _utf8(file)
    file.seek(0)
    return _Reader(file).file()


def written(file: BinaryIO, said: Document) -> tuple[str, int | None]:
    """The hash of the document as read from a file, and the position, counted from 1, of the first byte at which the file
    differs from its canonical form; None if it does not."""
    document, at = said["document"], 0
    hashing, parting = Hashing(document), None
    first, last = first_and_last(document, said["hash"], said["signature"])
    for number in range(-1, len(document[MATCHES]) + 1):
        piece = last if number == len(document[MATCHES]) else first
        if 0 <= number < len(document[MATCHES]):
            hashing.add(piece := chunk_of([document[MATCHES][number]], first=not number))
        file.seek(at)
        if parting is None and (found := file.read(len(piece))) != piece:
            parting = at + first_difference(found, piece)
        at += len(piece)
    return hashing.end(document), at + 1 if parting is None and file.seek(0, 2) > at else parting


def _utf8(file: BinaryIO) -> None:
    """Raises Unreadable if the file is not UTF-8."""
    decoder, done = codecs.getincrementaldecoder("utf-8")(), 0
    file.seek(0)
    while True:
        piece, held = file.read(CHUNK), len(decoder.getstate()[0])
        try:
            decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            raise not_utf8(done - held + error.start) from error
        if not piece:
            return
        done += len(piece)


class _Reader:
    """The text that was read and is still needed, how far it is parsed (``at``), and its offset in the file."""

    def __init__(self, file: BinaryIO) -> None:
        self.source, self.decoder = file, codecs.getincrementaldecoder("utf-8")()
        self.text, self.at = "", 0
        self.line = self.column = 0
        self.bytes = self.counted = 0
        self.deep = False

    def file(self) -> Any:
        """Read the whole file. Raises Unreadable."""
        with as_unreadable():
            try:
                found = self.object((), 0) if self.next() == "{" else self.value(0)
                if self.next():
                    self.fail()
            except json.JSONDecodeError:
                with as_unreadable(self.line, self.column):
                    raise
        if self.deep:
            raise too_deep()
        return found

    def object(self, place: tuple[str, ...], depth: int) -> dict[str, Any]:
        """Read an object that contains the list of matches, value by value."""
        pairs: list[tuple[str, Any]] = []
        self.at += 1
        if self.next() == "}":
            self.at += 1
            return {}
        while True:
            if self.next() != '"':
                self.fail()
            key = self.value(depth)
            if self.next() != ":":
                self.fail()
            self.at += 1
            pairs.append((key, self.member((*place, key), depth + 1)))
            if not self.goes_on("}"):
                return once(pairs)

    def member(self, place: tuple[str, ...], depth: int) -> Any:
        """Read the value of a key."""
        mark = self.next()
        if place == STREAMED and mark == "[":
            return self.entries(depth)
        return self.object(place, depth) if place == STREAMED[:1] and mark == "{" else self.value(depth)

    def entries(self, depth: int) -> Entries:
        """Read each match once, to check that it can be parsed."""
        found = Entries(self.source)
        self.at += 1
        if self.next() == "]":
            self.at += 1
            return found
        while True:
            self.next()
            start = self.offset()
            self.value(depth + 1)
            found.add(start, self.offset() - start)
            if not self.goes_on("]"):
                return found

    def goes_on(self, end: str) -> bool:
        """Whether a comma follows; if not, the list or object must end here."""
        mark = self.next()
        if mark not in (",", end):
            self.fail()
        self.at += 1
        return mark == ","

    def next(self) -> str:
        """The next character that is not white space; empty at the end."""
        while True:
            while self.at < len(self.text):
                if self.text[self.at] not in SPACE:
                    return self.text[self.at]
                self.at += 1
            if not self.more():
                return ""

    def value(self, depth: int) -> Any:
        """The value at this place; the file is read until all of it is there."""
        once_more = True
        while True:
            try:
                value, end = DECODER.raw_decode(self.text, self.at)
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated") or error.pos > len(self.text) - NEAR
                if not (cut and self.more()):
                    raise
            except ValueError:  # of a number that may go on
                if not (once_more and self.more()):
                    raise
                once_more = False
            else:
                if end < len(self.text) or not self.more():
                    break
        self.at = end
        try:
            whole(value, depth)
        except Unreadable:
            self.deep = True  # told once all of it is known to be JSON
        return value

    def offset(self) -> int:
        """The byte offset in the file up to which it is parsed."""
        self.bytes += len(self.text[self.counted : self.at].encode())
        self.counted = self.at
        return self.bytes

    def more(self) -> bool:
        """Read on, as many characters as are held, and drop what is parsed; False at the end of the file."""
        if not (piece := self.source.read(max(CHUNK, len(self.text) - self.at))):
            return False
        self.offset()
        done, self.text = self.text[: self.at], self.text[self.at :]
        self.line += done.count("\n")
        self.column = len(done) - 1 - done.rfind("\n") if "\n" in done else self.column + len(done)
        self.at = self.counted = 0
        self.text += self.decoder.decode(piece)
        return True

    def fail(self) -> NoReturn:
        """The error that something else was expected here."""
        raise json.JSONDecodeError("unexpected", self.text, self.at)
