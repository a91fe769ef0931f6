"""Which answers are compressed, and for whom."""

from __future__ import annotations

import gzip

import pytest
from django.test import Client


@pytest.fixture
def said(client: Client, db: None) -> bytes:
    """A page for a client that reads no gzip."""
    answer = client.get("/rules/", headers={"accept-language": "en"})
    assert "Content-Encoding" not in answer
    assert "Accept-Encoding" in answer["Vary"]
    return answer.content


def test_page_is_compressed_for_who_accepts_it(client: Client, said: bytes) -> None:
    answer = client.get("/rules/", headers={"accept-language": "en", "accept-encoding": "gzip, br"})
    assert answer["Content-Encoding"] == "gzip"
    assert int(answer["Content-Length"]) == len(answer.content) < len(said) / 2
    assert b"</html>" in gzip.decompress(answer.content)


def test_length_of_a_compressed_page_is_not_always_the_same(client: Client, said: bytes) -> None:
    sizes = {len(client.get("/rules/", headers={"accept-encoding": "gzip"}).content) for _ in range(20)}
    assert len(sizes) > 1


@pytest.mark.django_db
def test_json_of_the_api_is_compressed(client: Client) -> None:
    answer = client.get("/api/v1/games", headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
