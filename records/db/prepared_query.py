"""Queries that are asked all the time, whose SQL is worked out once: for most, Django takes longer over that than the database
takes over the answer.

A prepared query is a queryset with a ``Given`` wherever a value is known only when it is asked. It answers what that queryset
would have answered with the values in their places; prefetches alone are not followed, and instances are made without asking
``Model.__init__``, which no model here has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import EmptyResultSet
from django.db import InterfaceError, OperationalError, connections, transaction
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.query import ModelIterable
from django.db.models.sql import UpdateQuery

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
    """A queryset, compiled when it is first asked.

    ``alike``: whether PostgreSQL may go about it in one way whatever is given. Where what fits one value is much and what fits
    another little, it had better look at the values each time.
    """

    def __init__(self, build: Callable[[], QuerySet[Any]], alike: bool = True) -> None:
        self._build, self._alike = build, alike
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
        rows = self._asked(connection, sql, values)
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
            sql, parameters = self._sql(queryset, compiler)
        except EmptyResultSet:  # whatever is given, nothing fits
            self._compiled = Compiled("", (), [], tuple)
            return
        known = compiler.get_converters([column[0] for column in compiler.select]).items()
        converters = [(place, convert, expression) for place, (convert, expression) in known]
        made = _annotated(compiler, queryset.db) if queryset._iterable_class is ModelIterable else tuple
        self._compiled = Compiled(sql, tuple(parameters), converters, made)

    def _sql(self, queryset: QuerySet[Any], compiler: Any) -> tuple[str, Sequence[Any]]:
        return compiler.as_sql()  # type: ignore[no-any-return]

    def _asked(self, connection: Any, sql: str, values: Sequence[Any]) -> list[Sequence[Any]]:
        """The rows. Of a connection that was kept nobody knows whether it is still one before it was asked something
        (``CONN_HEALTH_CHECKS``). This is asking: where the connection was lost, a new one is asked the same."""
        kept = connection.connection is not None and connection.health_check_enabled and not connection.health_check_done
        connection.health_check_done |= kept
        try:
            return self._rows(connection, sql, values)
        except (OperationalError, InterfaceError):
            if not kept or connection.is_usable():
                raise
            connection.close()
            return self._rows(connection, sql, values)

    def _rows(self, connection: Any, sql: str, values: Sequence[Any]) -> list[Sequence[Any]]:
        with bound(connection, self._alike) as cursor:
            cursor.execute(sql, values)
            return cursor.fetchall()  # type: ignore[no-any-return]


class PreparedUpdate(Prepared):
    """Changes the rows of a queryset and yields them as they are then, in no order. What it is chosen by may lock rows.

    A change that is a query itself is given as a function, since no query can be built before all models are there.
    """

    def __init__(self, build: Callable[[], QuerySet[Any]], **changes: Any) -> None:
        super().__init__(build)
        self._changes = changes

    def _sql(self, queryset: QuerySet[Any], compiler: Any) -> tuple[str, Sequence[Any]]:
        changing = queryset.query.chain(UpdateQuery)
        changing.annotations = {}
        changes = {name: change() if callable(change) else change for name, change in self._changes.items()}
        changing.add_update_values(changes)  # type: ignore[attr-defined]
        with transaction.atomic(queryset.db, savepoint=False):  # locks are worked out in a transaction only
            sql, parameters = changing.get_compiler(queryset.db).as_sql()
            compiler.as_sql()
        told = ", ".join(text for _, (text, _), _ in compiler.select)
        return f"{sql} RETURNING {told}", (*parameters, *(each for _, (_, some), _ in compiler.select for each in some))

    def _asked(self, connection: Any, sql: str, values: Sequence[Any]) -> list[Sequence[Any]]:
        """Once: where the answer was lost with the connection, nobody knows whether the rows were changed."""
        return self._rows(connection, sql, values)


@contextmanager
def bound(connection: Any, kept: bool = True) -> Iterator[Any]:
    """A cursor that sends values beside the query, so that PostgreSQL, too, works that out once for each connection; Django's own
    sends them inside it.

    For what is asked all the time alone: psycopg keeps the text of whatever it may have to prepare. What is not to be ``kept``
    PostgreSQL works out each time, by the values.
    """
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            yield cursor
        return
    from django.db.backends.postgresql.base import ServerBindingCursor

    connection.close_if_health_check_failed()  # Django's own cursors see to it
    connection.ensure_connection()
    server = connection.connection
    server.prepare_threshold = ASKED if kept and settings.DATABASE_PREPARE else None
    try:
        with connection._prepare_cursor(ServerBindingCursor(server)) as cursor:
            yield cursor
    finally:
        server.prepare_threshold = None


def _annotated(compiler: Any, using: str) -> Callable[[Sequence[Any]], Any]:
    """Makes an instance of a row, with what was worked out beside its columns."""
    annotations = list((compiler.annotation_col_map or {}).items())
    instance_of = _instances(compiler.klass_info, compiler.select, using)
    if not annotations:
        return instance_of

    def made(row: Sequence[Any]) -> Any:
        instance = instance_of(row)
        for name, place in annotations:
            setattr(instance, name, row[place])
        return instance

    return made


def _instances(told: dict[str, Any], select: Sequence[Any], using: str) -> Callable[[Sequence[Any]], Any]:
    """What Django's own iteration does with a row (``ModelIterable``, ``RelatedPopulator``), with all that is the same for every
    row done before. An instance's columns are put in their places, which is all that ``Model.__init__`` comes to for them."""
    model, first, last = told["model"], told["select_fields"][0], told["select_fields"][-1] + 1
    if model.__init__ is not Model.__init__ or model.from_db.__func__ is not Model.from_db.__func__:
        raise TypeError(f"{model.__name__} has its own way to be made")
    names = [column[0].target.attname for column in select[first:last]]
    key = first + names.index(model._meta.pk.attname)
    beside = [
        (_instances(other, select, using), other["local_setter"], other["remote_setter"])
        for other in told.get("related_klass_infos", ())
    ]

    def made(row: Sequence[Any]) -> Any:
        if row[key] is None:  # nobody is there
            return None
        instance = model.__new__(model)
        instance._state = state = ModelState()
        state.db, state.adding = using, False
        instance.__dict__.update(zip(names, row[first:last], strict=True))
        for make, near, far in beside:
            other = make(row)
            near(instance, other)
            if other is not None:
                far(other, instance)
        return instance

    return made
