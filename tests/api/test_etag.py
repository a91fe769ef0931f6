"""Answers that carry an ETag: who names it in If-None-Match, as RFC 9110 has it, is answered 304."""

from __future__ import annotations

from typing import Any

from tests.people import client_of

CURRENT = ("{}", "W/{}", '"other", {}', "*")
NOT_CURRENT = ('"other"', '"x{0}"', '{0}"', "no {} here")
"""In these a number stands for the tag without its quotes."""


def test_request_with_a_current_etag_is_answered_304(owner: Any, stored: str) -> None:
    client = client_of(owner)
    for address in ("/rounds/1/frames", "/verdict"):
        tag = client.get(stored + address)["ETag"]
        for status, forms in ((304, CURRENT), (200, NOT_CURRENT)):
            for form in forms:
                named = form.format(tag.strip('"') if "{0}" in form else tag)
                assert client.get(stored + address, HTTP_IF_NONE_MATCH=named).status_code == status, named
