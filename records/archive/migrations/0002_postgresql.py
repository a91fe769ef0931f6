"""What PostgreSQL alone has: an index of pairs of characters of names, and lz4 for the columns that hold most of the bytes."""

from typing import Any

from django.db import migrations

from records.core.db.name_search import FUNCTION, PAIRED

PAIRS = {"seat_by_pairs": "archive_matchseat", "upload_by_pairs": "archive_upload"}
LONG = {
    "archive_upload": ["source"],
    "archive_match": ["source"],
    "archive_judgement": ["verdict"],
    "archive_verdictsummary": ["document", "table_result"],
}
"""Columns of records and verdicts. PostgreSQL compresses them in rows of more than 2,000 bytes."""
COMPRESSION = "ALTER TABLE {} ALTER COLUMN {} SET COMPRESSION {}"


def make(apps: Any, schema_editor: Any) -> None:
    """SQLite searches without the index and stores everything as it is."""
    if schema_editor.connection.vendor != "postgresql":
        return
    schema_editor.execute(FUNCTION)
    for name, table in PAIRS.items():
        schema_editor.execute(f"CREATE INDEX {name} ON {table} USING gin (records_pairs({PAIRED[table]}))")
    compress(schema_editor, "lz4")


def drop(apps: Any, schema_editor: Any) -> None:
    """Drop the index and go back to PostgreSQL's default compression."""
    if schema_editor.connection.vendor != "postgresql":
        return
    compress(schema_editor, "default")
    for name in PAIRS:
        schema_editor.execute(f"DROP INDEX {name}")
    schema_editor.execute("DROP FUNCTION records_pairs(text)")


def compress(schema_editor: Any, method: str) -> None:
    """Have new values of the long columns compressed by this method."""
    for table, columns in LONG.items():
        for column in columns:
            schema_editor.execute(COMPRESSION.format(table, column, method))


class Migration(migrations.Migration):
    dependencies = [("archive", "0001_initial")]

    operations = [migrations.RunPython(make, drop)]
