"""PostgreSQL's advisory locks: who takes one waits until nobody else has it, and has it until the transaction ends."""

from __future__ import annotations

from enum import IntEnum

from django.db import connection

from records.db.binding_cursor import binding_cursor


class AdvisoryLock(IntEnum):
    """What is done by one at a time. The numbers are those of the whole database: whatever had the same one would wait for it."""

    AUDIT_CHAIN = 0x7265666572656501
    """Writing entries of the audit log, one after another."""
    AUDIT_TREE = 0x7265666572656502
    """Adding tiles to the audit log's tree, or signing a head."""
    VERDICT_SEALS = 0x7265666572656503
    """Sealing verdicts."""


def take(lock: AdvisoryLock) -> None:
    """Have a lock until the open transaction ends. SQLite allows one writer at a time by itself."""
    if connection.vendor == "postgresql":
        with binding_cursor(connection) as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int(lock)])
