"""The addresses of long lists, of which the common part is worked out once."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.urls import get_script_prefix, reverse, set_script_prefix

from records.addresses import address


@pytest.fixture(params=["/", "/referee/"])
def site(request: pytest.FixtureRequest) -> Iterator[None]:
    """A site at the root of its host, and one below a path."""
    before = get_script_prefix()
    set_script_prefix(request.param)
    yield
    set_script_prefix(before)


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("again", range(2))
def test_address_with_ids_is_that_of_reverse(again: int) -> None:
    match, event = uuid4(), uuid4()
    for name, args in (
        ("pages:match", [match]),
        ("pages:replay", [match, 1]),
        ("pages:replay_at", [match, 2, 30 + again]),
        ("pages:event_table", [event, 1234 + again]),
        ("pages:shared_match", ["secret"]),
        ("pages:shared_event_replay", ["secret", match, 7]),
        ("pages:archive", []),
        ("api:verdict", [match]),
        ("api:publication", [event, 3]),
        ("api:match", ["00000000-0000-0000-0000-000000000000"]),
    ):
        assert address(name, *args) == reverse(name, args=args)
