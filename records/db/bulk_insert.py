"""Inserting many rows of a model at once: by COPY on PostgreSQL, elsewhere by as few INSERT statements as possible.

An INSERT of many documents escapes every quote in them: a judgement cost four times as much. A few rows are sent by one INSERT
all the same, which is one statement where COPY takes two, and one more to get their keys.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection
from django.db.models import Model

from records.db.binding_cursor import binding_cursor

PAGE = 500
"""Rows a statement: SQLite bounds the number of a statement's parameters."""
FEW = 8
"""Rows up to which an INSERT costs less than COPY."""


def insert(rows: Sequence[Model], *, numbered: bool = False) -> None:
    """Insert new rows of one model. ``numbered``: also set their primary keys, which the database generates."""
    if not rows:
        return
    if connection.vendor != "postgresql":
        type(rows[0])._default_manager.bulk_create(rows, batch_size=PAGE)
        return
    if numbered and len(rows) > FEW:
        _set_keys(rows)
    meta, quoted = rows[0]._meta, connection.ops.quote_name
    fields = [field for field in meta.concrete_fields if not field.primary_key or rows[0].pk is not None]
    into = f"{quoted(meta.db_table)} ({', '.join(quoted(field.column) for field in fields)})"
    values = ([field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields] for row in rows)
    if len(rows) > FEW:
        with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(f"COPY {into} FROM STDIN") as copy:
            for row in values:
                copy.write_row(row)
        return
    assert meta.pk is not None
    each = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(rows))
    with binding_cursor(connection) as cursor:
        cursor.execute(
            f"INSERT INTO {into} VALUES {each} RETURNING {quoted(meta.pk.column)}", [value for row in values for value in row]
        )
        for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = key


def _set_keys(rows: Sequence[Model]) -> None:
    """Set the rows' keys from the sequence of the table."""
    meta = rows[0]._meta
    assert meta.pk is not None
    sequence = "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)"
    with connection.cursor() as cursor:
        cursor.execute(sequence, [connection.ops.quote_name(meta.db_table), meta.pk.column, len(rows)])
        for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = key
