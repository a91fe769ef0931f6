"""Searching for part of a name among the distinct values of a column instead of among all its rows.

Ten years of matches have a few thousand names and events, each on hundreds of rows. No index finds the middle of a word (least of
all of two characters, as most Chinese names are); but an index holds the distinct names in order, and each costs one look-up.
"""

from __future__ import annotations

from django.db import connection, models
from django.db.models import Q

from records.db.fields import storable
from records.db.search_key import search_key

MAX_NAMES = 1000
"""With more matching names than this the text is so common that searching the rows themselves is quick."""

DISTINCT_NAMES = """
WITH RECURSIVE names (name) AS (
    SELECT min({column}) FROM {table}
    UNION ALL
    SELECT (SELECT min({column}) FROM {table} WHERE {column} > names.name) FROM names WHERE names.name IS NOT NULL
)
SELECT name FROM names WHERE name LIKE %s ESCAPE '\\' LIMIT {most}
"""


def field_contains(model: type[models.Model], field: str, text: str) -> Q:
    """The condition that a column of search keys contains a text, however it is written. It must be the first one of an index."""
    return field_among(field, text, names_matching(model, field, text))


def field_among(field: str, text: str, names: list[str] | None) -> Q:
    """The condition that a field is one of these names, or contains the text where ``names`` is None (too many)."""
    return Q(**{f"{field}__contains": search_key(storable(text))}) if names is None else Q(**{f"{field}__in": names})


def names_matching(model: type[models.Model], field: str, text: str, *, whole: bool = False) -> list[str] | None:
    """The distinct values of a column of search keys that contain a text, or with ``whole`` equal it, however it is written.

    None where there are more than MAX_NAMES. The column must be the first one of an index.
    """
    searched = model._meta.get_field(field)
    assert isinstance(searched, models.Field)
    assert searched.column is not None
    column, table = (connection.ops.quote_name(name) for name in (searched.column, model._meta.db_table))
    pattern = connection.ops.prep_for_like_query(search_key(storable(text)))
    with connection.cursor() as cursor:
        sql = DISTINCT_NAMES.format(column=column, table=table, most=MAX_NAMES + 1)
        cursor.execute(sql, [pattern if whole else f"%{pattern}%"])
        names = [name for (name,) in cursor.fetchall()]
    return names if len(names) <= MAX_NAMES else None
