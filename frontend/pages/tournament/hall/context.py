"""Where the pages of a hall hear of changes."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from records.tournament.models import Event


def live_address(event: Event) -> str:
    """The address of the stream that tells when something of the event has changed."""
    return settings.LIVE_ADDRESS + reverse("pages:event_live", args=[event.pk])
