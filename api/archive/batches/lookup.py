"""Finding the batch in a request's address."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.problems import Problem
from records.archive import batches
from records.archive.models import Batch


def batch_of(request: Request, batch_id: uuid.UUID) -> Batch:
    """The batch, where this person may see it. Raises Problem (404)."""
    batch = batches.find(request.user, batch_id)
    if batch is None:
        raise Problem(404, "not-found", _("Batch not found, or you don't have access."))
    return batch
