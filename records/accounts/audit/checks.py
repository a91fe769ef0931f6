"""What the audit log is verified against: each check reads the entries in their order and compares what they say with what is
stored. A subject's own check stands in its folder and is registered here."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple, TypeVar

from django.db import connection, transaction

from records.accounts.audit.log import GENESIS, Chain, emptied, verify
from records.accounts.audit.models import AuditEntry

MOST = 20
"""How many faults of one kind are told one by one."""


class Check:
    """Compares one part of what is stored with what the audit log says of it.

    ``checked`` counts what was compared, ``uncovered`` what the log says too little of: it was stored before the log told so
    much, or is too new.
    """

    part: ClassVar[str]
    """A word for what is checked."""
    unit: ClassVar[str]
    """What ``checked`` and ``uncovered`` count."""
    whole_log: ClassVar[bool] = False
    """Whether entries from before the database was last emptied are read too."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.checked = self.uncovered = self._more = 0

    def read(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        """Read an entry; they come in their order."""

    def finish(self) -> None:
        """Compare what is left after the last entry."""

    def fault(self, text: str) -> None:
        """Tell of a fault."""
        if len(self.problems) < MOST:
            self.problems.append(text)
        else:
            self._more += 1

    def faults(self) -> list[str]:
        """Every fault that was found, or the first and how many there are besides."""
        return self.problems + ([f"and {self._more} more"] if self._more else [])


_checks: list[type[Check]] = []
C = TypeVar("C", bound=type[Check])


def register(check: C) -> C:
    """Register a check with the verification of the log."""
    _checks.append(check)
    _checks.sort(key=lambda one: one.part)
    return check


def parts() -> list[str]:
    """The words for what is checked besides the chain."""
    return [check.part for check in _checks]


class Report(NamedTuple):
    """The chain of entries, the number of the entry that says that the database was emptied (0: none), and every check. There is
    none where the chain is broken: what it would compare with is not what was written."""

    chain: Chain
    emptied: int
    checks: list[Check]


def verify_all(number: int = 0, digest: str = GENESIS, only: Collection[str] | None = None) -> Report:
    """Verify the chain, as ``verify`` does, and what is stored against what it says. Reads the entries twice, in one moment of
    the database, and holds few of them in memory."""
    with _one_moment():
        chain = verify(number, digest)
        since = emptied()
        checks = [check() for check in _checks if only is None or check.part in only]
        if chain.broken:
            return Report(chain, since, [])
        for entry in AuditEntry.objects.order_by("number").iterator(2000) if checks else ():
            details = entry.read_details()
            for check in checks:
                if entry.number > since or check.whole_log:
                    check.read(entry, details)
        for check in checks:
            check.finish()
        return Report(chain, since, checks)


@contextmanager
def _one_moment() -> Iterator[None]:
    """Everything that is read inside is of one moment, and nobody who writes waits for it."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        connection.ensure_connection()  # a connection knows its mode once it is made
        mode, connection.transaction_mode = connection.transaction_mode, "DEFERRED"  # type: ignore[attr-defined]  # of SQLite
        try:
            with transaction.atomic():
                yield
        finally:
            connection.transaction_mode = mode  # type: ignore[attr-defined]
