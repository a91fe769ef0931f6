"""Searching for part of a name among the distinct values of a column instead of among all its rows.

Ten years of matches have a few thousand names and events, each on hundreds of rows. No index finds the middle of a word (least of
all of two characters, as most Chinese names are); but an index holds the distinct names in order, and each costs one look-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_

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
SELECT name FROM names WHERE {fits} LIMIT {most}
"""
WORDS = 6
"""Words of a search; the last one is all that follows the others."""


def words_of(text: str) -> list[str]:
    """The words of what is searched for as search keys, each once."""
    words = search_key(storable(text)).split(" ", WORDS - 1)
    return list(dict.fromkeys(word for word in words if word))


def field_contains(model: type[models.Model], field: str, text: str) -> Q:
    """The condition that a column of search keys contains every word of a text, in any order and however it is written.

    It must be the first one of an index.
    """
    words = words_of(text)
    return field_among(field, words, names_matching(model, field, words)) if words else Q()


def field_among(field: str, words: Sequence[str], names: list[str] | None) -> Q:
    """The condition that a field is one of these names, or contains every word where ``names`` is None (too many)."""
    if names is not None:
        return Q(**{f"{field}__in": names})
    return reduce(and_, (Q(**{f"{field}__contains": word}) for word in words))


def names_matching(model: type[models.Model], field: str, words: Sequence[str], *, whole: bool = False) -> list[str] | None:
    """The distinct values of a column of search keys that contain every word, with ``whole`` as a word of its own.

    None where there are more than MAX_NAMES. The column must be the first one of an index.
    """
    searched = model._meta.get_field(field)
    assert isinstance(searched, models.Field)
    assert searched.column is not None
    column, table = (connection.ops.quote_name(name) for name in (searched.column, model._meta.db_table))
    name, pattern = ("' ' || name || ' '", "% {} %") if whole else ("name", "%{}%")
    fits = " AND ".join([f"{name} LIKE %s ESCAPE '\\'"] * len(words))
    with connection.cursor() as cursor:
        sql = DISTINCT_NAMES.format(column=column, table=table, fits=fits, most=MAX_NAMES + 1)
        cursor.execute(sql, [pattern.format(connection.ops.prep_for_like_query(word)) for word in words])
        names = [name for (name,) in cursor.fetchall()]
    return names if len(names) <= MAX_NAMES else None
