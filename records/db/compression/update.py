"""Storing what was stored before in the form in which it would be stored now; ``manage.py compress_records`` does it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection, models, transaction
from django.db.models.functions import Cast

from records.db.fields import CompressedField


class Column(NamedTuple):
    """A column of a model that holds compressed values."""

    model: type[models.Model]
    field: CompressedField

    def __str__(self) -> str:
        return f"{self.model._meta.db_table}.{self.field.column}"


def update_stored_form(page: int) -> Iterator[tuple[str, int, int]]:
    """Go through every such column, so many rows at once: how many were changed, and how many left that others had locked.

    Raises UnreadableValue at a row that is damaged; what is done stays done.
    """
    for column in _columns():
        yield str(column), *_update(column, page)


def _columns() -> Iterator[Column]:
    fields = ((model, field) for model in apps.get_models() for field in model._meta.concrete_fields)
    return (Column(model, field) for model, field in fields if isinstance(field, CompressedField))


def _update(column: Column, page: int) -> tuple[int, int]:
    """The rows changed, and those left out."""
    keys = column.model._base_manager.order_by("pk").values_list("pk", flat=True)
    done = left = 0
    here = list(keys[:page])
    while here:
        changed, seen = _update_page(column, here)
        done, left = done + changed, left + len(here) - seen
        here = list(keys.filter(pk__gt=here[-1])[:page])
    return done, left


@transaction.atomic
def _update_page(column: Column, keys: list[Any]) -> tuple[int, int]:
    """The rows changed, and those seen: who works on a row is not waited for."""
    rows = column.model._base_manager.filter(pk__in=keys).select_for_update(skip_locked=True, no_key=True, of=("self",))
    stored = rows.values_list("pk", Cast(column.field.name, column.field.as_stored))
    field: Any = column.field
    found = [(key, old, field.stored(field.restored(old))) for key, old in stored]
    changed = [(key, new) for key, old, new in found if new != old]
    _change(column, changed)
    return len(changed), len(found)


def _change(column: Column, changed: list[tuple[Any, Any]]) -> None:
    """Store these values in the rows of these keys."""
    key = column.model._meta.pk
    assert key is not None
    quoted = [connection.ops.quote_name(str(name)) for name in (column.model._meta.db_table, column.field.column, key.column)]
    given = [
        (column.field.as_stored.get_db_prep_value(new, connection), key.get_db_prep_value(pk, connection)) for pk, new in changed
    ]
    if given:
        with connection.cursor() as cursor:
            cursor.executemany("UPDATE {} SET {} = %s WHERE {} = %s".format(*quoted), given)
