"""On PostgreSQL the indexes of dates and of events also have the days on which a match was played and came.

The former version is served by them as before. The service runs on while they are made.
"""

from typing import Any

from django.db import migrations

INDEXES = {"match_date": "date", "match_by_event": "search_event"}
DAYS = "day, ((created_at AT TIME ZONE 'UTC')::date)"
IS_INVALID = "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND NOT indisvalid"


def make(apps: Any, schema_editor: Any) -> None:
    """A run that was stopped may be repeated: what it left half made is made anew."""
    _replace(schema_editor, DAYS)


def drop(apps: Any, schema_editor: Any) -> None:
    """Back: the indexes have one column again."""
    _replace(schema_editor, "")


def _replace(schema_editor: Any, days: str) -> None:
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for name, column in INDEXES.items():
            new, columns = f"{name}_new", ", ".join(filter(None, [column, days]))
            cursor.execute(IS_INVALID, [new])
            if cursor.fetchone():
                cursor.execute(f"DROP INDEX CONCURRENTLY {new}")
            cursor.execute(f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {new} ON records_match ({columns})")
            cursor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            cursor.execute(f"ALTER INDEX {new} RENAME TO {name}")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("records", "0059_datasets")]

    operations = [migrations.RunPython(make, drop)]
