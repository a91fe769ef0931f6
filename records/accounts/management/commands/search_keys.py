"""``manage.py search_keys``: works out again by which keys names are searched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand
from django.db import connection

from records.accounts import audit
from records.core.db.fields import SearchKeyField
from records.core.db.search_keys import search_key

PAGE = 400
"""Names a statement: each is on hundreds of rows, and SQLite bounds the number of a statement's parameters."""
NEXT = "SELECT DISTINCT {name} FROM {table} WHERE {name} > %s ORDER BY {name} LIMIT {page}"
UPDATE = """
UPDATE {table} SET {key} = found.column2 FROM (VALUES {values}) AS found
WHERE {table}.{name} = found.column1 AND {table}.{key} <> found.column2
"""


class Command(BaseCommand):
    help = "Sets the search keys that rows of another version lack, or that another table of characters gives."

    def handle(self, *args: Any, **options: Any) -> None:
        rows = update_search_keys(apps, connection)
        audit.observe("database.search_keys", "database", rows=rows)
        self.stdout.write(f"updated {rows} rows")


def update_search_keys(apps: Any, connection: Any) -> int:
    """Set the keys that are not what they should be, some hundred distinct names a statement; how many rows had such a key."""
    return sum(_update(connection, *where) for where in _keys(apps))


def _keys(apps: Any) -> Iterator[tuple[str, str, str]]:
    """The table, the column and the key's column of every search key."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, SearchKeyField):
                yield model._meta.db_table, str(model._meta.get_field(field.of).column), str(field.column)


def _update(connection: Any, table: str, name: str, key: str) -> int:
    quoted = {part: connection.ops.quote_name(word) for part, word in (("table", table), ("name", name), ("key", key))}
    last, count = "", 0
    with connection.cursor() as cursor:
        while True:
            cursor.execute(NEXT.format(page=PAGE, **quoted), [last])
            names = [found for (found,) in cursor.fetchall()]
            if not names:
                return count
            values = ", ".join(["(%s, %s)"] * len(names))
            keys = [one for found in names for one in (found, search_key(found))]
            cursor.execute(UPDATE.format(values=values, **quoted), keys)
            last, count = names[-1], count + cursor.rowcount
