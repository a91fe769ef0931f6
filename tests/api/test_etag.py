"""Answers that carry an ETag: who names it in If-None-Match, as RFC 9110 has it, is answered 304."""

from __future__ import annotations

from typing import Any

import pytest

from tests.people import client_of


@pytest.mark.parametrize(
    ("known", "status"),
    [
        ("{}", 304),
        ("W/{}", 304),
        ('"other", {}', 304),
        ("*", 304),
        ('"other"', 200),
        ('"x{0}"', 200),
        ('{0}"', 200),
        ("no {} here", 200),
    ],
)
def test_request_with_a_current_etag_is_answered_304(owner: Any, stored: str, known: str, status: int) -> None:
    client = client_of(owner)
    for address in ("/rounds/1/frames", "/verdict"):
        tag = client.get(stored + address)["ETag"]
        named = known.format(tag.strip('"') if "{0}" in known else tag)
        assert client.get(stored + address, HTTP_IF_NONE_MATCH=named).status_code == status, named
