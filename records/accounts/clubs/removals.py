"""Who was removed from a club lately. The audit log alone says who, and in which role: nothing else is stored of it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone

from records.accounts import audit
from records.accounts.access.models import Role
from records.accounts.clubs.models import Club

GONE = ("member.remove", "member.delete")
"""The actions by which somebody leaves a club; by the second the staff of the service takes them out."""


class Removal(NamedTuple):
    """Somebody was removed, who was the ``member`` of this number, in this role, and can be brought back until ``ends_at``."""

    member: int
    user: Any
    role: Role
    at: datetime
    by: str
    ends_at: datetime


def last_removals(club: Club) -> list[Removal]:
    """The removals from a club within UNDO_DAYS, the newest first, of accounts that are there and neither members nor invited."""
    undo = timedelta(days=settings.UNDO_DAYS)
    since = (timezone.now() - undo).astimezone(UTC).isoformat(timespec="microseconds")
    entries = audit.entries_of(club).filter(action__in=GONE, at__gte=since)
    last = {account: entry for account, entry in _last_of_each(entries).items() if _undoable(account, entry)}
    users = get_user_model().objects.filter(pk__in=[account.partition(":")[2] for account in last], is_active=True)
    there = {f"user:{user.pk}": user for user in users.exclude(memberships__club=club)}
    return [_removal(entry, there[account], undo) for account, entry in last.items() if account in there]


def _last_of_each(newest_first: Iterable[audit.AuditEntry]) -> dict[str, audit.AuditEntry]:
    """The last time that each account left. Of who was only invited the log names no account, unless they declined themselves."""
    last: dict[str, audit.AuditEntry] = {}
    for entry in newest_first:
        details = entry.read_details()
        declined = entry.actor_name == details["name"]
        account = f"user:{details['user']}" if "user" in details else entry.actor if declined else ""
        last.setdefault(account, entry)
    return last


def _undoable(account: str, entry: audit.AuditEntry) -> bool:
    """Whether others removed them: who left or declined comes back by an invitation alone."""
    return account not in ("", entry.actor) and entry.action == "member.remove"


def _removal(entry: audit.AuditEntry, user: Any, undo: timedelta) -> Removal:
    at = datetime.fromisoformat(entry.at)
    member, role = int(entry.target.partition(":")[2]), Role(entry.read_details()["role"])
    return Removal(member, user, role, at, entry.actor_name, at + undo)
