"""Chunks of a results file, cut between matches: a file of thousands is written, hashed and read a few matches at a time.

One after the other the pieces are the file, byte for byte. The first and the last alone are the file without its matches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.core.verdict import JSON
from referee.tournament.published.canonical import canonical, load
from referee.tournament.published.document import ENDING
from referee.tournament.published.form import Document

MATCHES, COMMA = "matches", b","


def chunk_of(entries: Sequence[JSON], first: bool) -> bytes:
    """The chunk of these matches. ``first``: it begins the list of matches."""
    written = canonical(list(entries))[1:-1]
    return written if first else COMMA + written


def entries_in(piece: bytes) -> list[Any]:
    """The matches of a chunk."""
    found: Any = load(b"[" + piece.removeprefix(COMMA) + b"]")
    return list(found)


class Hashing:
    """Hashes a document from the part before its matches, the chunks in order, and the part after them."""

    def __init__(self, document: Document) -> None:
        self._hash = hashlib.sha256(_before(document))

    def add(self, piece: bytes) -> None:
        """Add the next chunk."""
        self._hash.update(piece)

    def end(self, document: Document) -> str:
        """The hash of the whole document. The part before the matches must equal that given at the beginning."""
        self._hash.update(_after(document))
        return self._hash.hexdigest()


def digest(document: Document, pieces: Iterable[bytes]) -> str:
    """The hash of a document with the matches of these chunks."""
    hashing = Hashing(document)
    for piece in pieces:
        hashing.add(piece)
    return hashing.end(document)


def first_and_last(document: Document, hashed: str, signed: Mapping[str, str]) -> tuple[bytes, bytes]:
    """The parts before and after the matches in the file of a document with this hash and signature."""
    seal = canonical({"hash": hashed, "signature": dict(signed)})[1:]
    return b'{"document":' + _before(document), _after(document) + COMMA + seal + ENDING


def without_matches(first: bytes, last: bytes) -> Any:
    """Parse a file from these two parts, without its matches."""
    return load(first + last)


def _before(document: Document) -> bytes:
    return canonical({name: part for name, part in document.items() if name < MATCHES})[:-1] + b',"matches":['


def _after(document: Document) -> bytes:
    return b"]," + canonical({name: part for name, part in document.items() if name > MATCHES})[1:]
