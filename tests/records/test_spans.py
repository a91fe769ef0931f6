"""PostgreSQL's indexes of dates and of events have the days on which matches were played and came."""

from __future__ import annotations

import importlib

import pytest
from django.apps import apps
from django.db import connection

from tests.proof import slow


def days_in_indexes() -> list[bool]:
    """Of both indexes, whether they have the days."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_indexdef(indexrelid) LIKE '%(%, day, %created_at%)' FROM pg_index "
            "WHERE indisvalid AND indexrelid::regclass::text IN ('match_date', 'match_by_event')"
        )
        return [has_days for (has_days,) in cursor.fetchall()]


@slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="indexes of PostgreSQL")
@pytest.mark.django_db(transaction=True)
def test_migration_of_the_days_goes_back_and_may_be_repeated_where_it_was_stopped() -> None:
    migration = importlib.import_module("records.migrations.0060_days_of_dates_and_events")
    assert days_in_indexes() == [True, True]
    with connection.schema_editor(atomic=False) as editor:
        migration.drop(apps, editor)
        assert days_in_indexes() == [False, False]
        with connection.cursor() as cursor:
            cursor.execute("CREATE INDEX match_date_new ON records_match (date)")
            cursor.execute("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'match_date_new'::regclass")
        migration.make(apps, editor)
        migration.make(apps, editor)
    assert days_in_indexes() == [True, True]
