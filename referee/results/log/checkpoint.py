"""Signed heads of a log, as C2SP's checkpoints (c2sp.org/tlog-checkpoint) in signed notes (c2sp.org/signed-note).

A head says how many entries a log has and what the root of their Merkle tree is. The text is the log's name, the size and the
root, a line each; then come an empty line and the lines of signatures, each by a key that its name and four bytes announce.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.results.log import tree
from referee.results.published import signature
from referee.results.published.canonical import Unreadable
from referee.results.published.form import MOST_HEAD

MOST_BYTES = MOST_HEAD
"""The largest note that is read: some 100 signatures."""
_ED25519 = b"\x01"
_MARK = "— "
_SIZE = re.compile(r"0|[1-9][0-9]{0,17}")
_NAME = re.compile(r"[^\s+]{1,200}")
_SIGNATURE = re.compile(r"— (\S{1,200}) ([A-Za-z0-9+/=]{1,10000})")


class Checkpoint(NamedTuple):
    """What a head says: the log's name, the number of its entries, the root of their tree."""

    origin: str
    size: int
    root: bytes


class Signature(NamedTuple):
    """One signature of a note: the key's name, the four bytes that announce the key, and the signature itself."""

    name: str
    key_id: bytes
    value: bytes


class Head(NamedTuple):
    """A signed head as it was read. Nothing is known of its signatures before ``signer_of`` was asked."""

    checkpoint: Checkpoint
    text: str
    signatures: tuple[Signature, ...]
    note: str


def is_origin(name: str) -> bool:
    """Whether a log may have this name: no spaces, no plus sign, nothing that does not print."""
    return name.isprintable() and _NAME.fullmatch(name) is not None


def sign(checkpoint: Checkpoint, private: bytes) -> str:
    """The note of a head, signed by a private key (PEM). Raises ValueError for a name that is none, or a key that is none."""
    if not is_origin(checkpoint.origin):
        raise ValueError(f"{checkpoint.origin!r} is no name of a log")
    text = f"{checkpoint.origin}\n{checkpoint.size}\n{base64.b64encode(checkpoint.root).decode()}\n"
    public = signature.public_of(private)
    value = _key_id(checkpoint.origin, public) + signature.sign_bytes(private, text.encode())
    return f"{text}\n{_MARK}{checkpoint.origin} {base64.b64encode(value).decode()}\n"


def read(note: str) -> Head:
    """A head from its note. Raises Unreadable for anything else."""
    text, empty, signed = note.rpartition("\n\n")
    text += "\n"
    lines = signed.removesuffix("\n").split("\n")
    found = [_SIGNATURE.fullmatch(line) for line in lines]
    if not empty or len(note) > MOST_BYTES or not signed.endswith("\n") or None in found or not _plain(note):
        raise _no_head()
    signatures = tuple(_signature(one[1], one[2]) for one in found if one)
    return Head(_checkpoint(text), text, signatures, note)


def notes_in(text: str) -> Iterator[str]:
    """The notes of a text that holds one after the other, with or without empty lines between."""
    lines: list[str] = []
    signed = False
    for line in text.removesuffix("\n").split("\n"):
        if signed and not line.startswith(_MARK):
            yield "\n".join(lines) + "\n"
            lines, signed = [], False
        if line or lines:
            lines.append(line)
        signed = signed or line.startswith(_MARK)
    if lines:
        yield "\n".join(lines) + "\n"


def announced(head: Head, public: bytes) -> bool:
    """Whether a signature of the head is said to be by this key."""
    name, key_id = head.checkpoint.origin, _key_id(head.checkpoint.origin, public)
    return any((one.name, one.key_id) == (name, key_id) for one in head.signatures)


def signer_of(head: Head, keys: Iterable[bytes]) -> bytes | None:
    """The first of these public keys that has signed a head; None where none has, or a signature said to be by one of them is
    not: then the whole note is worth nothing."""
    signer = None
    for public in keys:
        key_id = _key_id(head.checkpoint.origin, public)
        for one in head.signatures:
            if (one.name, one.key_id) != (head.checkpoint.origin, key_id):
                continue
            if not signature.made_by(public, head.text.encode(), one.value):
                return None
            signer = signer or public
    return signer


def _key_id(name: str, public: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + _ED25519 + public).digest()[:4]


def _checkpoint(text: str) -> Checkpoint:
    """What the text of a note says; lines after the third are of extensions and may say anything."""
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < 3 or "" in lines or not is_origin(lines[0]) or not _SIZE.fullmatch(lines[1]):
        raise _no_head()
    return Checkpoint(lines[0], int(lines[1]), hash_of(lines[2]))


def hash_of(text: str) -> bytes:
    """A hash that is written in base64. Raises Unreadable."""
    found = _decoded(text)
    if len(found) != tree.HASH:
        raise _no_head()
    return found


def _signature(name: str, text: str) -> Signature:
    found = _decoded(text)
    if len(found) <= 4 or not is_origin(name):
        raise _no_head()
    return Signature(name, found[:4], found[4:])


def _decoded(text: str) -> bytes:
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise _no_head() from error
    if base64.b64encode(found).decode() != text:
        raise _no_head()
    return found


def _plain(note: str) -> bool:
    return all(character == "\n" or character >= " " for character in note)


def _no_head() -> Unreadable:
    return Unreadable("這不是紀錄的簽署樹首。", "This is no signed head of a log.")
