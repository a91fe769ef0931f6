"""Signed heads and proofs of inclusion: what is read of them, what is refused, which key has signed."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.results.log import checkpoint, proof, tree
from referee.results.log.checkpoint import Checkpoint
from referee.results.published import signature
from referee.results.published.canonical import Unreadable
from tests.referee.results.evening import OTHER, PRIVATE

HERE, ELSEWHERE = signature.public_of(PRIVATE), signature.public_of(OTHER)
SAID = Checkpoint("log.example.org/referee", 42, bytes(range(32)))
NOTE = checkpoint.sign(SAID, PRIVATE)

# A note of the Go project's package golang.org/x/mod/sumdb/note, from its documentation: text, key, signature.
GO_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
GO_NOTE = (
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n"
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)


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


def test_key_is_announced_and_signs_as_other_implementations_have_it() -> None:
    import base64

    _, digits, key = GO_KEY.split("+")
    public = base64.b64decode(key)[1:]
    assert checkpoint._key_id("PeterNeumann", public).hex() == digits
    text, _, line = GO_NOTE.rpartition("\n\n")
    value = base64.b64decode(line.split(" ")[2])
    assert value[:4].hex() == digits
    assert signature.made_by(public, f"{text}\n".encode(), value[4:])


def test_signature_of_another_text_fails_the_whole_note() -> None:
    for changed in (NOTE.replace("\n42\n", "\n43\n"), NOTE.replace("AAEC", "BAEC")):
        head = checkpoint.read(changed)
        assert checkpoint.announced(head, HERE)
        assert checkpoint.signer_of(head, [HERE]) is None


def test_signatures_of_unknown_keys_are_ignored() -> None:
    """Witnesses add theirs below; a bad one of a known key is another matter."""
    line = checkpoint.sign(SAID, OTHER).splitlines()[-1]
    head = checkpoint.read(f"{NOTE}{line}\n— witness.example.com {line.split(' ')[2]}\n")
    assert len(head.signatures) == 3
    assert checkpoint.signer_of(head, [HERE]) == HERE
    assert checkpoint.signer_of(head, [ELSEWHERE, HERE]) == ELSEWHERE
    forged = checkpoint.sign(SAID._replace(size=41), OTHER).splitlines()[-1]
    assert checkpoint.signer_of(checkpoint.read(f"{NOTE}{forged}\n"), [HERE, ELSEWHERE]) is None


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


@given(st.text(alphabet="a+ \n—1A=", max_size=60))
def test_any_text_is_a_head_or_unreadable(text: str) -> None:
    for note in (text, NOTE + text, text + NOTE):
        with contextlib.suppress(Unreadable):
            assert checkpoint.read(note).note == note
        assert "".join(checkpoint.notes_in(note)).replace("\n", "") == note.replace("\n", "")


def test_notes_one_after_the_other_are_told_apart() -> None:
    second = checkpoint.sign(SAID._replace(size=43), OTHER)
    for between in ("", "\n", "\n\n\n"):
        assert list(checkpoint.notes_in(NOTE + between + second + between)) == [NOTE, second]
    assert list(checkpoint.notes_in("")) == []


def test_name_with_a_space_or_a_plus_is_not_signed() -> None:
    for name in ("", "a b", "a+b", "a\nb", "a\u2028b", "a\x00"):
        with pytest.raises(ValueError, match="no name"):
            checkpoint.sign(SAID._replace(origin=name), PRIVATE)


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


@pytest.mark.parametrize(
    "entry",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        ENTRY.replace(b"event.publish", b"event.publishing"),
        ENTRY.replace(b"[2,", b"[3,"),
        ENTRY.replace(b"[2,", b"[2.0,"),
        ENTRY.replace(rb"\"number\": 1", rb"\"number\": true"),
        ENTRY.replace(rb"\"ab\"", b"7"),
        ENTRY.replace(b', "00"]', b"]"),
    ],
)
def test_entry_of_something_else_is_no_publications(entry: bytes) -> None:
    assert proof.publication_in(proof.read(inclusion(entry))) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("@v1", "@v2"),
        ("extra ", "extra"),
        ("index 1", "index 01"),
        ("index 1", "index -1"),
        ("extra W", "extra "),
        ("\n\n", "\n"),
    ],
)
def test_anything_else_is_no_proof(old: str, new: str) -> None:
    with pytest.raises(Unreadable):
        proof.read(inclusion().replace(old, new, 1))
