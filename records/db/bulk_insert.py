"""Inserting many rows of a model at once: by COPY on PostgreSQL, elsewhere by as few INSERT statements as possible.

An INSERT of many documents escapes every quote in them: a judgement cost four times as much. A few rows are sent by one INSERT
all the same, which is one statement where COPY takes two, and one more to get their keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import connection
from django.db.models import Field, Model

from records.db.binding_cursor import binding_cursor

PAGE = 500
"""Rows a statement: SQLite bounds the number of a statement's parameters."""
FEW = 8
"""Rows up to which an INSERT costs less than COPY."""

AnyField = Field[Any, Any]


def insert(rows: Sequence[Model], *, numbered: bool = False) -> None:
    """Insert new rows of one model. ``numbered``: also set their primary keys, which the database generates."""
    if not rows:
        return
    if connection.vendor != "postgresql":
        type(rows[0])._default_manager.bulk_create(rows, batch_size=PAGE)
        return
    if numbered and len(rows) > FEW:
        _set_keys(rows)
    fields = [field for field in rows[0]._meta.concrete_fields if not field.primary_key or rows[0].pk is not None]
    if len(rows) > FEW:
        _copy(rows, fields)
    else:
        _insert(rows, fields)


def _copy(rows: Sequence[Model], fields: Sequence[AnyField]) -> None:
    copying = f"COPY {_into(rows[0], fields)} FROM STDIN"
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(copying) as copy:
        for values in _values(rows, fields):
            copy.write_row(values)


def _insert(rows: Sequence[Model], fields: Sequence[AnyField]) -> None:
    """Insert the rows and set the keys that the database generates."""
    each = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(rows))
    statement = f"INSERT INTO {_into(rows[0], fields)} VALUES {each} RETURNING {_quoted([_key(rows[0])])}"
    with binding_cursor(connection) as cursor:
        cursor.execute(statement, [value for values in _values(rows, fields) for value in values])
        for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = key


def _values(rows: Sequence[Model], fields: Sequence[AnyField]) -> Iterator[list[Any]]:
    """The values of each row as the database takes them."""
    for row in rows:
        yield [field.get_db_prep_save(field.pre_save(row, True), connection) for field in fields]


def _into(row: Model, fields: Sequence[AnyField]) -> str:
    """The table of the row's model and these columns of it, as SQL names them."""
    return f"{connection.ops.quote_name(row._meta.db_table)} ({_quoted(fields)})"


def _quoted(fields: Iterable[AnyField]) -> str:
    return ", ".join(connection.ops.quote_name(field.column) for field in fields if field.column is not None)


def _key(row: Model) -> AnyField:
    """The primary key's field."""
    assert row._meta.pk is not None
    return row._meta.pk


def _set_keys(rows: Sequence[Model]) -> None:
    """Set the rows' keys from the sequence of the table."""
    table = connection.ops.quote_name(rows[0]._meta.db_table)
    sequence = "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)"
    with connection.cursor() as cursor:
        cursor.execute(sequence, [table, _key(rows[0]).column, len(rows)])
        for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = key
