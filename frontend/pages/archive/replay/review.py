"""The review beside a replay, and the deeper review of one turn."""

from __future__ import annotations

from typing import Unpack

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from frontend.components.access import Where, match_or_404, opened_by, requested_view
from frontend.components.page.compact_json import compact_json
from frontend.pages.archive.replay.review_document import requested_turn, reviewed
from records.accounts import access
from records.archive import matches


@opened_by(access.ShareGrant)
@require_GET
def review(request: HttpRequest, number: int, **where: Unpack[Where]) -> HttpResponse:
    """The review of a round with the points over the match; with a ``move`` the deeper review of that turn."""
    found, move = match_or_404(request, **where), requested_turn(request.GET)
    view = requested_view(request, found)
    try:
        if move is not None:
            return compact_json({"turn": matches.review_turn(found, number, move, view)})
        document = matches.review(found, number, view)
    except LookupError as error:
        raise Http404 from error
    names = {seat.seat: seat.name for seat in found.seat_rows}
    return compact_json(reviewed(document, matches.verdict_of(found), found.game, names))
