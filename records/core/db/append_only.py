"""Database triggers that refuse to change or delete rows of append-only tables.

Used by migrations. Such a table is unmanaged from then on, so that ``flush`` leaves it alone, and it has no constraint that
points to another table, so that emptying that one does not touch it. Written by hand: django-pgtrigger serves PostgreSQL alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import router
from django.db.migrations import AlterModelOptions, CreateModel
from django.db.migrations.operations.base import Operation

POSTGRESQL = """
CREATE FUNCTION {table}_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER {table}_rows BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_refuses();
CREATE TRIGGER {table}_table BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuses();
"""
POSTGRESQL_ONCE = """
CREATE FUNCTION {table}_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    part {table};
BEGIN
    IF TG_OP IN ('INSERT', 'DELETE') THEN
        part := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
        IF NOT EXISTS (SELECT 1 FROM {whole} WHERE {of}) THEN
            RETURN part;
        END IF;
    END IF;
    RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER {table}_rows BEFORE INSERT OR UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_refuses();
CREATE TRIGGER {table}_table BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuses();
"""
SQLITE = """CREATE TRIGGER {table}_{name} BEFORE {event} ON {table} {when}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"""

KINDS = {"ROW": 1, "BEFORE": 2, "INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
"""The bits of PostgreSQL's ``pg_trigger.tgtype``."""
_FUNCTION = re.compile(r"CREATE FUNCTION (\w+)\(\).*?AS \$\$(.*?)\$\$;", re.DOTALL)
_TRIGGER = re.compile(
    r"CREATE TRIGGER (\w+)\s+BEFORE ([A-Z ]+) ON (\w+)\s+(.*?FOR EACH (ROW|STATEMENT) EXECUTE FUNCTION (\w+)\(\)|.*)", re.DOTALL
)


class Trigger(NamedTuple):
    """A trigger of an append-only table. ``does`` says all that it does: on SQLite the statement that makes it, on PostgreSQL its
    ``tgtype`` with the name and the body of its function; in one line."""

    name: str
    table: str
    does: str
    enabled: bool = True


def triggers_of(operation: object, vendor: str) -> dict[str, list[Trigger]]:
    """The triggers that an operation of a migration makes in this kind of database, by table."""
    statements = operation.statements[vendor] if isinstance(operation, AppendOnly) else ()
    made: dict[str, list[Trigger]] = {}
    if vendor == "postgresql":
        whole = "".join(statements)
        bodies = dict(_FUNCTION.findall(whole))
        for statement in whole.split("CREATE TRIGGER")[1:]:
            if found := _TRIGGER.match(f"CREATE TRIGGER{statement}"):
                name, events, table, _, each, function = found.groups()
                kind = sum(KINDS[word] for word in ["BEFORE", each, *events.split()] if word in KINDS)
                made.setdefault(table, []).append(Trigger(name, table, " ".join(f"{kind} {function} {bodies[function]}".split())))
        return made
    for statement in statements:
        if found := _TRIGGER.match(statement):
            made.setdefault(found[3], []).append(Trigger(found[1], found[3], " ".join(statement.split())))
    return made


class AppendOnly(Operation):
    """Run statements, which depend on the kind of database. Unlike ``RunPython`` it needs no models drawn."""

    def __init__(self, statements: Mapping[str, Sequence[str]], undo: Mapping[str, Sequence[str]]) -> None:
        self.statements, self.undo = statements, undo

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Triggers change no model."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Create the triggers."""
        self._execute(app_label, schema_editor, self.statements)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Drop the triggers."""
        self._execute(app_label, schema_editor, self.undo)

    def _execute(self, app_label: str, schema_editor: Any, statements: Mapping[str, Sequence[str]]) -> None:
        if router.allow_migrate(schema_editor.connection.alias, app_label):
            for statement in statements[schema_editor.connection.vendor]:
                schema_editor.execute(statement)


def unmanaged(created: CreateModel) -> AlterModelOptions:
    """The operation after which Django no longer manages the table that it has made."""
    kept = {name: value for name, value in created.options.items() if name in AlterModelOptions.ALTER_OPTION_KEYS}
    return AlterModelOptions(created.name, {**kept, "managed": False})


def append_only(table: str, *unique: Sequence[str]) -> AppendOnly:
    """The migration operation that makes a table append-only. ``unique``: each set of columns that a unique constraint covers."""
    return _closing(table, POSTGRESQL.format(table=table), _events(table, unique))


def append_only_once(table: str, whole: str, *same: str) -> AppendOnly:
    """The migration operation that makes rows of a table append-only once the row of ``whole`` with the ``same`` columns exists.

    Until then rows may be inserted and deleted; none is ever changed.
    """

    def of(row: str) -> str:
        return " AND ".join(f"{whole}.{column} = {row}.{column}" for column in same)

    there = f"WHEN EXISTS (SELECT 1 FROM {whole} WHERE {{}})"
    rows = (("DELETE", "OLD"), ("INSERT", "NEW"))
    events = [("update", "UPDATE", ""), *((event.lower(), event, there.format(of(row))) for event, row in rows)]
    return _closing(table, POSTGRESQL_ONCE.format(table=table, whole=whole, of=of("part")), events)


def _closing(table: str, postgresql: str, events: Sequence[tuple[str, str, str]]) -> AppendOnly:
    sqlite = [SQLITE.format(table=table, name=name, event=event, when=when) for name, event, when in events]
    return AppendOnly(
        {"postgresql": [postgresql], "sqlite": sqlite},
        {
            "postgresql": [f"DROP FUNCTION {table}_refuses() CASCADE"],
            "sqlite": [f"DROP TRIGGER {table}_{name}" for name, _, _ in events],
        },
    )


def _events(table: str, unique: Sequence[Sequence[str]]) -> list[tuple[str, str, str]]:
    """SQLite's triggers. INSERT OR REPLACE fires no trigger for deletes, so an insert of a known key is refused."""
    same = " OR ".join("(" + " AND ".join(f"{column} = NEW.{column}" for column in columns) + ")" for columns in unique)
    there = f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})"
    return [("update", "UPDATE", ""), ("delete", "DELETE", ""), ("replace", "INSERT", there)]
