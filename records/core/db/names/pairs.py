"""Finding the middle of a name by an index: PostgreSQL keeps the pairs of neighbouring characters of names.

Most Chinese names have two or three characters, so that an index of three (pg_trgm) finds none of their parts. A pair is found in
either script, since search keys are in one; a word of one character is found by the pairs that begin with it.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Lookup

from records.core.db.fields import SearchKeyField

FUNCTION = """
CREATE OR REPLACE FUNCTION records_pairs(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_agg(substr(name, place, 2))) FROM generate_series(1, length(name)) AS place
$$
"""
PAIRED = {"archive_matchseat": "search_name", "archive_upload": "search_filename"}
"""The columns that have such an index, by their tables. Their rows are inserted once; those of matches change all the time."""


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
