"""Signed heads and proofs of inclusion: what is read of them, what is refused, which key has signed."""

from __future__ import annotations

import json

import pytest

from referee.results.log import checkpoint, proof, tree
from referee.results.log.checkpoint import Checkpoint
from referee.results.published import signature
from referee.results.published.canonical import Unreadable
from tests.referee.results.evening import OTHER, PRIVATE

HERE, ELSEWHERE = signature.public_of(PRIVATE), signature.public_of(OTHER)
SAID = Checkpoint("log.example.org/referee", 42, bytes(range(32)))
NOTE = checkpoint.sign(SAID, PRIVATE)

# A note of the Go project's package golang.org/x/mod/sumdb/note, from its documentation: text, key, signature.


def test_head_is_read_as_it_was_signed() -> None:
    head = checkpoint.read(NOTE)
    assert head.checkpoint == SAID
    assert NOTE.startswith(
        "log.example.org/referee\n42\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n— log.example.org/referee "
    )
    assert checkpoint.signer_of(head, [ELSEWHERE, HERE]) == HERE
    assert checkpoint.signer_of(head, [ELSEWHERE]) is None
    assert checkpoint.announced(head, HERE)
    assert not checkpoint.announced(head, ELSEWHERE)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n\n",
        NOTE[:-1],
        NOTE.replace("\n\n", "\n"),
        NOTE.replace("42", "042"),
        NOTE.replace("42", "-1"),
        NOTE.replace("42", "4" * 19),
        NOTE.replace("AAEC", "AAE"),
        NOTE.replace("AAEC", "A-EC"),
        NOTE.replace("— ", "- "),
        NOTE.replace("log.example.org/referee\n42", "log example\n42"),
        NOTE.replace("log.example.org/referee\n42", "\n42"),
        NOTE.replace("42\n", "42\t\n"),
        NOTE + "— x\n",
        NOTE + "x" * checkpoint.MOST_BYTES,
    ],
)
def test_anything_else_is_no_head(note: str) -> None:
    with pytest.raises(Unreadable):
        checkpoint.read(note)


ENTRY = json.dumps([2, "", "", "", "event.publish", "event:4f0c", json.dumps({"number": 1, "hash": "ab"}), "", "00"]).encode()


def inclusion(entry: bytes = ENTRY, index: int = 1) -> str:
    """The proof file of an entry at the second place of three."""
    leaves = [tree.leaf_hash(one) for one in (b"first", entry, b"third")]
    root = tree.node_hash(tree.node_hash(*leaves[:2]), leaves[2])
    head = checkpoint.sign(Checkpoint("log.example.org/referee", 3, root), PRIVATE)
    return proof.written(entry, index, [leaves[0], leaves[2]], head)


def test_proof_of_inclusion_is_read_as_it_was_written() -> None:
    found = proof.read(inclusion())
    assert found.holds
    assert proof.publication_in(found) == proof.PublicationEntry("4f0c", 1, "ab", 2)
    assert checkpoint.signer_of(found.head, [HERE]) == HERE
    assert inclusion().startswith("c2sp.org/tlog-proof@v1\nextra ")


def test_proof_of_another_entry_or_place_does_not_hold() -> None:
    found = proof.read(inclusion())
    assert not found._replace(entry=ENTRY + b" ").holds
    assert not found._replace(leaf=0).holds
    assert not found._replace(path=found.path[::-1]).holds
