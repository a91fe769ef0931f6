"""The help page: what the service is for, what to bring, what comes out, who sees it, and how a verdict is disputed. And
``/.well-known/security.txt`` (RFC 9116): where to report a hole in the service."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe

import referee
from records.archive import samples
from records.archive.samples import Sample
from records.wording.move_text import sentence_and_call

EXPLAINED = 6
"""How many moves of the example are told in words."""
GOOD_FOR = timedelta(days=30)
"""A copy that somebody kept is to be fetched again after this time. The service says it for as long as the setting stands."""


@require_GET
def help_page(request: HttpRequest) -> HttpResponse:
    """Help for newcomers, with an example of a record where a game that is there has a sample."""
    flagged = samples.flagged()
    found = min(flagged.values(), key=lambda sample: len(sample.text), default=None)
    context = {
        "games": referee.games(),
        "samples": flagged,
        "example": _example(found) if found else None,
        "sign_up": settings.SIGN_UP,
    }
    return render(request, "pages/help/help.html", context)


def _example(sample: Sample) -> dict[str, Any]:
    """The tags of a record and the round with its first finding as text, and the first moves of that round in words."""
    number = next((round_["round"] for round_ in sample.verdict["rounds"] if round_["findings"]), 1)
    tags, *rounds = sample.text.strip().split("\n\n")
    round_ = next(one for one in sample.record.rounds if one.number == number)
    [game] = [game for game in referee.games() if game.id == sample.record.game]
    return {
        "game": game,
        "text": "\n\n".join([tags, *(text for text in rounds if text.startswith(f'[Round "{number}"]'))]),
        "moves": [(move.token, sentence_and_call(move, game.rulebook)[0]) for move in round_.moves[:EXPLAINED]],
    }


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The contacts of SECURITY_CONTACT, the preferred first; 404 without."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + GOOD_FOR).strftime("%Y-%m-%dT00:00:00Z")
    fields = [*(("Contact", contact) for contact in settings.SECURITY_CONTACT), ("Expires", expires)]
    fields += [("Preferred-Languages", "zh, en"), ("Canonical", request.build_absolute_uri(request.path))]
    lines = [f"{name}: {value}\r\n" for name, value in fields]
    return HttpResponse("".join(lines), content_type="text/plain; charset=utf-8", headers={"Cache-Control": "max-age=86400"})
