"""Proofs that an entry is in a log, as files (c2sp.org/tlog-proof): the entry, its place, the way to the root, a signed head.

The entry is the text that was hashed when it was written, in the line ``extra``: it is not believed, its hash has to lead to the
root. An entry is a JSON list: its number, when, by whom (account, name), what was done, to what, details (JSON), the id of the
request, and the hash of the entry before.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.results.log import checkpoint, tree
from referee.results.published.canonical import Unreadable

FIRST_LINE = "c2sp.org/tlog-proof@v1"
ENDING = "tlog-proof"
"""How the name of such a file ends."""
MOST_BYTES = 256 << 10
"""The largest proof that is read; the entry of a publication has some 500 bytes."""
PUBLISHED = "event.publish"
"""What the entry of a publication says was done."""
_INDEX = re.compile(r"index (0|[1-9][0-9]{0,17})")
_FIELDS = 9


class Inclusion(NamedTuple):
    """A proof of inclusion. ``leaf`` is its place, counted from 0; ``entry`` is what it was hashed from."""

    entry: bytes
    leaf: int
    path: tuple[bytes, ...]
    head: checkpoint.Head

    @property
    def holds(self) -> bool:
        """Whether it leads from the entry to the root that the head says. Who signed the head is another question."""
        said = self.head.checkpoint
        return tree.includes(tree.leaf_hash(self.entry), self.leaf, said.size, self.path, said.root)


class PublicationEntry(NamedTuple):
    """What the entry of a publication says: its event, its number there, the hash of its document, and the entry's own number."""

    event: str
    number: int
    hash: str
    entry: int


def written(entry: bytes, index: int, path: Sequence[bytes], note: str) -> str:
    """The proof as a file."""
    lines = [FIRST_LINE, f"extra {base64.b64encode(entry).decode()}", f"index {index}"]
    return "\n".join([*lines, *(base64.b64encode(one).decode() for one in path), "", note])


def is_proof(text: str) -> bool:
    """Whether a text begins like such a file."""
    return text.startswith(f"{FIRST_LINE}\n")


def read(text: str) -> Inclusion:
    """A proof from its file. Raises Unreadable."""
    above, empty, note = text.partition("\n\n")
    first, *lines = above.split("\n")
    if not empty or first != FIRST_LINE or len(text) > MOST_BYTES or len(lines) < 2 or not lines[0].startswith("extra "):
        raise _no_proof()
    index = _INDEX.fullmatch(lines[1])
    if index is None:
        raise _no_proof()
    try:
        entry = base64.b64decode(lines[0].removeprefix("extra "), validate=True)
    except (binascii.Error, ValueError) as error:
        raise _no_proof() from error
    path = tuple(checkpoint.hash_of(line) for line in lines[2:])
    return Inclusion(entry, int(index[1]), path, checkpoint.read(note))


def publication_in(inclusion: Inclusion) -> PublicationEntry | None:
    """What the entry says of a publication; None where it is the entry of something else."""
    try:
        said: Any = json.loads(inclusion.entry)
        number, _, _, _, action, target, details, *_ = said
        told: Any = json.loads(details)
        event, found = str(target).removeprefix("event:"), (told["number"], told["hash"])
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    whole = [number, found[0]]
    if len(said) != _FIELDS or action != PUBLISHED or not isinstance(found[1], str) or {type(one) for one in whole} != {int}:
        return None
    return PublicationEntry(event, found[0], found[1], number) if number == inclusion.leaf + 1 else None


def _no_proof() -> Unreadable:
    return Unreadable("這不是紀錄的收錄證明。", "This is no proof that an entry is in a log.")
