"""Members of clubs, without an invitation."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from records.accounts.models import Club, Membership, Role


def join(club: Club, name: str, role: Role, **more: Any) -> Membership:
    person = User.objects.create_user(name, **more)
    return Membership.objects.create(club=club, user=person, role=role, accepted_at=timezone.now())
