"""Sharing an event from its settings: making a link, whose address is shown this once, and revoking one."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from frontend.components.access import member_event_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.sharing import address_of, create_link, revoke_link
from frontend.pages.tournament.events.settings import settings_page
from records.accounts import access


@login_required
@require_POST
@never_cache
def share_event(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Make a link to an event and show it."""
    event = member_event_or_404(request, event_id)
    if not access.may(request.user, access.Right.SHARE, event.club_id):
        return forbidden_page(request, 403)
    return settings_page(request, event, fresh=address_of(request, create_link(request, event)))


@login_required
@require_POST
def revoke_event(request: HttpRequest, event_id: uuid.UUID, share_id: uuid.UUID) -> HttpResponse:
    """Revoke a link to an event."""
    event = member_event_or_404(request, event_id)
    if not access.may(request.user, access.Right.SHARE, event.club_id):
        return forbidden_page(request, 403)
    revoke_link(request, event, share_id)
    return redirect("pages:event_settings", event_id)
