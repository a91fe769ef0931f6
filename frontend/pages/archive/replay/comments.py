"""Comments on the moves of a round: what the replay shows of them, writing and deleting one."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from frontend.components.access import match_or_404
from frontend.i18n.figures import moment
from frontend.i18n.localized import localized
from records.accounts import access
from records.archive import comments
from records.archive.models import Match, MoveComment
from records.core.errors import Refusal


def comments_document(request: HttpRequest, match: Match, number: int) -> dict[str, Any]:
    """The comments on a round for the replay page: whether its reader may write, and the ``document`` of the script, as JSON.
    Whoever came by a share link only reads."""
    shown = _for_reader(request, match, inside=not match.read_only)
    document = {
        "comments": [shown(one) for one in comments.of_round(match, number)],
        "words": {
            "on": _("Comment on move {n}"),
            "delete": _("Delete"),
            "some": _("commented"),
            "deal": _("Comment on the deal"),
        },
    }
    writes = not match.read_only and comments.may_write(request.user, match)
    return {"writes": writes, "document": json.dumps(document, ensure_ascii=False)}


def _for_reader(request: HttpRequest, match: Match, inside: bool) -> Callable[[MoveComment], dict[str, Any]]:
    """How a reader gets the comments on a match. Who wrote one is told to those whose match it is: others learn nothing of its
    club."""
    named = inside and access.may_with(request.user, access.Right.READ, match)
    deletable = comments.deletable(request.user, match)

    def shown(comment: MoveComment) -> dict[str, Any]:
        return {
            "id": str(comment.pk),
            "move": comment.move,
            "text": comment.text,
            "marks": comment.marks,
            "author": comment.author.get_username() if named else "",
            "at": moment(comment.created_at.isoformat()),
            "mine": inside and deletable(comment),
        }

    return shown


@login_required
@require_POST
def comment(request: HttpRequest, match_id: uuid.UUID, number: int, move: int) -> HttpResponse:
    """Comment on a move; the answer is the comment as JSON, or why there is none."""
    match, given = match_or_404(request, match_id), request.POST
    try:
        made = comments.add(request.user, match, number, move, given.get("text", ""), comments.read_marks(given.get("marks", "")))
    except Refusal as refusal:
        return _refused(refusal)
    return JsonResponse(_for_reader(request, match, inside=True)(made), status=201)


@login_required
@require_POST
def delete_comment(request: HttpRequest, match_id: uuid.UUID, comment_id: uuid.UUID) -> HttpResponse:
    """Delete a comment."""
    found = comments.find(match_or_404(request, match_id), comment_id)
    if found is None:
        raise Http404
    try:
        comments.delete(request.user, found)
    except Refusal as refusal:
        return _refused(refusal)
    return HttpResponse(status=204)


def _refused(refusal: Refusal) -> HttpResponse:
    answer = JsonResponse({"error": localized(refusal.message)}, status=refusal.status)
    if refusal.retry_after:
        answer.headers["Retry-After"] = str(refusal.retry_after)
    return answer
