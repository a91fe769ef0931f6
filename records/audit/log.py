"""The audit log: who did what, to what, when, by which request. Written in the transaction of what it tells of, never changed.

Each entry holds the hash of the one before it: an entry changed, taken out or put in, by whoever may write to the database,
breaks the chain from there on. Triggers of the database refuse to change or delete one. What the chain alone cannot show is
that its end was cut off or written anew: for that the number and hash of every entry stand in the process's log, and can be
kept elsewhere and given to ``verify``.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC
from typing import Any, NamedTuple

from django.db import connection, models, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.db.binding_cursor import binding_cursor
from records.db.bulk_insert import insert
from records.db.fields import storable
from records.db.prepared_query import PreparedQuery
from records.ops import request_context

NAME = 150
TARGET = 100
GENESIS = "0" * 64
"""What stands for the hash before the first entry."""
LOCK = 0x7265666572656501
"""PostgreSQL's advisory lock that writers of the chain take, one after another."""

log = logging.getLogger(__name__)


class AuditEntry(models.Model):
    """One entry. Everything hashed is kept as the text that was hashed, the same in every database.

    The table is not Django's to manage: its columns stay as the migration made them, and ``flush`` leaves it alone.
    People and things are named, not pointed at: they may be deleted, what they did may not.
    """

    number = models.PositiveBigIntegerField(_("number"), primary_key=True)
    at = models.CharField(_("at"), max_length=32)
    actor = models.CharField(_("who"), max_length=40)
    actor_name = models.CharField(_("name"), max_length=NAME)
    action = models.CharField(_("action"), max_length=40)
    target = models.CharField(_("to what"), max_length=TARGET)
    details = models.TextField(_("details"))
    request_id = models.CharField(_("request"), max_length=64)
    previous = models.CharField(_("hash before"), max_length=64)
    hash = models.CharField(_("hash"), max_length=64)

    class Meta:
        app_label = "records"
        managed = False
        db_table = "records_auditentry"
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"{self.number} {self.action} {self.target}"

    def digest(self) -> str:
        """The hash that this entry has when nobody has changed it."""
        told = [
            self.number,
            self.at,
            self.actor,
            self.actor_name,
            self.action,
            self.target,
            self.details,
            self.request_id,
            self.previous,
        ]
        return hashlib.sha256(json.dumps(told, separators=(",", ":")).encode()).hexdigest()


class ClubEntry(models.Model):
    """Which entries are of a club's own affairs: those whose details name it. An index and nothing more: what it leaves out
    is in the chain all the same."""

    club = models.ForeignKey("records.Club", models.CASCADE, related_name="audit")
    number = models.PositiveBigIntegerField()

    class Meta:
        app_label = "records"
        constraints = [models.UniqueConstraint(fields=["club", "number"], name="audit_once_per_club")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.number}"


class Break(NamedTuple):
    """The first entry at which the chain does not hold, and why."""

    number: int
    why: str


class Chain(NamedTuple):
    """How many entries were read, the last one's number and hash, and where the chain breaks, if it does."""

    entries: int
    number: int
    hash: str
    broken: Break | None


_gathered: ContextVar[list[AuditEntry] | None] = ContextVar("gathered", default=None)


def record(action: str, target: str, by: Any = None, **details: Any) -> None:
    """Write an entry, in the transaction that is open; call it last: other writers wait from here to the commit.

    ``by`` is the person, without it whose request this is. ``club`` among the details is the id of the club whose affair it is:
    its owners read the entry. Raises RuntimeError outside of a transaction.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("an audit entry belongs to the transaction of what it tells of")
    person = request_context.actor() if by is None else by
    known = person is not None and person.pk is not None
    entry = AuditEntry(
        at=timezone.now().astimezone(UTC).isoformat(timespec="microseconds"),
        actor=f"user:{person.pk}" if known else "",
        actor_name=storable(person.get_username(), NAME) if known else "",
        action=action,
        target=storable(target, TARGET),
        details=json.dumps(details, sort_keys=True, default=str),
        request_id=request_context.request_id(),
    )
    entry.club_id = details.get("club")  # type: ignore[attr-defined]
    gathered = _gathered.get()
    if gathered is None:
        _append([entry])
    else:
        gathered.append(entry)


@contextmanager
def together() -> Iterator[None]:
    """Entries made inside are written when it ends: a transaction of many steps must not keep other writers waiting from its
    first one on, least of all while it waits for them itself. Nothing is written where it ends with an error."""
    entries: list[AuditEntry] = []
    was = _gathered.set(entries)
    try:
        yield
    finally:
        _gathered.reset(was)
    if entries:
        _append(entries)


def _append(entries: list[AuditEntry]) -> None:
    """Put entries at the end of the chain. SQLite has one writer at a time by itself; PostgreSQL's take turns by a lock."""
    if connection.vendor == "postgresql":
        with binding_cursor(connection) as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    number, previous = next(iter(_last()), (0, GENESIS))
    for place, entry in enumerate(entries, number + 1):
        entry.number, entry.previous = place, previous
        previous = entry.hash = entry.digest()
    insert(entries)
    of_clubs = [(entry.club_id, entry.number) for entry in entries if entry.club_id is not None]  # type: ignore[attr-defined]
    if of_clubs:
        insert([ClubEntry(club_id=club, number=number) for club, number in of_clubs])
    transaction.on_commit(lambda: _tell(entries))


_last = PreparedQuery(lambda: AuditEntry.objects.order_by("-number").values_list("number", "hash")[:1])


def _tell(entries: list[AuditEntry]) -> None:
    for entry in entries:
        said = {"audit_number": entry.number, "audit_hash": entry.hash, "actor": entry.actor}
        log.info("%s %s", entry.action, entry.target, extra=said)


def entries_of(club: Any) -> models.QuerySet[AuditEntry]:
    """The entries about a club's own affairs, the newest first."""
    return AuditEntry.objects.filter(number__in=ClubEntry.objects.filter(club=club).values("number")).order_by("-number")


def verify(number: int = 0, digest: str = GENESIS) -> Chain:
    """Read the whole chain and check it; with a number and hash noted earlier, that this entry is still the same."""
    entries, last, broken = 0, GENESIS, None
    for entry in AuditEntry.objects.order_by("number").iterator(2000):
        if why := _wrong(entry, entries + 1, last, digest if entry.number == number else None):
            broken = Break(min(entry.number, entries + 1), why)
            break
        entries, last = entries + 1, entry.hash
    if broken is None and entries < number:
        broken = Break(entries + 1, "missing")
    return Chain(entries, entries, last, broken)


def _wrong(entry: AuditEntry, number: int, previous: str, noted: str | None) -> str:
    if entry.number != number:
        return "missing" if entry.number > number else "unnumbered"
    if entry.previous != previous:
        return "unlinked"
    if entry.hash != entry.digest():
        return "changed"
    return "replaced" if noted is not None and entry.hash != noted else ""


def audit_of(club: Model) -> QuerySet[AuditEntry]:
    """What was done in a club's affairs, the newest first; for those who govern it."""
    return entries_of(club)


@contextmanager
def all_or_none() -> Iterator[None]:
    """Whatever is stored inside is stored together; an error takes all of it back."""
    with transaction.atomic(), together():
        yield
