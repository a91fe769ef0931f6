"""Visibility: which batches a person may see."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Q, QuerySet

from records.access.roles import own, sees_all, signed_in
from records.batches.models import Batch
from records.clubs.visibility import clubs_of


def visible_to(user: Any) -> QuerySet[Batch]:
    """One's own batches and those of one's clubs, the newest first; the staff sees all."""
    batches = Batch.objects.select_related("user", "club").order_by("-created_at", "-id")
    if not signed_in(user):
        return batches.none()
    if sees_all(user):
        return batches
    return batches.filter(own(user) | Q(club__in=clubs_of(user)))


def find(user: Any, batch_id: uuid.UUID) -> Batch | None:
    """The batch, where there is one that this person may see."""
    return visible_to(user).filter(pk=batch_id).first()
