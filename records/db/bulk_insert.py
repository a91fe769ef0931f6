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


def insert_new(rows: Sequence[Model]) -> set[Any]:
    """Insert new rows of one model, which have their primary keys, but those that a unique key refuses; returns the keys of the
    inserted ones."""
    inserted: set[Any] = set()
    for page in (rows[start : start + PAGE] for start in range(0, len(rows), PAGE)):
        if connection.vendor == "postgresql":
            inserted.update(_insert_page(page, page[0]._meta.concrete_fields, " ON CONFLICT DO NOTHING"))
        else:
            manager = type(page[0])._default_manager
            manager.bulk_create(page, ignore_conflicts=True)
            inserted.update(manager.filter(pk__in=[row.pk for row in page]).values_list("pk", flat=True))
    for row in rows:
        row._state.adding = False
    return inserted


def _copy(rows: Sequence[Model], fields: Sequence[AnyField]) -> None:
    copying = f"COPY {_into(rows[0], fields)} FROM STDIN"
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(copying) as copy:
        for values in _values(rows, fields):
            copy.write_row(values)


def _insert(rows: Sequence[Model], fields: Sequence[AnyField]) -> None:
    """Insert the rows and set the keys that the database generates."""
    for row, key in zip(rows, _insert_page(rows, fields), strict=True):
        row.pk = key


def _insert_page(rows: Sequence[Model], fields: Sequence[AnyField], unless: str = "") -> list[Any]:
    """Insert the rows by one statement; returns the keys of those that are stored by it."""
    each = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * len(rows))
    statement = f"INSERT INTO {_into(rows[0], fields)} VALUES {each}{unless} RETURNING {_quoted([_key(rows[0])])}"
    # What is sent with many rows is seldom sent again with as many.
    with binding_cursor(connection, prepare=len(rows) <= FEW) as cursor:
        cursor.execute(statement, [value for values in _values(rows, fields) for value in values])
        return [key for (key,) in cursor.fetchall()]


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
