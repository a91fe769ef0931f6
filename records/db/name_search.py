"""Looking for a part of a name among the names that there are, instead of among all rows that bear one.

Ten years of matches have a few thousand names and events, each on hundreds of rows. No index finds the middle of a word (of two
characters, as most Chinese names are, least of all); but an index holds the distinct names in their order, and going from one to
the next takes a look-up each.
"""

from __future__ import annotations

from django.db import connection, models
from django.db.models import Q

from records.db.fields import storable

MOST = 1000
"""Past so many names, what is looked for is so common that rows are come upon at once."""

NEXT = """
WITH RECURSIVE names (name) AS (
    SELECT min({column}) FROM {table}
    UNION ALL
    SELECT (SELECT min({column}) FROM {table} WHERE {column} > names.name) FROM names WHERE names.name IS NOT NULL
)
SELECT name FROM names WHERE UPPER(name) LIKE UPPER(%s) ESCAPE '\\' LIMIT {most}
"""


def containing(model: type[models.Model], field: str, part: str) -> Q:
    """Rows whose field holds this text, upper or lower case. The field must be the first one of an index."""
    return held(field, part, names_like(model, field, part))


def held(field: str, part: str, names: list[str] | None) -> Q:
    """Rows whose field says one of these names, or, where they are too many, holds this text."""
    return Q(**{f"{field}__icontains": part}) if names is None else Q(**{f"{field}__in": names})


def names_like(model: type[models.Model], field: str, text: str, *, whole: bool = False) -> list[str] | None:
    """What the field says anywhere that holds this text, or with ``whole`` is this text, upper or lower case; None where that
    are more than MOST. The field must be the first one of an index."""
    column, table = (connection.ops.quote_name(name) for name in (model._meta.get_field(field).column, model._meta.db_table))
    pattern = connection.ops.prep_for_like_query(storable(text))
    with connection.cursor() as cursor:
        cursor.execute(NEXT.format(column=column, table=table, most=MOST + 1), [pattern if whole else f"%{pattern}%"])
        names = [name for (name,) in cursor.fetchall()]
    return names if len(names) <= MOST else None
