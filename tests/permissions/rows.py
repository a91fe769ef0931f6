"""All rows of all tables, by whom they belong to: what a request has changed, and whose it was."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import ForeignKey, Model

from records.accounts.models import Club
from records.archive.models import Player
from records.core.models import Job
from records.tournament.models import Event

Rows = dict[tuple[str, Any], tuple[Any, ...]]
"""Every row by its table and key."""


class Owners(NamedTuple):
    """The clubs and accounts that a row belongs to, itself or by what it refers to."""

    clubs: frozenset[Any]
    users: frozenset[Any]


class Change(NamedTuple):
    """A row that was added, changed or taken away."""

    how: str
    table: str
    key: Any
    owners: Owners

    def __str__(self) -> str:
        clubs, users = sorted(map(str, self.owners.clubs)), sorted(map(str, self.owners.users))
        return f"{self.table} {self.key} {self.how} (clubs {clubs}, accounts {users})"


@cache
def _models() -> list[type[Model]]:
    """The tables that there are, also those that Django does not make itself."""
    there = set(connection.introspection.table_names())
    models = apps.get_models(include_auto_created=True)
    return [model for model in models if model._meta.db_table in there and not model._meta.proxy]


def snapshot() -> Rows:
    """Every row as it is now."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for model in _models():
            meta = model._meta
            columns = ", ".join(connection.ops.quote_name(field.column) for field in meta.concrete_fields)
            place = [field.column for field in meta.concrete_fields].index(meta.pk.column)
            cursor.execute(f"SELECT {columns} FROM {connection.ops.quote_name(meta.db_table)}")
            found.update(((meta.db_table, row[place]), tuple(map(_comparable, row))) for row in cursor.fetchall())
    return found


def _comparable(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview) else str(value) if isinstance(value, list | dict) else value


def _references() -> dict[str, list[tuple[int, str]]]:
    """For each table the places of its foreign keys, and the tables that they lead to."""
    return {
        model._meta.db_table: [
            (place, field.related_model._meta.db_table)
            for place, field in enumerate(model._meta.concrete_fields)
            if isinstance(field, ForeignKey)
        ]
        for model in _models()
    }


JOBS = Job._meta.db_table
SUBJECT_AT = [field.name for field in Job._meta.concrete_fields].index("subject")
SUBJECTS: dict[str, type[Model]] = {"club": Club, "event": Event, "player": Player}
"""What jobs are for, by how their subjects begin."""


def _subject(subject: str) -> list[tuple[str, Any]]:
    """The table and key of what a job is for."""
    kind, _, key = subject.partition(":")
    if kind not in SUBJECTS:
        return []
    column = SUBJECTS[kind]._meta.pk
    return [(SUBJECTS[kind]._meta.db_table, column.get_db_prep_value(column.to_python(key), connection))]


class Belongings:
    """Whose each row is."""

    def __init__(self) -> None:
        self._references = _references()
        self._clubs, self._users = Club._meta.db_table, get_user_model()._meta.db_table

    def owners(self, rows: Rows, table: str, key: Any, above: frozenset[tuple[str, Any]] = frozenset()) -> Owners:
        """Whose a row is: of the clubs and accounts that its foreign keys lead to, or its subject, if it is a job."""
        if table == self._users:
            return Owners(frozenset(), frozenset({key}))
        clubs, users = ({key} if table == self._clubs else set()), set()
        row = rows.get((table, key), ())
        leads_to = [(other, row[place]) for place, other in self._references[table]] if row else []
        if row and table == JOBS:
            leads_to += _subject(row[SUBJECT_AT])
        for at in leads_to:
            if at[1] is not None and at not in above:
                found = self.owners(rows, *at, above | {(table, key)})
                clubs |= found.clubs
                users |= found.users
        return Owners(frozenset(clubs), frozenset(users))

    def changes(self, before: Rows, after: Rows) -> list[Change]:
        """What differs. A row that was moved from one owner to another belongs to both."""
        found = []
        for at in before.keys() | after.keys():
            if before.get(at) != after.get(at):
                how = "added" if at not in before else "deleted" if at not in after else "changed"
                whose = [self.owners(rows, *at) for rows in (before, after) if at in rows]
                both = Owners(*(frozenset().union(*sets) for sets in zip(*whose, strict=True)))
                found.append(Change(how, *at, both))
        return found
