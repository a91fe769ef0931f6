"""Moving one's own match into a club."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from frontend.components.access import match_or_404
from frontend.components.clubs.rights import club_or_404, forbidden_page
from frontend.i18n.localized import localized
from frontend.pages.archive.matches.views import match_page
from records.archive import matches
from records.core.errors import Refusal


@login_required
@require_POST
def move(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Make the reader's own match a club's; where that is refused, its page says why."""
    match = match_or_404(request, match_id)
    if not matches.is_own(request.user, match):
        return forbidden_page(request, 403)
    club = club_or_404(request, request.POST.get("club", ""))
    try:
        matches.move_to_club(request.user, match, club)
    except Refusal as refusal:
        return match_page(request, match, error=localized(refusal.message), status=refusal.status)
    return redirect("pages:match", match_id)
