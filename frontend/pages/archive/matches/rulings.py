"""The form on a match's page by which an arbiter rules on a finding."""

from __future__ import annotations

import re
import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from frontend.components.access import match_or_404, member_event_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.verdict.ruling_text import anchor
from frontend.pages.archive.matches.views import match_page
from records.accounts import access
from records.core.errors import Refusal
from records.tournament import events
from referee.tournament.ranking.rulings import CORRECTED, FindingKey

SCORE = "score."


@login_required
@require_POST
def rule(request: HttpRequest, event_id: uuid.UUID, match_id: uuid.UUID) -> HttpResponse:
    """Rule on a finding and go back to it; where the ruling is refused, the page says why."""
    event, match = member_event_or_404(request, event_id), match_or_404(request, match_id)
    finding, given = _finding(request), request.POST
    if not events.may_in(request.user, access.Right.RULE, event):
        return forbidden_page(request, 403)
    try:
        decision, reason = given.get("decision", ""), given.get("reason", "")
        scores = _scores(request) if decision == CORRECTED or _scores_the_round(request) else None
        events.rule_and_score(request.user, event, match, finding, decision, reason, scores)
    except Refusal as refusal:
        return match_page(request, match, error=str(refusal), status=refusal.status)
    return redirect(f"{reverse('pages:match', args=[match.pk])}#{anchor(finding)}")


def _finding(request: HttpRequest) -> FindingKey:
    given = request.POST
    numbers = [given.get(name, "") for name in ("round", "move", "nth")]
    if not all(re.fullmatch("[0-9]{1,9}", number) for number in numbers):
        raise Http404
    round_, move, nth = map(int, numbers)
    return FindingKey(round_, move, given.get("seat", ""), given.get("code", ""), given.get("clause", ""), nth)


def _scores_the_round(request: HttpRequest) -> bool:
    """Whether the form was filled in with scores for a round that the verdict gives none, whatever is decided on its finding."""
    given = request.POST
    return "unscored" in given and any(str(given[name]).strip() for name in given if name.startswith(SCORE))


def _scores(request: HttpRequest) -> dict[str, int]:
    """The scores in the form. Raises Refusal (422) where one is not a whole number."""
    found: dict[str, int] = {}
    for name, value in request.POST.items():
        if name.startswith(SCORE):
            text = str(value).strip()
            if not re.fullmatch("[-+−]?[0-9]{1,10}", text):
                raise Refusal("invalid-scores", _("Every side needs a whole number of points."), 422)
            found[name[len(SCORE) :]] = int(text.replace("−", "-"))
    return found
