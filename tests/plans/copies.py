"""Rows made of other rows by the database. A column that a later migration adds is copied like the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models


def copies_of(model: type[models.Model], joined: str, /, **changed: str) -> None:
    """A row for each that ``joined`` gives: SQL in which ``t`` is the row to copy. ``changed``: SQL for what differs.

    Rows of a model that this one extends are copied apart.
    """
    own = [field for field in model._meta.concrete_fields if field.model is model]
    fields = [field for field in own if not _is_numbered(field) or field.column in changed]
    columns = [str(field.column) for field in fields]
    if unknown := set(changed) - set(columns):
        raise LookupError(f"{model.__name__} has no column {', '.join(sorted(unknown))}")
    chosen = ", ".join(changed.get(column, f't."{column}"') for column in columns)
    into = ", ".join(f'"{column}"' for column in columns)
    execute(f"INSERT INTO {model._meta.db_table} ({into}) SELECT {chosen} FROM {joined}")


def copies(model: type[models.Model], count: int, like: Any, /, **changed: str) -> None:
    """So many rows like this one; in ``changed`` ``n`` counts from 1."""
    table, key = model._meta.db_table, model._meta.pk.column
    copies_of(model, f"{table} t, generate_series(1, {count}) n WHERE t.\"{key}\" = '{like}'", **changed)


def temporary(table: str, columns: str, rows: Iterable[Sequence[Any]]) -> None:
    """A table of these rows that is gone after the transaction."""
    execute(f"CREATE TEMPORARY TABLE {table} ({columns}) ON COMMIT DROP")
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)
    execute(f"ANALYZE {table}")


def execute(sql: str) -> None:
    """Run a statement that has no parameters."""
    with connection.cursor() as cursor:
        cursor.execute(sql)


def _is_numbered(field: Any) -> bool:
    return bool(field.primary_key and isinstance(field, models.AutoField))
