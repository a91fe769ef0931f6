"""The hashes of audit entries over REST: anybody may read them, and nothing else of an entry."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from records.accounts import access, audit
from records.accounts.models import AuditEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(owner: Any) -> AuditEntry:
    """The last entry of a log of several."""
    for name in ("one", "two"):
        access.issue_token(owner, name)
    return AuditEntry.objects.latest("number")


def test_anybody_reads_number_hash_and_hash_before_of_an_entry_and_nothing_else(entry: AuditEntry) -> None:
    answer = Client().get(f"/api/v1/audit/entries/{entry.number}")
    assert answer.status_code == 200
    assert answer.json() == {"number": entry.number, "hash": entry.hash, "previous": entry.previous}
    before = Client().get(f"/api/v1/audit/entries/{entry.number - 1}").json()
    assert before["hash"] == entry.previous


@pytest.mark.parametrize("number", [0, 10**9, 10**30])
def test_entry_that_does_not_exist_is_not_found(entry: AuditEntry, number: int) -> None:
    assert audit.head().number == entry.number
    assert Client().get(f"/api/v1/audit/entries/{number}").status_code == 404
