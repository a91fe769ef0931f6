"""Where the pages of a hall hear of changes."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from records.models import Event


def live_address(event: Event, secret: str = "") -> str:
    """The address of the stream that tells when something of the event has changed, below a share link where there is one."""
    name, of = ("pages:shared_event_live", secret) if secret else ("pages:event_live", event.pk)
    return settings.LIVE_ADDRESS + reverse(name, args=[of])
