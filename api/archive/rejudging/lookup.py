"""Finding the re-judging in a request's address."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.problems import Problem
from records.archive import rejudging
from records.archive.models import Rejudging


def rejudging_of(request: Request, rejudging_id: uuid.UUID) -> Rejudging:
    """The re-judging, where this person may see it. Raises Problem (404)."""
    job = rejudging.find(request.user, rejudging_id)
    if job is None:
        raise Problem(404, "not-found", _("Re-judging not found, or you don't have access."))
    return job
