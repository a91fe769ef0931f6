"""The API answers whatever is asked of it as its description says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from records.accounts.access.models import Role
from tests.permissions.world import HOLDERS, NOBODY, OWN, STRANGER, World, build, where
from tests.proof import proof, seeded
from tests.schema.description import names

FEW, MANY = 2, int(os.environ.get("SCHEMA_EXAMPLES", "6"))
"""Requests of each kind: every time, and where quantity proves."""

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    """Sessions in the cookie."""
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"


ASKED = [*((name, FEW) for name in names()[::4]), *(pytest.param(name, MANY, marks=(proof, seeded)) for name in names())]


@pytest.mark.parametrize(("name", "examples"), ASKED)
def test_operation_answers_as_described(world: World, name: str, examples: int) -> None:
    from tests.schema.fuzz import Report, fuzz, operations  # loads schemathesis, which only this test needs

    report = Report()
    clients = {role: world.client(role) for role in (NOBODY, *HOLDERS, STRANGER, Role.OWNER.value)}
    fuzz(operations()[name], clients, where(world, OWN), examples, report)
    assert report.requests >= min(examples, 2)
    assert report.faults == {}
