"""Searching for a part of a name: by an index of its pairs of characters, or among the distinct values of a column.

PostgreSQL has such an index of players and files: the pairs of neighbouring characters of names. Most Chinese names have two or
three characters, so that an index of three (pg_trgm) finds none of their parts. A pair is found in either script, since search
keys are in one; a word of one character is found by the pairs that begin with it.

Of events, stages and tables there are a few thousand names, each on hundreds of rows: an index holds them in order, and each
costs one look-up. Elsewhere all are found so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import Any, NamedTuple

from django.db import connection, models
from django.db.models import Lookup, Q

from records.core.db.fields import SearchKeyField, storable
from records.core.db.search_keys import search_key

MAX_NAMES = 1000
"""With more matching names than this the text is so common that searching the rows themselves is quick."""

LAST, OFTEN = 1000, 10
"""So many of the last rows are looked at, and so many of them are often."""

DISTINCT_NAMES = """
WITH RECURSIVE names (name) AS (
    SELECT min({column}) FROM {table}
    UNION ALL
    SELECT (SELECT min({column}) FROM {table} WHERE {column} > names.name) FROM names WHERE names.name IS NOT NULL
)
SELECT name FROM names WHERE {fits} {limit}
"""
WORDS = 6
"""Words of a search; the last one is all that follows the others."""
FUNCTION = """
CREATE OR REPLACE FUNCTION records_pairs(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_agg(substr(name, place, 2))) FROM generate_series(1, length(name)) AS place
$$
"""
PAIRED = {"archive_matchseat": "search_name", "archive_upload": "search_filename"}
"""The columns that have such an index, by their tables. Their rows are inserted once; those of matches change all the time."""


def words_of(text: str) -> list[str]:
    """The words of what is searched for as search keys, each once."""
    words = search_key(storable(text)).split(" ", WORDS - 1)
    return list(dict.fromkeys(word for word in words if word))


class Named(NamedTuple):
    """Conditions that a column contains words: ``indexed`` finds the rows by an index, ``each`` is to ask of one row.

    ``indexed`` is None where the names are too many, or where the last rows often have the words. ``values``: what the column
    has in the rows that are found, where that is listed.
    """

    indexed: Q | None
    each: Q
    values: frozenset[str] | None = None


def named(model: type[models.Model], field: str, texts: Sequence[Sequence[str]], *, whole: bool = False) -> list[Named]:
    """For each of these lists of words the conditions that a column of search keys contains all of them, in any order.

    ``whole``: each as a word of its own. The column must be the first one of an index, or paired.
    """
    if connection.vendor == "postgresql" and PAIRED.get(model._meta.db_table) == field:
        last: models.QuerySet[Any, str] = models.QuerySet(model).order_by("-pk").values_list(field, flat=True)[:LAST]
        return [_paired(field, words, list(last)) for words in texts]
    names = _names_matching(model, field, texts, whole)
    return [_among(field, words, [name for name in names if _fits(name, words, whole)], whole) for words in texts]


def _paired(field: str, words: Sequence[str], last: Sequence[str]) -> Named:
    indexed, contains = (
        reduce(and_, (Q(**{f"{field}__{lookup}": word}) for word in words)) for lookup in ("has_word", "contains")
    )
    often = sum(_fits(name, words, whole=False) for name in last) >= OFTEN
    return Named(None if often else indexed, contains)


def _among(field: str, words: Sequence[str], names: list[str], whole: bool) -> Named:
    if len(names) <= MAX_NAMES:
        among = Q(**{f"{field}__in": names})
        return Named(among, among, frozenset(names))
    return Named(None, reduce(and_, (_contains(field, word, whole) for word in words)))


def _contains(field: str, word: str, whole: bool) -> Q:
    if not whole:
        return Q(**{f"{field}__contains": word})
    ways = {"": word, "__startswith": f"{word} ", "__endswith": f" {word}", "__contains": f" {word} "}
    return reduce(or_, (Q(**{f"{field}{way}": text}) for way, text in ways.items()))


def _fits(name: str, words: Sequence[str], whole: bool) -> bool:
    return all(f" {word} " in f" {name} " if whole else word in name for word in words)


def _names_matching(model: type[models.Model], field: str, texts: Sequence[Sequence[str]], whole: bool) -> list[str]:
    """The distinct values of a column that contain every word of a text; where there is but one, as many as tell its rarity."""
    searched = model._meta.get_field(field)
    assert isinstance(searched, models.Field)
    assert searched.column is not None
    column, table = (connection.ops.quote_name(name) for name in (searched.column, model._meta.db_table))
    name, pattern = ("' ' || name || ' '", "% {} %") if whole else ("name", "%{}%")
    fits = " OR ".join(" AND ".join([f"{name} LIKE %s ESCAPE '\\'"] * len(words)) for words in texts)
    limit = f"LIMIT {MAX_NAMES + 1}" if len(texts) == 1 else ""
    with connection.cursor() as cursor:
        sql = DISTINCT_NAMES.format(column=column, table=table, fits=fits, limit=limit)
        cursor.execute(sql, [pattern.format(connection.ops.prep_for_like_query(word)) for words in texts for word in words])
        return [name for (name,) in cursor.fetchall()]


@SearchKeyField.register_lookup
class HasWord(Lookup[str]):
    """The condition that a search key contains a word, evaluated by the index of its pairs where there is one."""

    lookup_name = "has_word"

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        column, params = self.process_lhs(compiler, connection)
        like = f"%{connection.ops.prep_for_like_query(self.rhs)}%"
        return f"{column} LIKE %s ESCAPE '\\'", [*params, like]

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        column, params = self.process_lhs(compiler, connection)
        like, likes = self.as_sql(compiler, connection)
        return f"(records_pairs({column}) @@ %s::tsquery AND {like})", [*params, pairs_of(self.rhs), *likes]


def pairs_of(word: str) -> str:
    """The pairs of a word as a query of PostgreSQL's text search."""
    if len(word) == 1:
        return f"{_quoted(word)}:*"
    return " & ".join(_quoted(word[at : at + 2]) for at in range(len(word) - 1))


def _quoted(lexeme: str) -> str:
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
