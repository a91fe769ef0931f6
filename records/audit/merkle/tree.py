"""The Merkle tree over the audit entries, stored in tiles of 256 hashes, so that roots and proofs read a few rows of a million.

A leaf is the text of an entry that its own hash is computed from. Tiles are added when they are full and never change; what
is younger than the last full tile is read from the entries. Whoever grows the tree adds the same tiles: they follow from the
entries alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max

from records.audit.merkle.models import AuditTile
from records.audit.models import AuditEntry
from records.db.advisory_lock import AdvisoryLock, take
from referee.results.log import tree

BITS = 8
WIDTH = 1 << BITS
"""Hashes of a tile."""
AT_ONCE = 16
"""Tiles that one transaction adds: 4,096 entries, some tenths of a second."""


class Nodes:
    """The hashes of complete subtrees, as ``referee.results.log.tree`` asks for them; tiles that were read are kept."""

    def __init__(self) -> None:
        self._tiles: dict[tuple[int, int], Sequence[bytes]] = {}

    def __call__(self, level: int, index: int) -> bytes:
        """The hash over the ``2 ** level`` entries after the first ``index * 2 ** level``. Raises LookupError where there are not
        so many."""
        above, within = divmod(level, BITS)
        first = index << within
        number, place = divmod(first, WIDTH)
        found = self._tile(above, number)[place : place + (1 << within)]
        if len(found) != 1 << within:
            raise LookupError(f"the tree has no node {index} on level {level}")
        return tree.subtree(found)

    def _tile(self, level: int, number: int) -> Sequence[bytes]:
        key = level, number
        if key not in self._tiles:
            self._tiles[key] = _stored(level, number) or _unfinished(level, number)
        return self._tiles[key]


def size() -> int:
    """How many entries the log has."""
    return AuditEntry.objects.aggregate(last=Max("number"))["last"] or 0


def root(size: int, nodes: Nodes | None = None) -> bytes:
    """The root of the tree of the first ``size`` entries."""
    return tree.root(size, nodes or Nodes())


def grow(seconds: float) -> bool:
    """Add the tiles of all entries, for so many seconds at most; False where the time was not enough: the next call goes on."""
    until = time.monotonic() + seconds
    while _add_tiles():
        if time.monotonic() > until:
            return False
    return True


def lock() -> None:
    """Let nobody else add tiles or sign a head until the open transaction ends."""
    take(AdvisoryLock.AUDIT_TREE)


def follows(tile: AuditTile) -> bool:
    """Whether a stored tile above level 0 follows from those below it."""
    hashes = _roots(tile.level - 1, tile.number)
    return len(hashes) == WIDTH and b"".join(hashes) == bytes(tile.hashes) and tree.subtree(hashes) == bytes(tile.root)


@transaction.atomic
def _add_tiles() -> bool:
    """Add the next tiles; False where no more are full."""
    if size() < (_next_number(0) + 1) * WIDTH:
        return False
    lock()
    start = _next_number(0)
    entries = AuditEntry.objects.filter(number__gt=start * WIDTH, number__lte=(start + AT_ONCE) * WIDTH).order_by("number")
    leaves = _leaves(entries.iterator(WIDTH))
    for place in range(0, len(leaves) - WIDTH + 1, WIDTH):
        _add(0, start + place // WIDTH, leaves[place : place + WIDTH])
    return len(leaves) >= WIDTH


def _add(level: int, number: int, hashes: Sequence[bytes]) -> None:
    """Add a full tile, and the one above it where that is full now."""
    AuditTile.objects.create(level=level, number=number, root=tree.subtree(hashes), hashes=b"".join(hashes))
    above, place = divmod(number, WIDTH)
    if place == WIDTH - 1:
        _add(level + 1, above, _roots(level, above))


def _next_number(level: int) -> int:
    last: int | None = AuditTile.objects.filter(level=level).aggregate(last=Max("number"))["last"]
    return 0 if last is None else last + 1


def _stored(level: int, number: int) -> Sequence[bytes]:
    """The hashes of a tile that is stored; none where it is not."""
    found = AuditTile.objects.filter(level=level, number=number).values_list("hashes", flat=True).first()
    hashes = bytes(found or b"")
    return [hashes[at : at + tree.HASH] for at in range(0, len(hashes), tree.HASH)]


def _unfinished(level: int, number: int) -> Sequence[bytes]:
    """The hashes of a tile by what is below it, as many as there are."""
    if level:
        return _roots(level - 1, number)
    first = number * WIDTH
    return _leaves(AuditEntry.objects.filter(number__gt=first, number__lte=first + WIDTH).order_by("number"))


def _roots(level: int, above: int) -> Sequence[bytes]:
    """The roots of the tiles of a level that one tile above them holds."""
    first = above * WIDTH
    below = AuditTile.objects.filter(level=level, number__gte=first, number__lt=first + WIDTH).order_by("number")
    return [bytes(one) for one in below.values_list("root", flat=True)]


def _leaves(entries: Iterable[AuditEntry]) -> Sequence[bytes]:
    return [tree.leaf_hash(entry.text()) for entry in entries]
