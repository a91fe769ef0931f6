"""Every POST and PATCH of the API honours ``Idempotency-Key`` or refuses it by name.

Its description names the header where it is honoured, by the very decorator that does it; a few addresses, one of each way to it,
are asked twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.urls import resolve
from django.views import View

from records.tournament import events, sheets
from tests.permissions.routes import address, filled, routes
from tests.permissions.table import JSON, TABLE
from tests.permissions.world import OWN, World, where
from tests.schema.description import described

pytestmark = pytest.mark.django_db

STORE_NOTHING = {
    "api/v1/verify",
    "api/v1/score",
    "api/v1/events/<uuid:event_id>/tables/<int:table_id>/sheet/check",
}
"""Addresses that refuse a key: whatever is asked of them again is answered the same by itself."""
SHEET = "api/v1/events/<uuid:event_id>/tables/<int:table_id>/sheet"
ENTRY = {"dealer": "E", "scores": {"E": 3, "S": -1, "W": -1, "N": -1}, "moves": [], "tags": {"Kind": "scores"}}
TWICE = [
    ("api/v1/clubs", "POST"),
    ("api/v1/clubs/<club:slug>", "PATCH"),
    ("api/v1/matches", "POST"),
    ("api/v1/batches", "POST"),
    ("api/v1/clubs/<club:slug>/webhooks/<uuid:webhook_id>", "PATCH"),
    ("api/v1/events/<uuid:event_id>/seating", "POST"),
    (SHEET, "POST"),
]
"""A thing that is made, one that is changed, files taken in both ways, a secret, much at once, and by a link."""

ADDRESSES = [route for route in routes() if route.startswith("api/v1/") and "(?P<path>" not in route]
TAKING = [(route, method) for route in ADDRESSES for method in ("POST", "PATCH") if method in TABLE[route]]


class Asked(NamedTuple):
    """A request that its address carries out, and who asks it."""

    client: Client
    method: str
    path: str
    body: bytes
    kind: str

    def with_key(self, key: str, more: bytes = b"", query: str = "") -> Any:
        headers = {"Idempotency-Key": key}
        body = self.body + more
        return self.client.generic(self.method, self.path + query, body, content_type=self.kind, headers=headers)


@contextmanager
def asking(world: World, route: str, method: str = "POST") -> Iterator[Asked]:
    """A request that is carried out, in a world that is as before when the block ends."""
    with transaction.atomic():
        known = dict(where(world, OWN))
        row = filled(TABLE[route][method], known)
        if route == SHEET:
            event, owner = world.events[OWN], world.people["owner"]
            sheets.change_settings(owner, event, "sichuan", "putong", 0)
            table = events.plan_table(owner, event, event.stages.get(), 9, "9")
            known["table_id"], secret = table.pk, events.secret_for(table, "E")
            row = row.sends({"do": "enter", "round": 1, "version": 0, "entry": ENTRY})
        client = Client(HTTP_AUTHORIZATION=f"Link {secret}") if route == SHEET else world.client("owner")
        yield Asked(client, method, address(route, known), row.body, row.kind or JSON)
        transaction.set_rollback(True)


def said(answer: Any) -> tuple[Any, ...]:
    """An answer as far as a repeated request gets the same."""
    return answer.status_code, answer.content, answer["Content-Type"], answer.get("Location"), answer.get("Cache-Control")


def stored() -> dict[str, int]:
    """How many rows there are of each kind."""
    return {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models()
        if model.__module__.startswith("records.")
    }


@pytest.mark.parametrize(("route", "method"), TWICE)
def test_change_that_is_repeated_with_its_key_is_made_once_and_answered_the_same(world: World, route: str, method: str) -> None:
    with asking(world, route, method) as asked:
        first = asked.with_key("one-key")
        assert first.status_code < 400, first.content
        after = stored()
        assert said(asked.with_key("one-key")) == said(first)
        for other in (asked.with_key("one-key", b" "), asked.with_key("one-key", query="?x=1")):
            assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")
        assert stored() == after


def test_malformed_key_is_refused_by_its_name(world: World) -> None:
    with asking(world, "api/v1/clubs") as asked:
        for malformed in ("", "x" * 256, "\xe9"):
            refused = asked.with_key(malformed)
            assert (refused.status_code, refused.json()["code"]) == (400, "invalid-idempotency-key"), malformed
            assert "Idempotency-Key" in refused.json()["detail"]


@pytest.mark.parametrize("route", sorted(STORE_NOTHING))
def test_post_that_stores_nothing_refuses_a_key_by_its_name(world: World, route: str) -> None:
    with asking(world, route) as asked:
        answer = asked.with_key("one-key")
        assert (answer.status_code, answer.json()["code"]) == (400, "idempotency-key-not-taken")
        assert "Idempotency-Key" in answer.json()["detail"]


def test_description_names_the_header_once_wherever_it_is_taken(world: World) -> None:
    """A view that is new is found too: what its class answers is compared with the description."""
    taking = set()
    for path, operations in described()["paths"].items():
        for method, operation in operations.items():
            parameters = operation.get("parameters", [])
            assert "Idempotency-Key" not in [one.get("name") for one in parameters], "it is described in one place"
            if {"$ref": "#/components/parameters/Idempotency-Key"} in parameters:
                taking.add((path, method.upper()))
                assert {"400", "409", "422"} <= operation["responses"].keys(), path
    named = {(re.sub(r"<\w+:(\w+)>", r"{\1}", f"/{route}"), method) for route, method in TAKING if route not in STORE_NOTHING}
    assert taking == named
    known = where(world, OWN)
    views = {route: getattr(resolve(address(route, known)).func, "view_class", View) for route in ADDRESSES}
    found = [(route, name) for route, view in views.items() for name in ("POST", "PATCH") if hasattr(view, name.lower())]
    assert sorted(one for one in found if one[1].lower() in views[one[0]].http_method_names) == sorted(TAKING)
