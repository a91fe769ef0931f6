"""The world that every probe of permissions finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.permissions.world import World, build


@pytest.fixture(scope="package")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Built once for all files; every probe is rolled back, and the whole at the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    """Sessions in the cookie."""
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
