"""Checks of the audit log about people: does replaying its entries give today's roles, and who is staff or superuser today?"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth import get_user_model
from django.db.models import Q

from records.accounts.access.baseline import BASELINE, rights, standing
from records.accounts.access.models import Membership
from records.accounts.audit.checks import Check, register
from records.accounts.audit.models import AuditEntry

Key = tuple[int, int]


class Replay(Check):
    """Replays entries from the baseline on. Before one is written, what there is counts as not covered."""

    held: ClassVar[str]
    """The key of a baseline's details that holds where to begin."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = False

    def read(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        if entry.action == BASELINE:
            self._begun = True
            self.begin(details.get(self.held, {}))
        elif self._begun:
            self.apply(entry, details)

    def begin(self, held: dict[str, str]) -> None:
        """Take over what a baseline, or a part of it, holds."""
        raise NotImplementedError

    def apply(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        """Do what an entry says."""
        raise NotImplementedError


@register
class RoleCheck(Replay):
    """Every role in every club. Clubs are deleted only with an entry that says so."""

    part, unit, held = "roles", "roles as given", "roles"

    def __init__(self) -> None:
        super().__init__()
        self._roles: dict[Key, str] = {}

    def begin(self, held: dict[str, str]) -> None:
        for key, role in held.items():
            club, _, member = key.partition(":")
            self._roles[int(club), int(member)] = role

    def apply(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        id_ = entry.target.partition(":")[2]
        if entry.action == "club.delete":
            self._roles = {key: role for key, role in self._roles.items() if key[0] != int(id_)}
        elif entry.action == "club.found":
            self._roles[details["club"], details["member"]] = standing("owner", details["user"])
        elif entry.action in ("member.remove", "member.delete"):
            self._roles.pop((details["club"], int(id_)), None)
        elif entry.action.startswith("member."):
            self._roles[details["club"], int(id_)] = standing(details["role"], details.get("user"))

    def finish(self) -> None:
        rows = Membership.objects.values_list("club", "pk", "role", "user", "accepted_at")
        today = {(club, pk): standing(role, user if at else None) for club, pk, role, user, at in rows}
        if not self._begun:
            self.uncovered = len(today)
            return
        for club, member in sorted(today.keys() | self._roles.keys()):
            is_, was = today.get((club, member)), self._roles.get((club, member))
            if is_ == was:
                self.checked += 1
            else:
                self.fault(f"club {club}: member {member} is {is_ or 'not there'}, and by the log {was or 'not there'}")


@register
class AccountCheck(Replay):
    """Who is staff or superuser."""

    part, unit, held = "accounts", "accounts of staff as made", "accounts"

    def __init__(self) -> None:
        super().__init__()
        self._accounts: dict[int, str] = {}

    def begin(self, held: dict[str, str]) -> None:
        self._accounts |= {int(user): may for user, may in held.items()}

    def apply(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        if entry.action in ("account.add", "account.change") and "superuser" in details:
            user, may = int(entry.target.partition(":")[2]), rights(details["staff"], details["superuser"])
            self._accounts.pop(user, None)
            if may:
                self._accounts[user] = may
        elif entry.action == "account.delete":
            self._accounts.pop(int(entry.target.partition(":")[2]), None)

    def finish(self) -> None:
        privileged = get_user_model().objects.filter(Q(is_staff=True) | Q(is_superuser=True))
        rows = privileged.values_list("pk", "is_staff", "is_superuser")
        today = {pk: rights(staff, superuser) for pk, staff, superuser in rows}
        if not self._begun:
            self.uncovered = len(today)
            return
        for user in sorted(today.keys() | self._accounts.keys()):
            is_, was = today.get(user, ""), self._accounts.get(user, "")
            if is_ == was:
                self.checked += 1
            else:
                self.fault(f"user {user} is {is_ or 'an ordinary account'}, and by the log {was or 'an ordinary account'}")
