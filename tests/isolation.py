"""What one test leaves behind and the next one must not find."""

from __future__ import annotations

from django.apps import apps
from django.db import connection, transaction

STAY = {"django_content_type", "auth_permission"}
"""Tables whose rows are the same for every test: to make them anew took ten times as long as to empty all others."""


def empty_tables() -> None:
    """Delete what a test has committed, but for append-only tables. Only tables with rows are touched: PostgreSQL took longer to
    truncate all of them than most tests take."""
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - STAY
    named = {table: connection.ops.quote_name(table) for table in sorted(tables)}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {name})" for table, name in named.items())
        )
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {named[table]}")


def append_only_tables() -> list[str]:
    """Tables that ``empty_tables`` leaves alone and whose rows no statement can delete, parts before what they are parts of."""
    models = [model for model in apps.get_models() if getattr(model, "append_only", False) and not model._meta.managed]
    return [model._meta.db_table for model in reversed(models)]


def empty_append_only_tables() -> None:
    """Delete the rows of the append-only tables: their triggers are away as long as that takes."""
    empty = _empty_on_postgresql if connection.vendor == "postgresql" else _empty_on_sqlite
    with transaction.atomic():
        there = set(connection.introspection.table_names())
        for table in append_only_tables():
            if table in there and _has_rows(table):
                empty(table)


def _has_rows(table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {table} LIMIT 1")
        return cursor.fetchone() is not None


def _empty_on_postgresql(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(f"DELETE FROM {table}")
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def _empty_on_sqlite(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        cursor.execute(f"DELETE FROM {table}")
        for _, statement in triggers:
            cursor.execute(statement)
