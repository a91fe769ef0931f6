"""Indexes that Django cannot describe: pairs of characters of names, and matches by date and by event in the order of their days."""

from typing import Any

from django.db import migrations

from records.db.names.pairs import FUNCTION, PAIRED

DAYS = "day, ((created_at AT TIME ZONE 'UTC')::date)"
PAIRS = {"seat_by_pairs": "records_matchseat", "upload_by_pairs": "records_upload"}
BY_DAYS = {"match_date": "date", "match_by_event": "search_event"}
"""Indexes of one column, made by the first migration, that get the days beside it."""


def make(apps: Any, schema_editor: Any) -> None:
    """SQLite searches without them."""
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute(FUNCTION)
    for name, table in PAIRS.items():
        schema_editor.execute(f"CREATE INDEX {name} ON {table} USING gin (records_pairs({PAIRED[table]}))")
    for name, column in BY_DAYS.items():
        schema_editor.execute(f"DROP INDEX {name}")
        schema_editor.execute(f"CREATE INDEX {name} ON records_match ({column}, {DAYS})")


def drop(apps: Any, schema_editor: Any) -> None:
    """Restore the indexes of one column."""
    if schema_editor.connection.vendor != "postgresql":
        return
    for name, column in BY_DAYS.items():
        schema_editor.execute(f"DROP INDEX {name}")
        schema_editor.execute(f"CREATE INDEX {name} ON records_match ({column})")
    for name in PAIRS:
        schema_editor.execute(f"DROP INDEX {name}")
    schema_editor.execute("DROP FUNCTION records_pairs(text)")


class Migration(migrations.Migration):
    dependencies = [("records", "0002_append_only")]

    operations = [migrations.RunPython(make, drop)]
