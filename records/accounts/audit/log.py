"""Writing, reading and verifying the audit log. An entry is written in the transaction of the change that it records.

Each entry holds the hash of the one before it: if somebody with access to the database changes, removes or inserts an entry,
the chain breaks there. Triggers of the database refuse to change or delete one. The chain alone cannot show that its end was
cut off or rewritten: the number and hash of every entry are also written to the process's log, every publication carries those
of the last entry before it, and ``verify`` takes what was kept of them elsewhere.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from records.accounts.audit.actions import Action
from records.accounts.audit.models import NAME, TARGET, AuditEntry
from records.core.db.advisory_lock import AdvisoryLock, take
from records.core.db.fields import storable
from records.core.ops import request_context

GENESIS = "0" * 64
"""What stands for the hash before the first entry."""
EMPTIED = Action.DATABASE_FLUSH.value
"""The action of the entry after which nothing is stored of what the entries before it say."""

log = logging.getLogger(__name__)


class Head(NamedTuple):
    """The last entry of the chain: its number and hash. Before the first entry it is 0 and GENESIS."""

    number: int
    hash: str


class Break(NamedTuple):
    """The first entry at which the chain does not hold, and a code for the reason."""

    number: int
    reason: str


class Chain(NamedTuple):
    """How many entries were read, the last one's number and hash, and where the chain breaks, if it does."""

    entries: int
    number: int
    hash: str
    broken: Break | None


_deferred: ContextVar[list[AuditEntry] | None] = ContextVar("deferred", default=None)
_told: ContextVar[list[str] | None] = ContextVar("told", default=None)


def record(action: str, target: str, by: Any = None, **details: Any) -> None:
    """Write an entry in the open transaction. Call it last: other writers wait from here to the commit.

    ``by`` is the person who acts, by default the user of the request. ``club`` among the details is the id of a club whose
    owners may read the entry. Raises RuntimeError outside of a transaction, ValueError for an action that ``Action`` has not.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("an audit entry belongs to the transaction of the change that it records")
    person = request_context.actor() if by is None else by
    known = person is not None and person.pk is not None
    if (told_so_far := _told.get()) is not None:
        told_so_far.append(action)
    entry = AuditEntry(
        at=timezone.now().astimezone(UTC).isoformat(timespec="microseconds"),
        actor=f"user:{person.pk}" if known else "",
        actor_name=storable(person.get_username(), NAME) if known else "",
        action=Action(action).value,
        target=storable(target, TARGET),
        details=json.dumps(details, sort_keys=True, default=str),
        request_id=request_context.request_id(),
        club=details.get("club"),
    )
    deferred_entries = _deferred.get()
    if deferred_entries is None:
        _append([entry])
    else:
        deferred_entries.append(entry)


def observe(action: str, target: str, **details: Any) -> None:
    """Write an entry about a change that a signal tells of; nothing inside ``told``. A change that was made outside of a
    transaction, at a shell, has its entry in one of its own right after it."""
    if _told.get() is None:
        with transaction.atomic():
            record(action, target, **details)


@contextmanager
def told() -> Iterator[None]:
    """What is changed inside is told of by an entry that the block itself writes: receivers of signals write none besides.

    Raises RuntimeError where the block ends without an entry, so that no change is left untold.
    """
    entries: list[str] = []
    token = _told.set(entries)
    try:
        yield
    finally:
        _told.reset(token)
    if not entries:
        raise RuntimeError("nothing was written about a change that signals were told to leave alone")


@contextmanager
def deferred() -> Iterator[None]:
    """Write the entries recorded inside when the block ends, so that a transaction of many steps does not keep other writers
    waiting from its first entry on. Nothing is written where the block raises."""
    entries: list[AuditEntry] = []
    token = _deferred.set(entries)
    try:
        yield
    finally:
        _deferred.reset(token)
    if entries:
        _append(entries)


def _append(entries: list[AuditEntry]) -> None:
    """Append entries to the chain."""
    wait_for_writers()
    number, previous = head()
    for place, entry in enumerate(entries, number + 1):
        entry.number, entry.previous = place, previous
        previous = entry.hash = entry.digest()
    AuditEntry.objects.bulk_create(entries)
    transaction.on_commit(lambda: _log_entries(entries))


def wait_for_writers() -> None:
    """Wait until nobody else has an entry in an open transaction, and let nobody write one until this transaction ends."""
    take(AdvisoryLock.AUDIT_CHAIN)


def head() -> Head:
    """The last entry of the chain."""
    return Head(*(AuditEntry.objects.order_by("-number").values_list("number", "hash").first() or (0, GENESIS)))


def entry_of(number: int) -> AuditEntry | None:
    """The entry with this number; None where there is none."""
    return AuditEntry.objects.filter(number=number).first()


def _log_entries(entries: list[AuditEntry]) -> None:
    for entry in entries:
        values = {"audit_number": entry.number, "audit_hash": entry.hash, "actor": entry.actor}
        log.info("%s %s", entry.action, entry.target, extra=values)


def entries_of(club: Model) -> QuerySet[AuditEntry]:
    """The entries about a club, the newest first. Only its owners may read them; the caller checks that."""
    return AuditEntry.objects.filter(club=club.pk).order_by("-number")


def emptied() -> int:
    """The number of the entry that says that the database was last emptied; 0 where it never was."""
    entries = AuditEntry.objects.filter(action=EMPTIED).order_by("-number")
    return entries.values_list("number", flat=True).first() or 0


def verify(number: int = 0, digest: str = GENESIS) -> Chain:
    """Check the whole chain. With the number and hash of an entry noted earlier: also that this entry is still the same."""
    entries, last, broken = 0, GENESIS, None
    for entry in AuditEntry.objects.order_by("number").iterator(2000):
        if reason := _break_reason(entry, entries + 1, last, digest if entry.number == number else None):
            broken = Break(min(entry.number, entries + 1), reason)
            break
        entries, last = entries + 1, entry.hash
    if broken is None and entries < number:
        broken = Break(entries + 1, "missing")
    return Chain(entries, entries, last, broken)


def _break_reason(entry: AuditEntry, number: int, previous: str, noted: str | None) -> str:
    if entry.number != number:
        return "missing" if entry.number > number else "unnumbered"
    if entry.previous != previous:
        return "unlinked"
    if entry.hash != entry.digest() or entry.club != entry.read_details().get("club"):
        return "changed"
    return "replaced" if noted is not None and entry.hash != noted else ""


@contextmanager
def atomic() -> Iterator[None]:
    """A transaction whose audit entries are written when it ends (``deferred``)."""
    with transaction.atomic(), deferred():
        yield
