"""The one form of a document that is hashed: what writes to it, what is read as it, what is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.published.canonical import MOST_DEPTH, Unreadable, canonical, digest, load

TEXT = st.text(st.characters(exclude_categories=()))
PAIRED = st.builds(lambda text: text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass"), TEXT)
"""Any text that JSON can say: a high surrogate before a low one is one character there."""
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | PAIRED,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(PAIRED, inner, max_size=4),
    max_leaves=20,
)


def test_keys_are_sorted_and_nothing_stands_between() -> None:
    assert canonical({"b": [1, None], "a": "夠級", "": True}) == '{"":true,"a":"夠級","b":[1,null]}'.encode()


def test_text_is_kept_as_it_was_written() -> None:
    assert canonical(["é", "e\u0301", "\x00", "\ud800"]) == '["é","e\u0301","\\u0000","\\ud800"]'.encode()


@given(VALUES)
def test_what_is_written_reads_back_and_writes_the_same(value: object) -> None:
    data = canonical(value)  # type: ignore[arg-type]
    assert load(data) == value
    assert canonical(load(data)) == data


@given(VALUES, VALUES)
def test_two_documents_have_one_hash_only_where_they_are_one(one: object, other: object) -> None:
    same = json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
    assert (digest(one) == digest(other)) == same  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "Not JSON at line 1, column 1."),
        (b'{"a": }', "Not JSON at line 1, column 7."),
        (b"\xff", "Byte 1 is not UTF-8."),
        (b"[1.5]", "Numbers are whole; found 1.5."),
        (b"[1e3]", "Numbers are whole; found 1e3."),
        (b"[NaN]", "Numbers are whole; found NaN."),
        (b'{"a":1,"a":2}', "An object has “a” twice."),
        (b"[" + b"9" * 5000 + b"]", "A number has too many digits."),
        (b"[" * 100 + b"]" * 100, f"Objects stand in each other more than {MOST_DEPTH} deep."),
        (b"[" * 200_000, f"Objects stand in each other more than {MOST_DEPTH} deep."),
    ],
)
def test_what_is_no_document_is_refused_with_the_reason(data: bytes, said: str) -> None:
    with pytest.raises(Unreadable) as refused:
        load(data)
    assert refused.value.message["en"] == said
    assert refused.value.message["zh"]


def test_no_document_is_written_with_a_fraction() -> None:
    with pytest.raises(ValueError, match="float"):
        canonical({"points": 1.5})  # type: ignore[dict-item]
