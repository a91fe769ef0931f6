"""The Merkle tree of a log (RFC 9162, section 2.1): its root, proofs that an entry is in it or that it only grew, their check.

Trees are computed from complete subtrees: ``node(level, index)`` gives the hash over the ``2 ** level`` leaves from leaf
``index * 2 ** level`` on. Who stores these hashes has every root and every proof in a number of steps that grows with the
logarithm of the tree's size.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

Node = Callable[[int, int], bytes]

HASH = 32
"""Bytes of a hash."""
EMPTY = hashlib.sha256(b"").digest()
"""The root of the tree without leaves."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node with these two below it. It begins with another byte than a leaf's: neither can stand for the other."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def subtree(hashes: Sequence[bytes]) -> bytes:
    """The hash of the complete subtree above so many nodes of one level; their number is a power of two."""
    row = list(hashes)
    while len(row) > 1:
        row = [node_hash(row[at], row[at + 1]) for at in range(0, len(row), 2)]
    return row[0]


def root(size: int, node: Node) -> bytes:
    """The root of the tree of the first ``size`` leaves."""
    return _root(0, size, node) if size else EMPTY


def inclusion_path(index: int, size: int, node: Node) -> list[bytes]:
    """The proof that a leaf, counted from 0, is in the tree of the first ``size`` leaves. Raises ValueError where it is not."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not among {size}")
    return _path(index, 0, size, node)


def consistency_path(first: int, second: int, node: Node) -> list[bytes]:
    """The proof that the tree of ``first`` leaves is the beginning of that of ``second``. Raises ValueError where the second is
    the smaller one."""
    if not 0 <= first <= second:
        raise ValueError(f"a tree of {first} leaves is not the beginning of one of {second}")
    return _consistency(first, 0, second, node, True) if 0 < first < second else []


def includes(leaf: bytes, index: int, size: int, path: Sequence[bytes], root_hash: bytes) -> bool:
    """Whether a proof shows that the leaf with this hash is in the tree (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for beside in path:
        if not last:
            return False
        if place & 1 or place == last:
            found = node_hash(beside, found)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, beside)
        place, last = place >> 1, last >> 1
    return not last and found == root_hash


def consistent(first: int, second: int, first_root: bytes, second_root: bytes, path: Sequence[bytes]) -> bool:
    """Whether a proof shows that the first tree is the beginning of the second (RFC 9162, 2.1.4.2)."""
    if not 0 <= first <= second:
        return False
    if first == second:
        return not path and first_root == second_root
    if not first:
        return not path and first_root == EMPTY
    hashes = list(path) if first & (first - 1) else [first_root, *path]
    if not hashes:
        return False
    place, last = first - 1, second - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    earlier = later = hashes[0]
    for beside in hashes[1:]:
        if not last:
            return False
        if place & 1 or place == last:
            earlier, later = node_hash(beside, earlier), node_hash(beside, later)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            later = node_hash(later, beside)
        place, last = place >> 1, last >> 1
    return not last and earlier == first_root and later == second_root


def _split(size: int) -> int:
    """The largest power of two below ``size``: so many leaves are left of a tree's root."""
    return 1 << (size - 1).bit_length() - 1


def _root(start: int, end: int, node: Node) -> bytes:
    size = end - start
    if not size & (size - 1):
        level = size.bit_length() - 1
        return node(level, start >> level)
    middle = start + _split(size)
    return node_hash(_root(start, middle, node), _root(middle, end, node))


def _path(index: int, start: int, end: int, node: Node) -> list[bytes]:
    if end - start == 1:
        return []
    middle = start + _split(end - start)
    if index < middle:
        return [*_path(index, start, middle, node), _root(middle, end, node)]
    return [*_path(index, middle, end, node), _root(start, middle, node)]


def _consistency(first: int, start: int, end: int, node: Node, whole: bool) -> list[bytes]:
    """The proof for the leaves from ``start`` to ``end``, of which the first tree has those before ``first``. ``whole``: its root
    is known to who checks."""
    if first == end:
        return [] if whole else [_root(start, end, node)]
    middle = start + _split(end - start)
    if first <= middle:
        return [*_consistency(first, start, middle, node, whole), _root(middle, end, node)]
    return [*_consistency(first, middle, end, node, False), _root(start, middle, node)]
