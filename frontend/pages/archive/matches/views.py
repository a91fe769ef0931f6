"""The pages of matches: the archive, a match with its verdict, the state of one that is being judged."""

from __future__ import annotations

import re
import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from frontend.components.access import match_or_404, reads_match, sheet_for
from frontend.components.clubs.rights import club_or_404, clubs_to_upload_into, forbidden_page
from frontend.components.dropped_file import answer_other_rules, lasting
from frontend.components.matches.links import Links
from frontend.components.matches.listing import listing
from frontend.components.page.pagination import PAGE
from frontend.components.sharing import embed_html, messenger_card
from frontend.pages.archive.matches import rulings_context
from records.accounts import access
from records.archive import matches
from records.archive.models import Match
from records.core.errors import Refusal

OPTION = re.compile(r"[a-z_]{1,40}=[\w.,-]{1,500}", re.ASCII)


@require_GET
def archive(request: HttpRequest) -> HttpResponse:
    """The archive: the matches that this person may see, searched and filtered."""
    return render(request, "pages/archive/matches/archive.html", listing(request, matches.visible_to(request.user)))


def _judgements(request: HttpRequest, found: Match) -> dict[str, Any]:
    """The judgements of a match, and the one that the address asks for in place of the current one."""
    asked = request.GET.get("judgement")
    other = matches.judgement_for(request.user, found, asked) if asked else None
    if asked and other is None:
        raise Http404
    passed = matches.judgements_of(request.user, found).defer("verdict")[:PAGE]
    return {"other": other if other and other.pk != found.current_judgement_id else None, "judgements": passed}


def match_page(request: HttpRequest, found: Match, fresh: str = "", error: str = "", status: int = 200) -> HttpResponse:
    """The page of a match; for who sees it by a link, and of a visitor's match, for reading only. ``fresh``: a link just made."""
    links, read_only = Links(found), found.read_only
    judged = {} if read_only else _judgements(request, found)
    other = judged.get("other")
    sheet = sheet_for(links, other.verdict if other else None)
    # Rulings are on the current verdict, so they are not shown beside an earlier one.
    events = rulings_context.show_rulings(request, links, None if other else sheet)
    sharing = not read_only and access.may_with(request.user, access.Right.SHARE, found)
    may_delete = not read_only and matches.may_delete(request.user, found)
    context = {
        "match": found,
        "origin": matches.origin_of(found),
        "has_original": not read_only and matches.original_of(found) is not None,
        "at": links,
        "sheet": sheet,
        "sharing": sharing,
        "fresh": fresh,
        "events": events,
        "error": error,
        "match_id": found.pk,
        "lasting": lasting(request, found.upload, links.page) if found.of_visitor else None,
        **judged,
        "may_change": not read_only and access.may_with(request.user, access.Right.SCORE, found),
        "club": found.club if not read_only and found.club and access.role_in(request.user, found.club) else None,
        "may_delete": may_delete,
        "clubs": clubs_to_upload_into(request)
        if not read_only and found.club_id is None and matches.is_own(request.user, found)
        else [],
        "replaced": matches.deleted_lately(request.user).filter(replacement=found).first() if may_delete else None,
        "shares": access.links_to(found) if sharing else [],
        "snippet": "" if read_only else embed_html(request, found),
        "card": None if read_only else messenger_card(request, found, sheet),
    }
    return render(request, "pages/archive/matches/match.html", context, status=status)


@require_GET
@reads_match
def match(request: HttpRequest, found: Match) -> HttpResponse:
    """A match: its verdict round by round, or its state while it is being judged."""
    return match_page(request, found)


@require_GET
@reads_match
def state(request: HttpRequest, found: Match) -> HttpResponse:
    """The part of a page that shows one uploaded match; it reloads itself until the match is judged."""
    links = Links(found)
    return render(request, "pages/archive/matches/state.html", {"match": found, "at": links, "sheet": sheet_for(links)})


@require_POST
@reads_match
def other_rules(request: HttpRequest, found: Match) -> HttpResponse:
    """Judge the match by other rules, as what a visitor drops is judged: that is a match of its own for a day, and this one stays
    as it is. ``rules`` are one option as a record writes it."""
    rules = request.POST.get("rules", "")
    if not OPTION.fullmatch(rules):
        raise BadRequest("rules")
    try:
        return answer_other_rules(request, found, rules)
    except Refusal as refusal:
        return match_page(request, found, error=str(refusal), status=refusal.status)


@require_POST
def rejudge(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Have the match judged again."""
    found = match_or_404(request, match_id)
    if not access.may_with(request.user, access.Right.SCORE, found):
        raise Http404
    matches.rejudge(found)
    return redirect("pages:match", match_id)


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
        return match_page(request, match, error=str(refusal), status=refusal.status)
    return redirect("pages:match", match_id)
