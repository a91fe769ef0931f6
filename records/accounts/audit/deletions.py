"""Of a row that is deleted: what it was that somebody deleted, that row itself or one that it belonged to."""

from __future__ import annotations

from typing import Any

from django.db.models import Model, QuerySet


def is_deleted_with(origin: Any, model: type[Model]) -> bool:
    """Whether the deletion began at a row, or at some rows, of this model. ``origin`` is what Django's signal says."""
    began: type[Any] = origin.model if isinstance(origin, QuerySet) else type(origin)
    return issubclass(began, model)
