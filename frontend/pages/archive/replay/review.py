"""The review beside a replay, and the deeper review of one turn."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from frontend.components.access import reads_match, requested_view
from frontend.components.page.compact_json import compact_json
from frontend.pages.archive.replay.review_document import requested_turn, reviewed
from records.archive import matches
from records.archive.models import Match


@require_GET
@reads_match
def review(request: HttpRequest, found: Match, number: int) -> HttpResponse:
    """The review of a round with the points over the match; with a ``move`` the deeper review of that turn."""
    move = requested_turn(request.GET)
    view = requested_view(request, found)
    try:
        if move is not None:
            return compact_json({"turn": matches.review_turn(found, number, move, view)})
        document = matches.review(found, number, view)
    except LookupError as error:
        raise Http404 from error
    names = {seat.seat: seat.name for seat in found.seat_rows}
    return compact_json(reviewed(document, matches.verdict_of(found), found.game, names))
