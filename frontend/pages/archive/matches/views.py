"""The pages of matches: the archive; a match with its verdict, and what is done with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from frontend.components.access import match_to_read, opened_to_readers, sheet_for
from frontend.components.clubs.rights import club_or_404, clubs_to_upload_into
from frontend.components.dropped_file import answer_other_rules, lasting
from frontend.components.matches.links import Links
from frontend.components.matches.listing import listing
from frontend.components.page.actions import Page, id_in, typed
from frontend.components.page.pagination import PAGE
from frontend.components.page.sent_once import sent_once
from frontend.components.sharing import address_of, create_link, embed_html, messenger_card, revoke_link
from frontend.pages.archive.matches import deletion, rulings
from records.accounts import access
from records.accounts.access.roles import require
from records.accounts.models import Club
from records.archive import comments, matches
from records.archive.matches.models import SeatedPlayer
from records.archive.models import Match

Action: TypeAlias = Callable[[HttpRequest, Match], HttpResponse]
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


def _players(found: Match, club: Club | None) -> list[tuple[SeatedPlayer, str]]:
    """Who sat in a match, each with the address of their page in its club; empty where they have none."""
    if club is None:
        return [(one, "") for one in found.seated_players]
    pages = {seat: reverse("pages:player", args=[club.slug, player]) for seat, player in matches.players_in(found).items()}
    return [(one, pages.get(one.seat, "")) for one in found.seated_players]


def _show(request: HttpRequest, found: Match, *, error: str = "", fresh: str = "") -> HttpResponse:
    """The page of a match: its verdict round by round; for who sees it by a link, and of a visitor's match, for reading only.

    With ``?edit=`` the form of a change that asks first, with ``?part=state`` the verdict alone, which reloads itself until there
    is one. ``fresh``: the address of a link just made.
    """
    if (form := request.GET.get("edit", "")) in deletion.FORMS:
        return deletion.ask(request, found, form, error=error)
    if request.GET.get("part") == "state":
        return render(request, "pages/archive/matches/state.html", {"match": found, "sheet": sheet_for(Links(found))})
    links, read_only = Links(found), found.read_only
    judged = {} if read_only else _judgements(request, found)
    other = judged.get("other")
    sheet = sheet_for(links, other.verdict if other else None)
    said = comments.at_findings(found, sheet.every) if sheet and not found.of_visitor else {}
    for finding in sheet.every if sheet else ():
        finding["comments"] = said.get((finding["round"], finding["move"]), ())
    # Rulings are on the current verdict, so they are not shown beside an earlier one.
    events = rulings.show_rulings(request, links, None if other else sheet)
    club = found.club if not read_only and found.club and access.role_in(request.user, found.club) else None
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
        "given_to": typed(request, "move").get("club", ""),
        "match_id": found.pk,
        "lasting": lasting(request, found.upload, links.page) if found.of_visitor else None,
        **judged,
        "may_change": not read_only and access.may_with(request.user, access.Right.SCORE, found),
        "club": club,
        "players": _players(found, club),
        "may_delete": may_delete,
        "clubs": clubs_to_upload_into(request)
        if not read_only and found.club_id is None and matches.is_own(request.user, found)
        else [],
        "replaced": matches.deleted_lately(request.user).filter(replacement=found).first() if may_delete else None,
        "shares": access.links_to(found) if sharing else [],
        "snippet": "" if read_only else embed_html(request, found),
        "card": None if read_only else messenger_card(request, found, sheet),
    }
    return render(request, "pages/archive/matches/match.html", context)


def _other_rules(request: HttpRequest, found: Match) -> HttpResponse:
    """Judge the match by other rules, as what a visitor drops is judged: that is a match of its own for a day, and this one stays
    as it is. ``rules`` are one option as a record writes it."""
    rules = request.POST.get("rules", "")
    if not OPTION.fullmatch(rules):
        raise BadRequest("rules")
    return answer_other_rules(request, found, rules)


def _rejudge(request: HttpRequest, found: Match) -> HttpResponse:
    """Have the match judged again."""
    matches.rejudge(request.user, found)
    return redirect("pages:match", found.pk)


def _move(request: HttpRequest, found: Match) -> HttpResponse:
    """Make the reader's own match a club's."""
    require(matches.is_own(request.user, found))
    matches.move_to_club(request.user, found, club_or_404(request, request.POST.get("club", "")))
    return redirect("pages:match", found.pk)


def _share(request: HttpRequest, found: Match) -> HttpResponse:
    """Make a link and show its address, this once: on the whole page, or on the part of it that htmx asks for."""
    require(access.may_with(request.user, access.Right.SHARE, found))
    secret = create_link(request, found)
    fresh = address_of(request, secret)
    if request.htmx:  # type: ignore[attr-defined]  # set by django_htmx
        return _shares(request, found, fresh=fresh, framed=embed_html(request, found, secret))
    return _show(request, found, fresh=fresh)


def _revoke(request: HttpRequest, found: Match) -> HttpResponse:
    """Revoke a link to the match."""
    require(access.may_with(request.user, access.Right.SHARE, found))
    revoke_link(request, found, id_in(request.POST, "link"))
    return _shares(request, found) if request.htmx else redirect("pages:match", found.pk)  # type: ignore[attr-defined]


def _shares(request: HttpRequest, found: Match, **made: str) -> HttpResponse:
    """The part of the page that has the match's links."""
    context = {"match": found, "at": Links(found), "shares": access.links_to(found), **made}
    return render(request, "pages/archive/matches/shares.html", context)


def _of_archive(action: Action) -> Action:
    """The same action of a match of the archive alone. Raises Http404 for what a visitor dropped."""

    @wraps(action)
    def wrapper(request: HttpRequest, found: Match) -> HttpResponse:
        if found.of_visitor:
            raise Http404
        return action(request, found)

    return wrapper


ACTIONS: dict[str, Action] = {
    "rejudge": _rejudge,
    "move": _move,
    "share": never_cache(sent_once(_share)),
    "revoke": _revoke,
    "delete": deletion.delete,
    "replace": deletion.replace,
    "rule": sent_once(rulings.rule),
}
of_archive = {name: _of_archive(action) for name, action in ACTIONS.items()}
match = opened_to_readers(Page(match_to_read, _show, by_link=("other_rules",), other_rules=_other_rules, **of_archive))
