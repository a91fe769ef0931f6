"""A match that is stored and judged already."""

from __future__ import annotations

from typing import Any

import pytest

from records.archive import matches
from tests.people import client_of, upload


@pytest.fixture
def stored(owner: Any) -> str:
    """The address of a judged match of the owner's."""
    answer = upload(client_of(owner)).json()["matches"][0]
    matches.judge(answer["id"])
    return f"/api/v1/matches/{answer['id']}"
