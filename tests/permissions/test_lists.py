"""Lists that are worked out whole are answered in pages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.permissions.routes import address
from tests.permissions.world import OWN, World, where

pytestmark = pytest.mark.django_db

LISTS = [
    "api/v1/games",
    "api/v1/clubs",
    "api/v1/tokens",
    "api/v1/results-keys",
    "api/v1/clubs/<club:slug>/members",
    "api/v1/clubs/<club:slug>/events",
    "api/v1/clubs/<club:slug>/rules",
    "api/v1/clubs/<club:slug>/webhooks",
    "api/v1/matches/<uuid:match_id>/links",
    "api/v1/events/<uuid:event_id>/links",
    "api/v1/events/<uuid:event_id>/tables",
    "api/v1/events/<uuid:event_id>/entrants",
    "api/v1/events/<uuid:event_id>/arbiters",
    "api/v1/events/<uuid:event_id>/unresolved",
    "api/v1/events/<uuid:event_id>/rulings",
    "api/v1/events/<uuid:event_id>/publications",
]


@pytest.mark.parametrize("route", LISTS)
def test_list_with_a_limit_is_a_page(world: World, route: str) -> None:
    client, path = world.client("owner"), address(route, where(world, OWN))
    whole, rows, back = client.get(path).json(), [], []
    assert (whole["next"], whole["previous"]) == (None, None)
    page: Any = client.get(path, {"limit": 1}).json()
    while True:
        assert set(page) == {"next", "previous", "results"}
        assert len(page["results"]) <= 1
        rows += page["results"]
        if page["next"] is None:
            break
        page = client.get(page["next"]).json()
    while page["previous"]:
        page = client.get(page["previous"]).json()
        back += page["results"]
    assert rows == whole["results"]
    assert back == rows[-2::-1]


@pytest.mark.parametrize("query", [{"limit": "0"}, {"limit": "x"}, {"cursor": "x"}, {"cursor": "eA=="}, {"cursor": "eDp4"}])
def test_invalid_page_parameter_is_refused(world: World, query: dict[str, str]) -> None:
    answer = world.client("owner").get("/api/v1/games", query)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "invalid-parameter", [*query][0])


def test_page_begins_at_its_cursor_after_rows_were_added_before_it(world: World) -> None:
    from records.accounts import access

    client, owner, path = world.client("owner"), world.people["owner"], "/api/v1/tokens"
    tokens = [access.issue_token(owner, "older")[0]]
    listed = client.get(path).json()["results"]
    following = client.get(path, {"limit": len(listed) - 1}).json()["next"]
    tokens.append(access.issue_token(owner, "newer")[0])
    assert client.get(following).json()["results"][0] == listed[-1]
    for token in tokens:
        token.delete()
