"""On PostgreSQL players and files are found by the pairs of characters of their names. The service runs on while the indexes are made."""

from typing import Any

from django.db import migrations

from records.db.names.pairs import FUNCTION

INDEXES = {"seat_by_pairs": "records_matchseat (search_name)", "upload_by_pairs": "records_upload (search_filename)"}
"""The former version asks for none of them, and its rows are in them too."""
IS_INVALID = "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND NOT indisvalid"


def make(apps: Any, schema_editor: Any) -> None:
    """A run that was stopped may be repeated: what it left half made is made anew."""
    connection = schema_editor.connection
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(FUNCTION)
        for name, of in INDEXES.items():
            cursor.execute(IS_INVALID, [name])
            if cursor.fetchone():
                cursor.execute(f"DROP INDEX CONCURRENTLY {name}")
            table, column = of.split()
            cursor.execute(f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {table} USING gin (records_pairs{column})")


def drop(apps: Any, schema_editor: Any) -> None:
    """Back: the indexes go, then the function."""
    if schema_editor.connection.vendor == "postgresql":
        for name in INDEXES:
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        schema_editor.execute("DROP FUNCTION IF EXISTS records_pairs(text)")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("records", "0054_wall_commitments")]

    operations = [migrations.RunPython(make, drop)]
