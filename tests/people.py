"""People, and clients that speak for them over the API. Workers are not run here: a test judges what it wants judged."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from records.accounts import access
from tests.golden import HOME

CLEAN = (HOME / "sichuan" / "clean-01.ppn").read_bytes()
FLAGGED = (HOME / "sichuan" / "three-suits.ppn").read_bytes()
PPN = "text/x-ppn"


def person(name: str, **more: Any) -> Any:
    """An account whose password is quickly checked."""
    return get_user_model().objects.create_user(name, password="pass-of-" + name, **more)


def client_of(user: Any = None) -> APIClient:
    """A client with the user's token, or an anonymous one."""
    client = APIClient()
    if user is not None:
        client.credentials(HTTP_AUTHORIZATION="Bearer " + access.issue_token(user, "test")[1])
    return client


def upload(client: APIClient, data: bytes = CLEAN, **more: Any) -> Any:
    """The answer to uploading a record."""
    return client.post("/api/v1/matches", data, content_type=PPN, **more)
