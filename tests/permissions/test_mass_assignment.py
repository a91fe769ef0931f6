"""What a request says beside the fields that its address takes changes nothing: no owner, no time, no digest, no right."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.db import models, transaction
from django.test import Client

from records.accounts.models import AuditEntry
from tests.permissions.routes import address, filled
from tests.permissions.table import FORM, JSON, TABLE
from tests.permissions.world import OTHER, OWN, World, where
from tests.proof import proof

pytestmark = pytest.mark.django_db

MARKED = {
    **dict.fromkeys(
        ("created_at", "uploaded_at", "accepted_at", "revoked_at", "judged_at", "date_joined"), "1999-01-01T00:00:00Z"
    ),
    **dict.fromkeys(("digest", "sha256", "hash"), "f" * 64),
    **dict.fromkeys(("secret", "former_secret", "password"), "hostile-secret"),
    **dict.fromkeys(("id", "pk", "version", "number_of"), 987654321),
}
"""Values that are found wherever they are stored."""
RIGHTS = {"is_staff": True, "is_superuser": True, "is_active": False, "by": "nobody", "actor": "user:1"}
BODIES = [
    (route, method)
    for route, methods in TABLE.items()
    for method, row in methods.items()
    if row.kind in (FORM, JSON) and row.statuses["owner"] < 400 and route != "api/v1/score"  # it refuses unknown fields
]


def stored() -> dict[str, dict[Any, dict[str, Any]]]:
    """Every row of every table of the service but its audit log, by its key."""
    kept = [model for model in apps.get_models() if model.__module__.startswith("records.") and model is not AuditEntry]
    kept.append(apps.get_model("auth", "User"))
    return {
        model._meta.label: {row["pk"]: row for row in model._default_manager.values("pk", *_columns(model))} for model in kept
    }


def _columns(model: type[models.Model]) -> list[str]:
    return [column.attname for column in model._meta.concrete_fields]


def of_others(world: World, rows: dict[str, dict[Any, dict[str, Any]]]) -> list[dict[str, Any]]:
    """The rows that belong to the other club or to its head."""
    club, boss = world.webhooks[OTHER].club_id, world.webhooks[OTHER].created_by_id
    owned = {"club_id": club, "user_id": boss, "created_by_id": boss}
    return [row for table in rows.values() for row in table.values() if any(row.get(name) == key for name, key in owned.items())]


@pytest.fixture(scope="module")
def before(world: World) -> dict[str, dict[Any, dict[str, Any]]]:
    """Every row before any request: none stays changed."""
    return stored()


@proof
@pytest.mark.parametrize(("route", "method"), BODIES)
def test_fields_that_an_address_does_not_take_change_nothing(
    world: World, before: dict[str, dict[Any, dict[str, Any]]], route: str, method: str
) -> None:
    row = filled(TABLE[route][method], where(world, OWN))
    boss, club = world.webhooks[OTHER].created_by_id, world.webhooks[OTHER].club_id
    more = {**MARKED, **RIGHTS, **dict.fromkeys(("user", "user_id", "owner", "created_by", "created_by_id", "uploader"), boss)}
    more |= {"club_id": club, "event_id": str(world.events[OTHER].pk), "match_id": str(world.matches[OTHER].pk)}
    if row.kind == JSON:
        said = json.loads(row.body or b"{}")
        body = json.dumps({**more, **said}).encode() if isinstance(said, dict) else row.body
    else:
        body = b"&".join(part for part in (row.body, urlencode(more).encode()) if part)
    client: Client = world.client("owner")
    with transaction.atomic():
        answer = client.generic(method, address(route, where(world, OWN)), body, content_type=row.kind)
        after = stored()
        transaction.set_rollback(True)
    assert answer.status_code == row.statuses["owner"]
    values = [str(value) for table in after.values() for each in table.values() for value in each.values()]
    assert [
        value for value in values if value.startswith("1999-01-01") or value in ("f" * 64, "hostile-secret", "987654321")
    ] == []
    assert of_others(world, after) == of_others(world, before)
    people = "auth.User"
    rights = [[each[name] for name in ("is_staff", "is_superuser", "is_active")] for each in after[people].values()]
    assert rights == [[each[name] for name in ("is_staff", "is_superuser", "is_active")] for each in before[people].values()]
