"""Sessions of browsers, as the database stores them."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.utils import timezone

STALE = 1000
"""Sessions that are deleted at once at most."""


def clear_expired_sessions(at_most: int = STALE) -> int:
    """Delete sessions that have expired, the oldest first; returns their number. Django leaves them in the table."""
    expired = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date")
    cleared, _ = Session.objects.filter(pk__in=list(expired.values_list("pk", flat=True)[:at_most])).delete()
    return cleared
