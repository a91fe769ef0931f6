"""Querysets whose SQL Django compiles once: for most frequent queries, compiling takes longer than the database takes to answer.

A prepared query is a queryset with a ``Placeholder`` wherever a value is known only when it runs. It gives what that queryset
would have given with the values in their places; only prefetches are not followed.

The gain: looking up an API token with its user and club takes 44 µs of CPU instead of 396 by the same queryset (CPython 3.11;
SQLite, median of nine runs of 300 that take turns).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.core.exceptions import EmptyResultSet
from django.db import InterfaceError, OperationalError, connections, router, transaction
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.query import ModelIterable
from django.db.models.sql import UpdateQuery

from records.db.binding_cursor import binding_cursor
from records.db.prepared_query.row_builders import BuildRow, instance_builder


class Placeholder(Expression):
    """Stands for a value that is given when the query runs; with ``many``, for the values of an ``__in``."""

    def __init__(self, name: str, output_field: Field[Any, Any], many: bool = False) -> None:
        super().__init__(output_field=output_field)
        self.name, self.many = name, many

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        """Itself as the parameter, replaced by the value when the query runs."""
        return f"({self.marker})" if self.many else "%s", (self,)

    @property
    def marker(self) -> str:
        """What stands in the SQL until the number of values is known."""
        return f"<{self.name}>"

    def bind(self, value: Any, connection: Any) -> list[Any]:
        """The parameters as the database takes them."""
        return [self.output_field.get_db_prep_value(each, connection) for each in (value if self.many else [value])]


class CompiledQuery(NamedTuple):
    """The SQL and parameters that Django made of a queryset. Empty ``sql``: no row can match."""

    sql: str
    parameters: tuple[Any, ...]
    converters: list[tuple[int, list[Any], Any]]
    """Columns that are converted as they are read: position, converters, expression."""
    build_row: BuildRow
    model: type[Model]
    writes: bool
    """Whether rows are changed or locked."""

    def converted(self, row: Sequence[Any], connection: Any) -> list[Any]:
        """The row's values as Python has them."""
        values = list(row)
        for column, converters, expression in self.converters:
            for convert in converters:
                values[column] = convert(values[column], expression, connection)
        return values


def _alias(model: type[Model], writes: bool) -> str:
    """The connection to use, by the database routers; it may be another one each time, to the same tables."""
    return router.db_for_write(model) if writes else router.db_for_read(model)


class PreparedQuery:
    """A queryset that is compiled once, when it first runs.

    ``generic_plan``: whether PostgreSQL may keep one plan for all values. Where one value matches many rows and another few,
    it should plan by the values each time. ``large``: whether its rows may be large. Then no cursor is kept, which would hold
    them until the query runs again.
    """

    _changes_rows = False

    def __init__(self, build: Callable[[], QuerySet[Any]], generic_plan: bool = True, large: bool = False) -> None:
        self._build, self._generic_plan, self._kept_for = build, generic_plan, None if large else self
        self._compiled: CompiledQuery | None = None

    def __call__(self, **values: Any) -> list[Any]:
        """Run the query with these values; returns instances with their annotations, or tuples of its ``values_list``."""
        compiled = self._compiled = self._compiled or self._compile()
        if not compiled.sql:
            return []
        connection = connections[_alias(compiled.model, compiled.writes)]
        sql, parameters = self._bind(compiled, values, connection)
        rows = self._fetch(connection, sql, parameters)
        if compiled.converters:
            rows = [compiled.converted(row, connection) for row in rows]
        return [compiled.build_row(row) for row in rows]

    def _bind(self, compiled: CompiledQuery, values: dict[str, Any], connection: Any) -> tuple[str, list[Any]]:
        """The SQL and its parameters with these values in the places of the placeholders."""
        sql = compiled.sql
        bound: list[Any] = []
        for parameter in compiled.parameters:
            if not isinstance(parameter, Placeholder):
                bound.append(parameter)
                continue
            some = parameter.bind(values[parameter.name], connection)
            if not parameter.many:
                bound += some
            elif connection.vendor == "postgresql":  # one text however many the values are: ``_compile``
                bound.append(some)
            else:
                sql = sql.replace(parameter.marker, ", ".join(["%s"] * len(some)))
                bound += some
        return sql, bound

    def _compile(self) -> CompiledQuery:
        queryset = self._build()
        locks: bool = queryset._for_write  # type: ignore[attr-defined]  # django-stubs do not know it
        model, writes = queryset.model, self._changes_rows or locks
        queryset = queryset.using(_alias(model, writes))
        compiler = queryset.query.get_compiler(queryset.db)
        try:
            sql, parameters = self._sql(queryset, compiler)
        except EmptyResultSet:  # no row can match, whatever the values are
            return CompiledQuery("", (), [], tuple, model, writes)
        if compiler.connection.vendor == "postgresql":
            for parameter in parameters:
                if isinstance(parameter, Placeholder) and parameter.many:
                    sql = sql.replace(f"IN ({parameter.marker})", "= ANY(%s)")
        known = compiler.get_converters([column[0] for column in compiler.select]).items()
        converters = [(position, converters, expression) for position, (converters, expression) in known]
        is_of_instances = queryset._iterable_class is ModelIterable
        build_row = instance_builder(compiler, queryset.db) if is_of_instances else tuple
        return CompiledQuery(sql, tuple(parameters), converters, build_row, model, writes)

    def _sql(self, queryset: QuerySet[Any], compiler: Any) -> tuple[str, Sequence[Any]]:
        sql, parameters = compiler.as_sql()
        return sql, parameters

    def _fetch(self, connection: Any, sql: str, parameters: Sequence[Any]) -> list[Sequence[Any]]:
        """The rows. Retried on a new connection where the kept one turns out to be lost.

        Django would send a query of its own first to find that out (``CONN_HEALTH_CHECKS``); this query serves as that check.
        """
        unchecked = connection.connection is not None and connection.health_check_enabled and not connection.health_check_done
        connection.health_check_done |= unchecked
        try:
            return self._execute(connection, sql, parameters)
        except (OperationalError, InterfaceError):
            if not unchecked or connection.is_usable():
                raise
            connection.close()
            return self._execute(connection, sql, parameters)

    def _execute(self, connection: Any, sql: str, parameters: Sequence[Any]) -> list[Sequence[Any]]:
        with binding_cursor(connection, prepare=self._generic_plan, kept_for=self._kept_for) as cursor:
            cursor.execute(sql, parameters)
            rows: list[Sequence[Any]] = cursor.fetchall()
            return rows


class PreparedUpdate(PreparedQuery):
    """An update that returns the changed rows, in no order. Its queryset may lock rows.

    A change that is a query itself is given as a function, since no query can be built before all models are loaded.

    ``asynchronous_commit``: PostgreSQL may answer before the commit is on its disk, for changes that may be lost with the
    machine's power. ``SET LOCAL`` would take a transaction of four round trips; ``set_config`` in the statement's RETURNING takes
    none. For querysets of instances: their builders take no notice of its column.
    """

    _changes_rows = True

    def __init__(self, build: Callable[[], QuerySet[Any]], *, asynchronous_commit: bool = False, **changes: Any) -> None:
        super().__init__(build, large=True)
        self._changes, self._asynchronous_commit = changes, asynchronous_commit

    def _sql(self, queryset: QuerySet[Any], compiler: Any) -> tuple[str, Sequence[Any]]:
        update = queryset.query.chain(UpdateQuery)
        assert isinstance(update, UpdateQuery)
        update.annotations = {}
        changes = {name: change() if callable(change) else change for name, change in self._changes.items()}
        update.add_update_values(changes)
        with transaction.atomic(queryset.db, savepoint=False):  # Django compiles locks in a transaction only
            sql, parameters = update.get_compiler(queryset.db).as_sql()
            compiler.as_sql()
        returned = [text for _, (text, _), _ in compiler.select]
        if self._asynchronous_commit and compiler.connection.vendor == "postgresql":
            returned.append("set_config('synchronous_commit', 'off', true)")
        selected = (each for _, (_, some), _ in compiler.select for each in some)
        return f"{sql} RETURNING {', '.join(returned)}", (*parameters, *selected)

    def _fetch(self, connection: Any, sql: str, parameters: Sequence[Any]) -> list[Sequence[Any]]:
        """Sent only once: if the connection is lost, nobody knows whether the rows were changed."""
        return self._execute(connection, sql, parameters)
