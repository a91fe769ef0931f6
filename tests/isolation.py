"""What one test leaves behind and the next one must not find."""

from __future__ import annotations

from django.db import connection, transaction

APPEND_ONLY = ("records_publicationpiece", "records_publication", "records_ruling")
"""Tables that ``flush`` leaves alone and whose rows no statement can delete, parts before what they are parts of."""


def empty_append_only_tables() -> None:
    """Delete the rows of the append-only tables: their triggers are away as long as that takes."""
    empty = _empty_on_postgresql if connection.vendor == "postgresql" else _empty_on_sqlite
    with transaction.atomic():
        there = set(connection.introspection.table_names())
        for table in APPEND_ONLY:
            if table in there:
                empty(table)


def _empty_on_postgresql(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(f"DELETE FROM {table}")
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def _empty_on_sqlite(table: str) -> None:
    with connection.cursor() as cursor:
        if cursor.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is None:
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        cursor.execute(f"DELETE FROM {table}")
        for _, statement in triggers:
            cursor.execute(statement)
