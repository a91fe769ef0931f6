"""What ``manage.py check --deploy --database default`` says of the role as which the service connects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connections

from records.core.db.privileges import listed, powers


@register(Tags.database, deploy=True)
def check_role(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """A warning for each PostgreSQL database whose role owns its tables, or has more than the service needs."""
    return [_warning(name) for name in databases or () if connections[name].vendor == "postgresql" and _powers(name)]


def _powers(name: str) -> list[str]:
    with connections[name].cursor() as cursor:
        cursor.execute("SELECT current_user")
        return powers(connections[name], cursor.fetchone()[0])


def _warning(name: str) -> CheckMessage:
    return Warning(
        f"The role of the database “{name}” has more than the service needs, or owns it: {listed(_powers(name))}.",
        hint="Who takes over a process can drop the triggers that keep the audit log. Give the service a role of its own: "
        "docs/how-to/runbook.md, “Two roles of the database”.",
        id="records.W001",
    )
