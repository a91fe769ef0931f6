"""During an upgrade processes of the former version go on for a while on the tables of the new one."""

from __future__ import annotations

from django.db.migrations import AddField
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, Field

HELD_FROM = "0050"
"""The first migration that is held to it."""


def _filled_by_the_database(field: Field[object, object]) -> bool:
    """Whether a row that says nothing of the column can be inserted."""
    return field.null or field.db_default is not NOT_PROVIDED


def test_column_that_a_migration_adds_has_a_value_where_the_former_version_inserts_a_row() -> None:
    migrations = MigrationLoader(None).disk_migrations
    added = [
        (name, operation)
        for (app, name), migration in migrations.items()
        if app == "records" and name >= HELD_FROM
        for operation in migration.operations
        if isinstance(operation, AddField)
    ]
    assert added
    assert [f"{name}: {one.model_name}.{one.name}" for name, one in added if not _filled_by_the_database(one.field)] == []
