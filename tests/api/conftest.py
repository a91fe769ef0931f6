"""People, and clients that speak for them. Workers are not run here: a test judges what it wants judged."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from records import services
from tests.golden import HOME

CLEAN = (HOME / "sichuan" / "clean-01.ppn").read_bytes()
FLAGGED = (HOME / "sichuan" / "three-suits.ppn").read_bytes()
PPN = "text/x-ppn"


def person(name: str, **more: Any) -> Any:
    return get_user_model().objects.create_user(name, password="pass-of-" + name, **more)


@pytest.fixture
def owner(db: None) -> Any:
    return person("owner")


@pytest.fixture
def other(db: None) -> Any:
    return person("other")


@pytest.fixture
def staff(db: None) -> Any:
    return person("staff", is_staff=True)


def client_of(user: Any = None) -> APIClient:
    """A client with the user's token, or an anonymous one."""
    client = APIClient()
    if user is not None:
        client.credentials(HTTP_AUTHORIZATION="Bearer " + services.issue_token(user, "test")[1])
    return client


def upload(client: APIClient, data: bytes = CLEAN, **more: Any) -> Any:
    return client.post("/api/v1/matches", data, content_type=PPN, **more)


@pytest.fixture
def stored(owner: Any) -> str:
    """The address of a judged match of the owner's."""
    answer = upload(client_of(owner)).json()["matches"][0]
    services.judge(answer["id"])
    return f"/api/v1/matches/{answer['id']}"
