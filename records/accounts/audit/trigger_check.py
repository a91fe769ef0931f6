"""Whether the triggers that keep append-only tables from being changed are there, switched on, and as migrations made them."""

from __future__ import annotations

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from records.accounts.audit.checks import Check, register
from records.core.db.append_only import Trigger, triggers_of

ORIGIN = "origin"
"""The value of PostgreSQL's ``session_replication_role`` with which ordinary triggers fire."""


@register
class TriggerCheck(Check):
    """Compares the database's triggers with those of the migrations that were applied to it."""

    part, unit = "triggers", "triggers in place"

    def finish(self) -> None:
        expected = {trigger.name: trigger for trigger in self._expected()}
        found = _postgresql(expected) if connection.vendor == "postgresql" else _sqlite(expected)
        for name, trigger in expected.items():
            if name not in found:
                self.fault(f"the trigger {name} of {trigger.table} is not there: its rows can be changed")
            elif not found[name].enabled:
                self.fault(f"the trigger {name} of {trigger.table} is switched off: its rows can be changed")
            elif found[name] != trigger:
                self.fault(f"the trigger {name} of {trigger.table} does not do what it was made for")
            else:
                self.checked += 1
        for name in found.keys() - expected.keys():
            self.fault(f"{found[name].table} has a trigger {name} that no migration made")
        if connection.vendor == "postgresql" and (role := _setting("session_replication_role")) != ORIGIN:
            self.fault(f"session_replication_role is {role}: no trigger fires")

    def _expected(self) -> list[Trigger]:
        """The triggers of every append-only table, as the last migration that speaks of it made them."""
        loader = MigrationLoader(connection)
        tables: dict[str, list[Trigger]] = {}
        for leaf in loader.graph.leaf_nodes():
            for key in loader.graph.forwards_plan(leaf):
                if key in loader.applied_migrations:
                    for operation in loader.graph.nodes[key].operations:
                        tables.update(triggers_of(operation, connection.vendor))
        return [trigger for triggers in tables.values() for trigger in triggers]


def _sqlite(expected: dict[str, Trigger]) -> dict[str, Trigger]:
    tables = {trigger.table for trigger in expected.values()}
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
        rows = cursor.fetchall()
    return {name: Trigger(name, table, " ".join(sql.split())) for name, table, sql in rows if table in tables}


def _postgresql(expected: dict[str, Trigger]) -> dict[str, Trigger]:
    """Triggers of the tables, each with its kind and the function that it calls; ``tgtype`` says when it fires."""
    tables = sorted({trigger.table for trigger in expected.values()})
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, relname, tgtype, tgqual IS NULL AND tgattr = '', tgenabled, proname, prosrc FROM pg_trigger"
            " JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid"
            " WHERE NOT tgisinternal AND relname = ANY(%s) AND relnamespace = current_schema()::regnamespace",
            [tables],
        )
        rows = cursor.fetchall()
    return {
        name: Trigger(name, table, " ".join(f"{kind if whole else 'restricted'} {function} {body}".split()), enabled in "OA")
        for name, table, kind, whole, enabled, function, body in rows
    }


def _setting(name: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting(%s)", [name])
        return str(cursor.fetchone()[0])
