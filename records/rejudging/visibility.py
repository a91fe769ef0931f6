"""Visibility: which re-judgings a person may see."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import QuerySet

from records.access.roles import sees_all, signed_in
from records.clubs.visibility import clubs_of
from records.rejudging.models import Rejudging


def visible_to(user: Any) -> QuerySet[Rejudging]:
    """Those of one's clubs, the newest first; the staff sees all."""
    every = Rejudging.objects.select_related("club", "created_by").order_by("-created_at", "-id")
    if not signed_in(user):
        return every.none()
    return every if sees_all(user) else every.filter(club__in=clubs_of(user))


def find(user: Any, rejudging_id: uuid.UUID) -> Rejudging | None:
    """Judging an archive again, where this person may see it."""
    return visible_to(user).filter(pk=rejudging_id).first()
