"""What is too large is refused by what its head says: none of it is read, and none of its files goes to the disk."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db

FORM = "multipart/form-data; boundary=x"
GIB = 1024**3


class Unread(io.BytesIO):
    """A body that nobody may read."""

    def read(self, *sizes: Any) -> bytes:
        raise AssertionError("something was read of what is too large")

    readline = readinto = read  # type: ignore[assignment]


@pytest.fixture
def strict() -> Client:
    """Somebody signed in, of whose forms the token is looked for."""
    client = Client(enforce_csrf_checks=True, HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(User.objects.create_user("li"))
    client.cookies["csrftoken"] = "a" * 32
    return client


def sent(client: Client, path: str, length: int) -> Any:
    head = {"CONTENT_TYPE": FORM, "CONTENT_LENGTH": str(length), "wsgi.input": Unread()}
    return client.generic("POST", path, **head)


@pytest.mark.parametrize("path", ["/upload/", "/accounts/login/", "/batches/"])
def test_oversized_request_of_a_page_is_told_the_limit(strict: Client, path: str) -> None:
    answer = sent(strict, path, GIB)
    most = 256 if path == "/batches/" else 16
    assert (answer.status_code, f"at most {most} MiB" in answer.content.decode()) == (413, True)


@pytest.mark.parametrize(("path", "most"), [("matches", 16), ("tokens", 16), ("batches", 256), ("clubs/a/batches", 256)])
def test_oversized_request_of_the_api_is_told_the_limit(strict: Client, path: str, most: int) -> None:
    answer = sent(strict, f"/api/v1/{path}", GIB)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    assert answer.json()["detail"] == f"A body has at most {most * 1024**2:,} bytes."


def test_form_with_a_file_of_the_largest_size_is_accepted(strict: Client) -> None:
    """It is read, and found to be no form."""
    with pytest.raises(AssertionError, match="something was read"):
        sent(strict, "/upload/", 16 * 1024**2 + 500)


@pytest.mark.parametrize("length", ["-1", "x", "９" * 30])
def test_wrong_content_length_is_refused(length: str) -> None:
    head = {"CONTENT_TYPE": FORM, "CONTENT_LENGTH": length}
    assert Client().generic("POST", "/upload/", **head).status_code < 500
