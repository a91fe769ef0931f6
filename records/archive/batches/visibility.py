"""Visibility: which batches a person may see."""

from __future__ import annotations

import uuid

from django.db.models import Q, QuerySet

from records.accounts.access.roles import owned_by, sees_all, signed_in
from records.accounts.clubs.visibility import member_club_ids
from records.archive.batches.models import Batch
from records.core.people import Actor


def visible_to(user: Actor) -> QuerySet[Batch]:
    """The batches that a person may see, the newest first: their own and those of their clubs; for the staff all."""
    batches = Batch.objects.select_related("user", "club").order_by("-created_at", "-id")
    if not signed_in(user):
        return batches.none()
    if sees_all(user):
        return batches
    return batches.filter(owned_by(user) | Q(club__in=member_club_ids(user)))


def find(user: Actor, batch_id: uuid.UUID) -> Batch | None:
    """A batch by its id, None where there is none that this person may see."""
    return visible_to(user).filter(pk=batch_id).first()
