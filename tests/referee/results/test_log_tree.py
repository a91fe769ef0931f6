"""The Merkle tree of a log: roots and proofs beside a slow reading of RFC 9162, and beside published ones."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.results.log import tree

MOST = 40
LEAVES = [tree.leaf_hash(str(number).encode()) for number in range(MOST)]


@cache
def node(level: int, index: int) -> bytes:
    """The hashes of complete subtrees over the leaves."""
    if not level:
        return LEAVES[index]
    return tree.node_hash(node(level - 1, 2 * index), node(level - 1, 2 * index + 1))


@cache
def slow_rows(size: int) -> list[list[bytes]]:
    """The tree row by row: what has no neighbour on its right goes up as it is."""
    rows = [LEAVES[:size]]
    while len(rows[-1]) > 1:
        below = rows[-1]
        pairs = [tree.node_hash(*below[at : at + 2]) for at in range(0, len(below) - 1, 2)]
        rows.append([*pairs, *below[len(pairs) * 2 :]])
    return rows


def slow_root(size: int) -> bytes:
    return slow_rows(size)[-1][0] if size else tree.EMPTY


def slow_path(index: int, size: int) -> list[bytes]:
    """Who stands beside the leaf, and beside what is above it, in each row where there is somebody."""
    beside = [(row, index >> height ^ 1) for height, row in enumerate(slow_rows(size)[:-1])]
    return [row[place] for row, place in beside if place < len(row)]


@pytest.mark.parametrize("size", range(1, MOST + 1))
def test_root_and_every_inclusion_path_are_those_of_the_slow_tree(size: int) -> None:
    root = tree.root(size, node)
    assert root == slow_root(size)
    for index in range(size):
        path = tree.inclusion_path(index, size, node)
        assert path == slow_path(index, size)
        assert tree.includes(LEAVES[index], index, size, path, root)
        assert not tree.includes(tree.leaf_hash(b"another"), index, size, path, root)
        assert not tree.includes(LEAVES[index], index, size, [*path, root], root)


@pytest.mark.parametrize("second", range(1, MOST + 1))
def test_every_consistency_path_shows_its_two_trees_and_no_others(second: int) -> None:
    for first in range(1, second + 1):
        path = tree.consistency_path(first, second, node)
        assert len(path) <= 2 * second.bit_length()
        assert tree.consistent(first, second, slow_root(first), slow_root(second), path)
        assert not tree.consistent(first, second, slow_root(first - 1), slow_root(second), path)
        assert not tree.consistent(first, second, slow_root(first), slow_root(second - 1), path)
        if path:
            assert not tree.consistent(first, second, slow_root(first), slow_root(second), path[:-1])


def test_rfcs_own_examples_have_the_paths_that_it_names() -> None:
    """RFC 9162, section 2.1.5: a tree of seven leaves, d0 to d6, with its nodes named."""
    a, b, c, d, e, f, j = LEAVES[:7]
    g, h, i = (tree.node_hash(*pair) for pair in ((a, b), (c, d), (e, f)))
    k, l_ = tree.node_hash(g, h), tree.node_hash(i, j)
    paths = {0: [b, h, l_], 3: [c, g, l_], 4: [f, j, k], 6: [i, k]}
    assert {index: tree.inclusion_path(index, 7, node) for index in paths} == paths
    assert tree.consistency_path(3, 7, node) == [c, d, g, l_]
    assert tree.consistency_path(4, 7, node) == [l_]
    assert tree.consistency_path(6, 7, node) == [i, j, k]


@given(second=st.integers(2, MOST), data=st.data())
def test_no_other_tree_passes_for_the_beginning(second: int, data: st.DataObject) -> None:
    """Whatever leaf of the beginning was another one, no consistency path of the tree as it is shows it."""
    first = data.draw(st.integers(1, second - 1))
    changed = data.draw(st.integers(0, first - 1))
    leaves = [*LEAVES[:second]]
    leaves[changed] = tree.leaf_hash(b"changed")

    def other(level: int, index: int) -> bytes:
        return tree.subtree(leaves[index << level : (index + 1) << level])

    rewritten = tree.root(second, other)
    for path in (tree.consistency_path(first, second, other), tree.consistency_path(first, second, node)):
        assert not tree.consistent(first, second, slow_root(first), rewritten, path)
