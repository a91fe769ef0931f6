"""Visibility: which re-judgings a person may see."""

from __future__ import annotations

import uuid

from django.db.models import QuerySet

from records.accounts.access.roles import sees_all, signed_in
from records.accounts.clubs.visibility import member_club_ids
from records.archive.rejudging.models import Rejudging
from records.core.people import Actor


def visible_to(user: Actor) -> QuerySet[Rejudging]:
    """The re-judgings that a person may see, the newest first: those of their clubs; for the staff all."""
    every = Rejudging.objects.select_related("club", "created_by").order_by("-created_at", "-id")
    if not signed_in(user):
        return every.none()
    return every if sees_all(user) else every.filter(club__in=member_club_ids(user))


def find(user: Actor, rejudging_id: uuid.UUID) -> Rejudging | None:
    """A re-judging by its id, None where there is none that this person may see."""
    return visible_to(user).filter(pk=rejudging_id).first()
