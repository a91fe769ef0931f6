"""Reading the files named on the command line."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from referee.cli.output.terms import plain, term
from referee.notation import Hints, limits
from referee.notation.converters import seats_told

STANDARD_INPUT = "-"
MOST_BYTES = limits.FILE_BYTES
"""A file's limit by the notation; one byte more is read, so that the reader can find that it is past it."""

PIECE = 1 << 20


class InputError(Exception):
    """Raised where a file named on the command line cannot be read. ``status`` is the exit status."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


def hints_of(chosen: Namespace) -> Hints:
    """What the command line says beside a file. Raises InputError for a seat that is told otherwise than as ``E:NAME``."""
    try:
        return Hints(chosen.game, chosen.rules, seats_told(chosen.seat), tuple(chosen.keep))
    except ValueError:
        raise InputError(term("seat of name", chosen.lang, plain(", ".join(chosen.seat)))) from None


def read(name: str, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file or of standard input, at most one more than ``most``. Raises InputError."""
    try:
        if name == STANDARD_INPUT:
            return sys.stdin.buffer.read(most + 1)
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{name}: {why}") from error


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """A file or standard input as a stream. Raises InputError where it cannot be opened."""
    try:
        return nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else Path(name).open("rb")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{name}: {why}") from error


@contextmanager
def seekable(name: str, most: int) -> Iterator[BinaryIO]:
    """A file that can be read again; for standard input or a pipe a temporary copy of at most one byte more than ``most``. Raises
    InputError.

    Raises InputError where it cannot be read.
    """
    with opened(name) as stream, TemporaryFile() as copy:
        if stream.seekable():
            yield stream
            return
        while piece := stream.read(min(PIECE, most + 1 - copy.tell())):
            copy.write(piece)
        yield copy


def lines() -> Iterator[str]:
    """The lines of standard input that are not blank. Raises InputError at one that is longer than a file may be."""
    while line := sys.stdin.readline(MOST_BYTES + 1):
        if len(line) > MOST_BYTES:
            raise InputError(f"{STANDARD_INPUT}: a line of more than {MOST_BYTES >> 20} MiB")
        if line.strip():
            yield line


def append(name: str, text: str) -> None:
    """Write a text behind what a file has. Raises InputError."""
    try:
        with Path(name).open("a", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"{name}: {why}") from error


def size(name: str) -> int:
    """The size of a file in bytes; 0 where it is not known beforehand."""
    try:
        return 0 if name == STANDARD_INPUT else Path(name).stat().st_size
    except (OSError, ValueError):
        return 0
