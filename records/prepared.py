"""Queries that are asked all the time, whose SQL is worked out once: for most, Django takes longer over that than the database
takes over the answer.

A prepared query is a queryset with a ``Given`` wherever a value is known only when it is asked. It answers what that queryset
would have answered with the values in their places; prefetches alone are not followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Expression, Field, QuerySet
from django.db.models.query import ModelIterable, get_related_populators

ASKED = 2
"""How often a connection has been asked a query before PostgreSQL prepares it."""


class Given(Expression):
    """The place of a value that is given when the query is asked; with ``many``, of the values of an ``__in``."""

    def __init__(self, name: str, output_field: Field, many: bool = False) -> None:  # type: ignore[type-arg]
        super().__init__(output_field=output_field)
        self.name, self.many = name, many

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        """A parameter that stands for itself until the value is there."""
        return f"({self.mark})" if self.many else "%s", [self]

    @property
    def mark(self) -> str:
        """What stands in the SQL where a parameter for each of the values will."""
        return f"<{self.name}>"

    def values(self, given: Any, connection: Any) -> list[Any]:
        """The parameters as the database takes them."""
        return [self.output_field.get_db_prep_value(each, connection) for each in (given if self.many else [given])]


class Compiled(NamedTuple):
    """What Django made of a queryset."""

    sql: str
    parameters: tuple[Any, ...]
    converters: list[tuple[int, list[Any], Any]]
    """Columns that are changed as they are read: which, by what."""
    made: Callable[[Sequence[Any]], Any]
    """What becomes of a row."""


class Prepared:
    """A queryset, compiled when it is first asked."""

    def __init__(self, build: Callable[[], QuerySet[Any]]) -> None:
        self._build = build
        self._compiled: Compiled | None = None
        self._using = ""

    def __call__(self, **given: Any) -> list[Any]:
        """What the queryset yields for these values: instances with what it selects beside them, or rows of its values."""
        if self._compiled is None:
            self._compile()
        sql, parameters, converters, made = self._compiled  # type: ignore[misc]
        if not sql:
            return []
        connection = connections[self._using]
        values: list[Any] = []
        for each in parameters:
            told = each.values(given[each.name], connection) if isinstance(each, Given) else [each]
            if not (isinstance(each, Given) and each.many):
                values += told
            elif connection.vendor == "postgresql":  # one query for however many
                sql = sql.replace(f"IN ({each.mark})", "= ANY(%s)")
                values.append(told)
            else:
                sql = sql.replace(each.mark, ", ".join(["%s"] * len(told)))
                values += told
        with _cursor(connection) as cursor:
            cursor.execute(sql, values)
            rows = cursor.fetchall()
        if converters:
            rows = [list(row) for row in rows]
            for row in rows:
                for column, convert, expression in converters:
                    for each in convert:
                        row[column] = each(row[column], expression, connection)
        return [made(row) for row in rows]

    def _compile(self) -> None:
        queryset = self._build()
        compiler = queryset.query.get_compiler(queryset.db)
        self._using = queryset.db
        try:
            sql, parameters = compiler.as_sql()
        except EmptyResultSet:  # whatever is given, nothing fits
            self._compiled = Compiled("", (), [], tuple)
            return
        known = compiler.get_converters([column[0] for column in compiler.select]).items()
        converters = [(place, convert, expression) for place, (convert, expression) in known]
        made = _instances(compiler, queryset.db) if queryset._iterable_class is ModelIterable else tuple
        self._compiled = Compiled(sql, tuple(parameters), converters, made)


@contextmanager
def _cursor(connection: Any) -> Iterator[Any]:
    """By this one PostgreSQL, too, works a query out once for each connection; Django's own sends the values inside the query.

    For these queries alone: psycopg keeps the text of whatever it may have to prepare, and that of an INSERT is what it inserts.
    """
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            yield cursor
        return
    from django.db.backends.postgresql.base import ServerBindingCursor

    connection.close_if_health_check_failed()  # Django's own cursors see to it
    connection.ensure_connection()
    server = connection.connection
    server.prepare_threshold = ASKED if settings.DATABASE_PREPARE else None
    try:
        with connection._prepare_cursor(ServerBindingCursor(server)) as cursor:
            yield cursor
    finally:
        server.prepare_threshold = None


def _instances(compiler: Any, using: str) -> Callable[[Sequence[Any]], Any]:
    """What Django's own iteration does with a row (``ModelIterable``), with all that is the same for every row done before."""
    told, places = compiler.klass_info, compiler.klass_info["select_fields"]
    model, first, last = told["model"], places[0], places[-1] + 1
    names = [column[0].target.attname for column in compiler.select[first:last]]
    populators = get_related_populators(told, compiler.select, using)
    annotations = list((compiler.annotation_col_map or {}).items())

    def made(row: Sequence[Any]) -> Any:
        instance = model.from_db(using, names, row[first:last])
        for populator in populators:
            populator.populate(row, instance)
        for name, place in annotations:
            setattr(instance, name, row[place])
        return instance

    return made

