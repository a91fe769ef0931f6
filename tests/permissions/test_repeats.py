"""Every POST and PATCH of the API honours ``Idempotency-Key`` or refuses it by name: the permission table, asked twice.

P8: four requests with one key gave four penalties, and the header was ignored without a word wherever it was not documented.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.urls import resolve
from django.views import View

from records import events, live_tables, matches, sheets
from records.models import Batch, Dataset, LiveTable, Match, Table
from referee.results.ranking.rulings import findings_of
from tests.people import FLAGGED
from tests.permissions.routes import address, filled, routes
from tests.permissions.table import JSON, TABLE
from tests.permissions.world import CLEAN, INVITED, OWN, PPN, STAFF, World, where

pytestmark = pytest.mark.django_db

Known = dict[str, Any]
STORE_NOTHING = {
    "api/v1/verify",
    "api/v1/score",
    "api/v1/events/<uuid:event_id>/tables/<int:table_id>/sheet/check",
    "api/v1/at/<str:secret>/sheet/check",
}
"""Addresses that refuse a key: whatever is asked of them again is answered the same by itself."""
ENTRY = {"dealer": "E", "scores": {"E": 3, "S": -1, "W": -1, "N": -1}, "moves": [], "tags": {"Kind": "scores"}}
ENTERED = {"do": "enter", "round": 1, "version": 0, "entry": ENTRY}


@dataclasses.dataclass
class Asked:
    """A request that its address carries out, and who asks it."""

    method: str
    path: str
    body: bytes
    kind: str
    role: str


def _free_table(world: World) -> Table:
    event = world.events[OWN]
    return events.plan_table(world.people["owner"], event, event.stages.get(), 9, "9")


def _at_a_free_table(body: Any) -> Callable[[World, Known], Any]:
    def arranged(world: World, known: Known) -> Any:
        table = _free_table(world)
        sheets.change_settings(world.people["owner"], table.event, "sichuan", "putong", 0)
        known |= {"table_id": table.pk, "seat_secret": events.secret_for(table, "E")}
        return body | {"table_id": table.pk} if isinstance(body, dict) and "scheme" in body else body

    return arranged


def _own_match(world: World, known: Known) -> Any:
    own = matches.upload(CLEAN.replace(b"[Event ", b"[Before ", 1), media_type=PPN, user=world.people["owner"])
    known["match_id"] = own.matches[0].pk
    return {"club": "first"}


def _something_to_rule_on(world: World, known: Known) -> Any:
    match = events.upload_to_table(world.people["owner"], _free_table(world), FLAGGED, media_type=PPN)
    matches.judge(match.pk)
    verdict = matches.verdict_of(Match.objects.get(pk=match.pk))
    assert verdict is not None
    finding = next(iter(findings_of(verdict)))
    return {"match": str(match.pk), "finding": finding._asdict(), "decision": "overruled", "reason": "Agreed."}


def _a_round_was_played(world: World, known: Known) -> Any:
    lines = [{"round": {"round": 1, "dealer": "E"}}, {"over": {}}]
    live_tables.write(world.people["owner"], LiveTable.objects.get(pk=world.live[OWN]), 1, lines)
    return {}


ARRANGED: dict[str, Callable[[World, Known], Any]] = {
    "api/v1/at/<str:secret>/sheet": _at_a_free_table(ENTERED),
    "api/v1/events/<uuid:event_id>/tables/<int:table_id>/sheet": _at_a_free_table(ENTERED),
    "api/v1/events/<uuid:event_id>/tables/<int:table_id>/match": _at_a_free_table(FLAGGED),
    "api/v1/events/<uuid:event_id>/walls": _at_a_free_table({"number": 1, "scheme": "committed", "commit": "5f" * 32}),
    "api/v1/events/<uuid:event_id>/rulings": _something_to_rule_on,
    "api/v1/matches/<uuid:match_id>/move": _own_match,
    "api/v1/tables/<uuid:live_id>/end": _a_round_was_played,
}
"""What has to be there besides where the table's own request is refused, and the body of one that is not."""

ADDRESSES = [route for route in routes() if route.startswith("api/v1/") and "(?P<path>" not in route]
ASKED = [(route, method) for route in ADDRESSES for method in ("POST", "PATCH") if method in TABLE[route]]


@contextmanager
def asking(world: World, route: str, method: str = "POST") -> Iterator[Asked]:
    """A request that is carried out, in a world that is as before when the block ends."""
    with transaction.atomic():
        known = dict(where(world, OWN))
        Batch.objects.filter(pk=world.batches[OWN].pk).update(
            state=Batch.State.INGESTING if route.endswith("/cancel") else Batch.State.FAILED
        )
        if route.endswith("/dataset"):
            Dataset.objects.filter(pk=world.datasets[OWN].pk).delete()
        body = ARRANGED[route](world, known) if route in ARRANGED else None
        row = filled(TABLE[route][method], known)
        sent = row.body if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        role = INVITED if "invitation" in route else "owner" if route in ARRANGED or row.statuses["owner"] < 400 else STAFF
        yield Asked(method, address(route, known), sent, row.kind or JSON, role)
        transaction.set_rollback(True)


def ask(world: World, asked: Asked, key: str, body: bytes | None = None, path: str = "") -> Any:
    sent = asked.body if body is None else body
    headers = {"Idempotency-Key": key}
    return world.client(asked.role).generic(asked.method, path or asked.path, sent, content_type=asked.kind, headers=headers)


def said(answer: Any) -> tuple[Any, ...]:
    """An answer as far as a repeated request gets the same."""
    return answer.status_code, answer.content, answer["Content-Type"], answer.get("Location"), answer.get("Cache-Control")


def stored() -> dict[str, int]:
    """How many rows there are of each kind."""
    return {model._meta.label: model._default_manager.count() for model in apps.get_app_config("records").get_models()}


@pytest.mark.parametrize(("route", "method"), [one for one in ASKED if one[0] not in STORE_NOTHING])
def test_change_that_is_repeated_with_its_key_is_made_once_and_answered_the_same(world: World, route: str, method: str) -> None:
    with asking(world, route, method) as asked:
        first = ask(world, asked, "one-key")
        assert first.status_code < 400, first.content
        after = stored()
        assert said(ask(world, asked, "one-key")) == said(first)
        other = ask(world, asked, "one-key", asked.body + b" ")
        assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")
        assert stored() == after


def test_key_that_is_malformed_or_of_another_address_is_refused_by_its_name(world: World) -> None:
    with asking(world, "api/v1/clubs") as asked:
        assert ask(world, asked, "one-key").status_code == 201
        assert ask(world, asked, "one-key", path=f"{asked.path}?x=1").json()["code"] == "idempotency-key-reused"
        for malformed in ("", "x" * 256, "\xe9"):
            refused = ask(world, asked, malformed)
            assert (refused.status_code, refused.json()["code"]) == (400, "invalid-idempotency-key"), malformed
            assert "Idempotency-Key" in refused.json()["detail"]


@pytest.mark.parametrize("route", sorted(STORE_NOTHING))
def test_post_that_stores_nothing_refuses_a_key_by_its_name(world: World, route: str) -> None:
    with asking(world, route) as asked:
        answer = ask(world, asked, "one-key")
        assert (answer.status_code, answer.json()["code"]) == (400, "idempotency-key-not-taken")
        assert "Idempotency-Key" in answer.json()["detail"]


def test_every_address_with_such_a_method_is_asked(world: World) -> None:
    """A view that is new is asked above: what its class answers is compared with the table of permissions."""
    known = where(world, OWN)
    views = {route: getattr(resolve(address(route, known)).func, "view_class", View) for route in ADDRESSES}
    taken = {route: {name for name in view.http_method_names if hasattr(view, name)} for route, view in views.items()}
    found = [(route, method) for route in ADDRESSES for method in ("POST", "PATCH") if method.lower() in taken[route]]
    assert sorted(found) == sorted(ASKED)


def test_description_names_the_header_once_wherever_it_is_taken(client: Client) -> None:
    described = client.get("/api/v1/schema", headers={"Accept": "application/vnd.oai.openapi+json"}).json()
    header = described["components"]["parameters"]["Idempotency-Key"]
    assert (header["in"], header.get("required", False)) == ("header", False)
    taking = set()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            parameters = operation.get("parameters", [])
            assert "Idempotency-Key" not in [one.get("name") for one in parameters], "it is described in one place"
            if {"$ref": "#/components/parameters/Idempotency-Key"} in parameters:
                taking.add((path, method.upper()))
                assert {"400", "409", "422"} <= operation["responses"].keys(), path
    named = {(re.sub(r"<\w+:(\w+)>", r"{\1}", f"/{route}"), method) for route, method in ASKED if route not in STORE_NOTHING}
    assert taking == named
