"""PostgreSQL's advisory locks: who takes one waits until nobody else has it, and has it until the transaction ends."""

from __future__ import annotations

from enum import IntEnum

from django.db import connection


class AdvisoryLock(IntEnum):
    """What is done by one at a time. The numbers are those of the whole database: whatever had the same one would wait for it."""

    AUDIT_CHAIN = 0x7265666572656501
    """Writing entries of the audit log, one after another."""
    VERDICT_SEALS = 0x7265666572656502
    """Sealing verdicts."""


def take(lock: AdvisoryLock) -> None:
    """Have a lock until the open transaction ends. SQLite allows one writer at a time by itself."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [int(lock)])


def take_named(digest: str, *, wait: bool) -> bool:
    """Have the lock that a digest in hexadecimal names, until the open transaction ends; whether it was free, where nobody is to
    ``wait`` for it. Named locks are none of the numbered ones. SQLite allows one writer at a time by itself."""
    if connection.vendor != "postgresql":
        return True
    name = [int.from_bytes(bytes.fromhex(digest[at : at + 8]), signed=True) for at in (0, 8)]
    with connection.cursor() as cursor:
        if wait:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", name)
            return True
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", name)
        return bool(cursor.fetchone()[0])
