"""Lists that were arrays: still so to who asks for no page, marked as deprecated; pages to who asks for one."""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from tests.permissions.routes import address
from tests.permissions.world import OWN, World, where

pytestmark = pytest.mark.django_db

BELOW_A_LINK = ("api/v1/shared/<slug:secret>/event/tables", "api/v1/shared/<slug:secret>/publications")
"""Deprecated themselves, page or not: their successor is the list at its ordinary address."""
LISTS = [
    "api/v1/games",
    "api/v1/clubs",
    "api/v1/tokens",
    "api/v1/results-keys",
    "api/v1/clubs/<club:slug>/members",
    "api/v1/clubs/<club:slug>/events",
    "api/v1/clubs/<club:slug>/webhooks",
    "api/v1/matches/<uuid:match_id>/links",
    "api/v1/events/<uuid:event_id>/links",
    "api/v1/events/<uuid:event_id>/tables",
    "api/v1/events/<uuid:event_id>/entrants",
    "api/v1/events/<uuid:event_id>/arbiters",
    "api/v1/events/<uuid:event_id>/unresolved",
    "api/v1/events/<uuid:event_id>/rulings",
    "api/v1/events/<uuid:event_id>/publications",
    *BELOW_A_LINK,
]


@pytest.mark.parametrize("route", LISTS)
def test_list_without_paging_is_a_deprecated_array(world: World, route: str) -> None:
    answer = world.client("owner").get(address(route, where(world, OWN)))
    assert isinstance(answer.json(), list)
    assert answer["Deprecation"].startswith("@")
    assert parsedate_to_datetime(answer["Sunset"]).timestamp() > int(answer["Deprecation"].removeprefix("@"))
    assert 'rel="deprecation"' in answer["Link"]
    assert route in BELOW_A_LINK or 'limit=50>; rel="successor-version"' in answer["Link"]


@pytest.mark.parametrize("route", LISTS)
def test_list_with_a_limit_is_a_page(world: World, route: str) -> None:
    client, path = world.client("owner"), address(route, where(world, OWN))
    every, rows, back = client.get(path).json(), [], []
    page: Any = client.get(path, {"limit": 1})
    assert ("Deprecation" in page) == (route in BELOW_A_LINK)
    page = page.json()
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
    assert rows == every
    assert back == every[-2::-1]


@pytest.mark.parametrize("query", [{"limit": "0"}, {"limit": "x"}, {"cursor": "x"}, {"cursor": "eA=="}, {"cursor": "eDp4"}])
def test_invalid_page_parameter_is_refused(world: World, query: dict[str, str]) -> None:
    answer = world.client("owner").get("/api/v1/games", query)
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (400, "invalid-parameter", [*query][0])


def test_page_begins_at_its_cursor_after_rows_were_added_before_it(world: World) -> None:
    from records import access

    client, owner = world.client("owner"), world.people["owner"]
    following = client.get("/api/v1/games", {"limit": 1}).json()["next"]
    assert client.get(following).json()["results"] == client.get("/api/v1/games").json()[1:2]
    older = access.issue_token(owner, "older")[0]
    path = "/api/v1/tokens"
    every = client.get(path).json()
    following = client.get(path, {"limit": len(every) - 1}).json()["next"]
    newer = access.issue_token(owner, "newer")[0]
    assert (
        client.get(following).json()["results"]
        == client.get(path).json()[client.get(path).json().index(every[-1]) :][: len(every) - 1]
    )
    for token in (older, newer):
        token.delete()
