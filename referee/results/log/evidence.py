"""What somebody has of a log: kept heads, keys, proofs, publications; read from files, whoever they came from.

Nothing here is believed. ``verification.history`` says what of it holds together.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.results.log import checkpoint, proof
from referee.results.log.checkpoint import Head
from referee.results.log.proof import Inclusion
from referee.results.published import signature
from referee.results.published.canonical import Unreadable

MOST_BYTES = 64 << 20
"""The largest file of heads that is read: some 60,000 heads."""


class Sighting(NamedTuple):
    """A head, and where it was seen: ``live`` where the log itself shows it as its latest one."""

    name: str
    head: Head
    live: bool


class Consistency(NamedTuple):
    """A proof that the tree of the first size is the beginning of that of the second."""

    first: int
    second: int
    path: tuple[bytes, ...]


class Published(NamedTuple):
    """A publication whose place in the log is asked for, and the head that it holds, if it does."""

    name: str
    event: str
    number: int
    hash: str
    head: Head | None


@dataclass(slots=True)
class Evidence:
    """All that is at hand. ``keys``: public keys by their fingerprint; ``newest``: by a publication's hash the number of the
    latest one of its event, as the log says; ``pending``: hashes that the log knows and no head covers yet; ``refused``: what it
    does not know or will not prove, by hash or sizes."""

    sightings: list[Sighting] = field(default_factory=list)
    keys: dict[str, bytes] = field(default_factory=dict)
    consistency: list[Consistency] = field(default_factory=list)
    inclusions: list[tuple[str, Inclusion]] = field(default_factory=list)
    published: list[Published] = field(default_factory=list)
    newest: dict[str, int] = field(default_factory=dict)
    pending: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)

    def add(self, name: str, data: bytes, live: bool = False) -> None:
        """Add what a file holds: a public key, heads, a proof, or what an address of the log answers. Raises Unreadable."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise _unreadable() from error
        if proof.is_proof(text):
            self.add_inclusion(name, proof.read(text))
        elif "-----BEGIN" in text[:64]:
            self.add_key(text)
        elif text.lstrip()[:1] == "{":
            for document in _documents(text):
                self.add_document(name, document, live)
        else:
            notes = list(checkpoint.notes_in(text))
            if not notes:
                raise _unreadable()
            for note in notes:
                self.add_head(name, checkpoint.read(note), live)

    def add_document(self, name: str, document: Mapping[str, Any], live: bool = False) -> None:
        """Add what an address of the log answers, as JSON. Raises Unreadable for what is none of its answers."""
        known = 0
        if isinstance(key := document.get("key"), str):
            self.add_key(key)
        if isinstance(note := document.get("head"), str):
            self.add_head(name, checkpoint.read(note), live)
            known += 1
        if isinstance(proofs := document.get("consistency"), list):
            self.consistency += [_consistency(one) for one in proofs]
            known += 1
        if isinstance(digest := document.get("publication"), str):
            self._add_publication(name, digest, document)
            known += 1
        if isinstance(rows := document.get("results"), list):
            for row in rows:
                self.add_document(name, row if isinstance(row, dict) else {})
            known += 1
        if not known:
            raise _unreadable()

    def add_key(self, text: str) -> None:
        """Add a public key (PEM). Raises Unreadable."""
        public = signature.read_pem(text)
        self.keys.setdefault(signature.fingerprint(public), public)

    def add_head(self, name: str, head: Head, live: bool = False) -> None:
        """Add a head that was seen somewhere."""
        self.sightings.append(Sighting(name, head, live))

    def add_inclusion(self, name: str, inclusion: Inclusion) -> None:
        """Add a proof of inclusion, and the head that it leads to."""
        self.inclusions.append((name, inclusion))
        self.add_head(name, inclusion.head)

    def add_published(self, published: Published) -> None:
        """Add a publication, and the head that it holds."""
        self.published.append(published)
        if published.head is not None:
            self.add_head(published.name, published.head)

    def _add_publication(self, name: str, digest: str, document: Mapping[str, Any]) -> None:
        found, newest = document.get("proof"), document.get("newest")
        if isinstance(found, str):
            self.add_inclusion(name, proof.read(found))
        else:
            self.pending.add(digest)
        if isinstance(newest, dict) and type(newest.get("number")) is int:
            self.newest[digest] = newest["number"]


def _documents(text: str) -> Iterator[Mapping[str, Any]]:
    """The JSON objects of a text: one, or one a line."""
    try:
        found: Sequence[Any] = [json.loads(text)]
    except ValueError:
        try:
            found = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError) as error:
            raise _unreadable() from error
    except RecursionError as error:
        raise _unreadable() from error
    for document in found:
        if not isinstance(document, dict):
            raise _unreadable()
        yield document


def _consistency(document: Any) -> Consistency:
    try:
        first, second, path = document["first"], document["second"], document["path"]
    except (TypeError, LookupError) as error:
        raise _unreadable() from error
    if type(first) is not int or type(second) is not int or not isinstance(path, list):
        raise _unreadable()
    return Consistency(first, second, tuple(checkpoint.hash_of(str(one)) for one in path))


def _unreadable() -> Unreadable:
    return Unreadable("這不是紀錄的樹首、證明或回答。", "This is no head, proof or answer of a log.")
