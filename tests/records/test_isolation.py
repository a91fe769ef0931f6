"""Tests that commit leave nothing to each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from records import audit, clubs, events
from records.models import AuditEntry, Publication
from tests.isolation import empty_append_only_tables
from tests.records.evening import EVENT, publish, text, upload


@pytest.mark.django_db
def test_emptied_append_only_tables_hold_no_row_and_stay_append_only(owner: Any, settings: Any, tmp_path: Path) -> None:
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""
    club = clubs.create(owner, "茶館", "tea")
    upload(club, owner, text(people="ABCD"))
    publish(owner, events.create(owner, club, EVENT))
    empty_append_only_tables()
    assert not Publication.objects.exists()
    assert not AuditEntry.objects.exists()
    with transaction.atomic():
        audit.record("test", "thing")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        AuditEntry.objects.all().delete()
