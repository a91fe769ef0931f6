"""Writes an audit entry when migrations have changed the database's tables, and when ``flush`` has emptied them."""

from __future__ import annotations

from typing import Any

from django.db import connection

from records.accounts import audit


def record_migrations(sender: Any, plan: list[tuple[Any, bool]] | None = None, **kwargs: Any) -> None:
    """Receiver of ``post_migrate``, once for this app. ``flush``, which leaves the audit log alone, gives no plan; a run of
    ``migrate`` that finds nothing to do gives an empty one."""
    if audit.AuditEntry._meta.db_table not in connection.introspection.table_names():
        return  # the audit log itself was taken back, or is not made yet
    if plan is None:
        audit.observe("database.flush", "database")
    elif plan:
        names = [f"{migration.app_label}.{migration.name}" for migration, _ in plan]
        back = any(backwards for _, backwards in plan)
        audit.observe("database.migrate", "database", applied=[] if back else names, undone=names if back else [])
