"""Chunks of a results file, cut between its matches: a file of thousands is written, hashed and read a few matches at a time.

One after the other the pieces are the file, byte for byte. The first and the last alone are the file without its matches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.results.published.canonical import canonical, load
from referee.results.published.document import ENDING, Document
from referee.verdict import JSON

MATCHES, COMMA = "matches", b","


def chunk_of(entries: Sequence[JSON], first: bool) -> bytes:
    """Write some matches as they stand in the file. ``first``: no match stands before them."""
    written = canonical(list(entries))[1:-1]
    return written if first else COMMA + written


def entries_in(piece: bytes) -> list[Any]:
    """Read the matches of a chunk."""
    found: Any = load(b"[" + piece.removeprefix(COMMA) + b"]")
    return list(found)


class Hashing:
    """Computes the hash of a document from what stands before its matches, its chunks in turn, and what comes after."""

    def __init__(self, document: Document) -> None:
        self._hash = hashlib.sha256(_before(document))

    def add(self, piece: bytes) -> None:
        """Take the next chunk of matches."""
        self._hash.update(piece)

    def end(self, document: Document) -> str:
        """Return the hash of the whole document. What stands before the matches must be what it was at the beginning."""
        self._hash.update(_after(document))
        return self._hash.hexdigest()


def digest(document: Document, pieces: Iterable[bytes]) -> str:
    """The hash of a document whose matches are these chunks."""
    hashing = Hashing(document)
    for piece in pieces:
        hashing.add(piece)
    return hashing.end(document)


def first_and_last(document: Document, hashed: str, signed: Mapping[str, str]) -> tuple[bytes, bytes]:
    """What stands before and after the matches in the file of a document with this hash and signature."""
    seal = canonical({"hash": hashed, "signature": dict(signed)})[1:]
    return b'{"document":' + _before(document), _after(document) + COMMA + seal + ENDING


def without_matches(first: bytes, last: bytes) -> Any:
    """Read the file of these two chunks, its matches left out."""
    return load(first + last)


def _before(document: Document) -> bytes:
    return canonical({name: part for name, part in document.items() if name < MATCHES})[:-1] + b',"matches":['


def _after(document: Document) -> bytes:
    return b"]," + canonical({name: part for name, part in document.items() if name > MATCHES})[1:]
