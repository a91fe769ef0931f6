"""The baseline of roles: entries that hold every role in every club and who is staff, from where other entries go on.

Roles that were given before the audit log told of every way to give one have no entry. So the service writes down once how all of
them stand.
"""

from __future__ import annotations

from itertools import islice

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q

from records.accounts import audit
from records.accounts.access.models import Membership

BASELINE = "access.baseline"
SIZE = 500
"""Roles in one entry."""


def standing(role: str, user: int | None) -> str:
    """A role as a baseline holds it: with the account's id, or with a question mark while the invitation is not accepted."""
    return f"{role}?" if user is None else f"{role} of user {user}"


@transaction.atomic
def write_baseline() -> bool:
    """Write down all roles, once after an upgrade and once after the database was emptied; returns whether it was needed."""
    if is_written():
        return False
    audit.wait_for_writers()
    if is_written():
        return False
    user = get_user_model()
    privileged = user.objects.filter(Q(is_staff=True) | Q(is_superuser=True)).order_by("pk")
    accounts = {str(pk): rights(*is_) for pk, *is_ in privileged.values_list("pk", "is_staff", "is_superuser")}
    rows = Membership.objects.order_by("club", "pk").values_list("club", "pk", "role", "user", "accepted_at").iterator()
    roles = ((f"{club}:{pk}", standing(role, user if at else None)) for club, pk, role, user, at in rows)
    audit.record(BASELINE, "database", accounts=accounts, roles=dict(islice(roles, SIZE)))
    while more := dict(islice(roles, SIZE)):
        audit.record(BASELINE, "database", roles=more)
    return True


def is_written() -> bool:
    """Whether there is a baseline since the database was last emptied."""
    return audit.AuditEntry.objects.filter(action=BASELINE, number__gt=audit.emptied()).exists()


def rights(staff: bool, superuser: bool) -> str:
    """What an account may do in the administration, in words."""
    return " ".join(word for word, has in (("staff", staff), ("superuser", superuser)) if has)
