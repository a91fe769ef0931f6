"""Whether the log's tree and its signed heads are those of the entries as they are now."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from records.audit.checks import Check, register
from records.audit.merkle import tree
from records.audit.merkle.models import AuditTile, LogHead
from records.audit.models import AuditEntry
from referee.results.log import checkpoint
from referee.results.log import tree as merkle
from referee.results.published import signature
from referee.results.published.canonical import Unreadable

PAGE = 200


@register
class TreeCheck(Check):
    """Builds the tree anew while the entries are read, and compares its tiles, and its root at the size of every head."""

    part, unit, whole_log = "tree", "signed heads, each of the entries that it covers", True

    def __init__(self) -> None:
        super().__init__()
        self._complete: list[bytes] = []
        """The roots of the complete subtrees that the entries read so far consist of, the largest first."""
        self._row: list[bytes] = []
        self._size = 0
        self._heads = _by_size()
        self._next_size, self._next_heads = next(self._heads, (0, []))
        self._tiles = AuditTile.objects.filter(level=0).order_by("number").iterator(PAGE)
        self._next_tile = next(self._tiles, None)

    def read(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        leaf = merkle.leaf_hash(entry.text())
        self._size += 1
        self._row.append(leaf)
        self._complete.append(leaf)
        for _ in range((self._size & -self._size).bit_length() - 1):
            right = self._complete.pop()
            self._complete.append(merkle.node_hash(self._complete.pop(), right))
        if len(self._row) == tree.WIDTH:
            self._compare_tile()
            self._row = []
        if self._size == self._next_size:
            self._compare_heads()

    def finish(self) -> None:
        while self._next_size:
            for head in self._next_heads:
                self.fault(f"a head of {head.size} entries was signed, and there are {self._size}: the end was cut off")
            self._next_size, self._next_heads = next(self._heads, (0, []))
        if self._next_tile is not None:
            self.fault(f"the tree has a tile {self._next_tile.number} of entries that are not there")
        upper = AuditTile.objects.filter(level__gt=0).order_by("level", "number")
        for tile in upper.iterator(PAGE):
            if not tree.follows(tile):
                self.fault(f"tile {tile.number} on level {tile.level} does not follow from those below it")
        newest = LogHead.objects.order_by("-size").values_list("size", flat=True).first() or 0
        self.uncovered = max(0, self._size - newest)

    def _compare_tile(self) -> None:
        tile, number = self._next_tile, self._size // tree.WIDTH - 1
        if tile is None or tile.number > number:
            return  # not taken in yet
        if bytes(tile.hashes) != b"".join(self._row) or bytes(tile.root) != merkle.subtree(self._row):
            self.fault(f"entries {number * tree.WIDTH + 1} to {self._size} are not those that were taken into the tree")
        self._next_tile = next(self._tiles, None)

    def _compare_heads(self) -> None:
        root = self._complete[-1]
        for left in self._complete[-2::-1]:
            root = merkle.node_hash(left, root)
        for head in self._next_heads:
            if head.root != root.hex():
                self.fault(
                    f"the first {head.size} entries are not those that the head of {head.at:%Y-%m-%d %H:%M} was signed for"
                )
            elif not _signed(head):
                self.fault(f"the head of {head.size} entries is not the one that its key signed")
            else:
                self.checked += 1
        self._next_size, self._next_heads = next(self._heads, (0, []))


def _by_size() -> Iterator[tuple[int, list[LogHead]]]:
    heads = LogHead.objects.filter(size__gt=0).order_by("size", "pk").iterator(PAGE)
    return ((size, list(some)) for size, some in groupby(heads, lambda head: head.size))


def _signed(head: LogHead) -> bool:
    """Whether the note is signed by the key that stands beside it, and says what stands beside it."""
    try:
        note, public = checkpoint.read(head.note), signature.read_pem(head.key)
    except Unreadable:
        return False
    said = head.origin, head.size, bytes.fromhex(head.root)
    return note.checkpoint == said and checkpoint.signer_of(note, [public]) is not None
