"""The pages. Each asks records or the engine and draws a template; no rule and no query stands here."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from itertools import islice
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_POST

import referee
from frontend import arbiter, cards
from frontend.board import document
from frontend.calculator import form, sitting
from frontend.embed import snippet
from frontend.links import Links
from frontend.paging import Bounded
from frontend.said import said
from frontend.verdicts import Sheet, sheet_of
from frontend.worth import answer
from records import access, errors, events, matches
from records.models import Club, Match

PAGE = 30
SHOWN = 50
"""Matches of one file that the upload page shows in place: a page of thousands takes a web worker half a minute."""
FILTERS = ("q", "game", "status", "state", "event", "player", "date_from", "date_to", "finding")
MEDIA_TYPES = {"ppn": "text/x-ppn", "json": "application/json", "ndjson": "application/x-ndjson"}


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Drop a file, read the verdict; below it what was judged last."""
    latest = matches.visible_to(request.user)[:6]
    return render(request, "frontend/home.html", {"latest": latest})


@require_POST
def upload(request: HttpRequest) -> HttpResponse:
    """The verdicts on dropped files: stored and judged by a worker for who is signed in, else judged here and not kept."""
    results = [taken_in(request, file) for file in request.FILES.getlist("file")]
    return render(request, "frontend/parts/uploaded.html", {"results": results})


def taken_in(request: HttpRequest, file: Any, club: Club | None = None) -> dict[str, Any]:
    """What became of one dropped file: stored as the person's or as a club's, or judged here and not kept."""
    kind = MEDIA_TYPES.get(file.name.rpartition(".")[2].lower(), "text/x-ppn")
    if file.size > settings.UPLOAD_BYTES:
        return {"name": file.name, "error": _("The file is too large: at most 16 MiB.")}
    data = file.read()
    if not request.user.is_authenticated:
        records = list(islice(referee.parse_file(data), SHOWN + 1))
        sheets = [sheet_of(referee.verify(record).as_dict()) for record in records[:SHOWN]]
        return {"name": file.name, "sheets": sheets, "unjudged": len(records) > SHOWN}
    try:
        intake = matches.upload(data, media_type=kind, filename=file.name, user=request.user, club=club)
    except errors.Refusal as error:
        return {"name": file.name, "error": said(error.message)}
    return {"name": file.name, "matches": intake.matches[:SHOWN], "rest": max(0, len(intake.matches) - SHOWN)}


def listing(request: HttpRequest, found: QuerySet[Match]) -> dict[str, Any]:
    """A page of those of the matches that fit what was searched for, and what the filters show."""
    given = {name: request.GET.get(name, "").replace("\x00", "").strip() for name in FILTERS}
    page = Bounded(matches.search(found, **given), PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    return {
        "page": page,
        "given": given,
        "games": referee.games(),
        "states": Match.State.choices,
        "query": query.urlencode(),
        "narrowed": any(given[name] for name in FILTERS if name != "q"),
    }


@require_GET
def archive(request: HttpRequest) -> HttpResponse:
    """The matches that this person may see, searched and filtered."""
    return render(request, "frontend/archive.html", listing(request, matches.visible_to(request.user)))


def opened(request: HttpRequest, match_id: uuid.UUID | None = None, secret: str = "") -> Match:
    """The match, where this person may see it or comes by a share link to it or to its event."""
    if secret:
        found = events.find_shared_match(secret, match_id)
    else:
        found = matches.find(request.user, match_id) if match_id else None
    if found is None:
        raise Http404
    return found


def links_to(request: HttpRequest, match_id: uuid.UUID | None = None, secret: str = "") -> Links:
    """The match as its reader is led to it: its addresses are those that it was opened by."""
    return Links(opened(request, match_id, secret), secret, inside=match_id is not None)


def unlisted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page below a share link: no search engine lists it, and nothing on the way keeps it past its revocation."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **where: Any) -> HttpResponse:
        response = view(request, *args, **where)
        response.headers["X-Robots-Tag"] = "noindex"
        response.headers["Cache-Control"] = "private, no-store"
        return response

    return shown


def _sheet(links: Links, verdict: dict[str, Any] | None = None) -> Sheet | None:
    verdict = verdict or matches.verdict_of(links.match)
    return sheet_of(verdict, links) if verdict else None


def _judgements(request: HttpRequest, found: Match) -> dict[str, Any]:
    """The judgements that were passed on a match, and the one of them that is asked for in the place of the current one."""
    asked = request.GET.get("judgement")
    other = matches.judgement_for(request.user, found, asked) if asked else None
    if asked and other is None:
        raise Http404
    passed = matches.judgements_of(request.user, found).defer("verdict")[:PAGE]
    return {"other": other if other and other.pk != found.current_judgement_id else None, "judgements": passed}


def match_page(request: HttpRequest, links: Links, fresh: str = "", error: str = "", status: int = 200) -> HttpResponse:
    """The page of a match; below a share link it is for reading only. ``fresh``: the address of a link just made."""
    found, secret = links.match, links.secret
    judged = {} if secret else _judgements(request, found)
    other = judged.get("other")
    sheet = _sheet(links, other.verdict if other else None)
    # Rulings are on the current verdict; beside another one they would say what nobody said.
    events = arbiter.show_rulings(request, links, None if other else sheet)
    sharing = not secret and access.may_with(request.user, access.Right.SHARE, found)
    context = {
        "match": found,
        "at": links,
        "sheet": sheet,
        "shared": bool(secret),
        "sharing": sharing,
        "fresh": fresh,
        "events": events,
        "error": error,
        "match_id": found.pk,
        **judged,
        "may_change": not secret and access.may_with(request.user, access.Right.SCORE, found),
        "club": found.club if not secret and found.club and access.role_in(request.user, found.club) else None,
        "shares": access.links_to(found) if sharing else [],
        "snippet": "" if secret else snippet(request, found),
        "card": None if secret else cards.meta(request, found, sheet),
    }
    return render(request, "frontend/match.html", context, status=status)


@require_GET
def match(request: HttpRequest, match_id: uuid.UUID | None = None, secret: str = "") -> HttpResponse:
    """A match: its verdict, round by round, or how far the work on it has come."""
    return match_page(request, links_to(request, match_id, secret))


@require_GET
def state(request: HttpRequest, match_id: uuid.UUID | None = None, secret: str = "") -> HttpResponse:
    """The piece of a page that shows one uploaded match; asks again by itself until it is judged."""
    links = links_to(request, match_id, secret)
    return render(request, "frontend/parts/state.html", {"match": links.match, "at": links, "sheet": _sheet(links)})


@require_POST
def rejudge(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Have the match judged again."""
    found = opened(request, match_id)
    if not access.may_with(request.user, access.Right.SCORE, found):
        raise Http404
    matches.rejudge(found)
    return redirect("pages:match", match_id)


@require_GET
def replay(request: HttpRequest, number: int, move: int = 0, match_id: uuid.UUID | None = None, secret: str = "") -> HttpResponse:
    """The board of a round, standing at a move."""
    links = links_to(request, match_id, secret)
    sheet = _sheet(links)
    if sheet is None or number not in [round_["round"] for round_ in sheet.rounds]:
        raise Http404
    context = {
        "match": links.match,
        "at": links,
        "sheet": sheet,
        "number": number,
        "move": move,
        "board": links.board(number),
        "frames": links.frames(number),
        "review": links.review(number),
        "card": None if secret else cards.meta(request, links.match, sheet, number, move),
    }
    return render(request, "frontend/replay.html", context)


@require_GET
@gzip_page
def frames(request: HttpRequest, number: int, match_id: uuid.UUID | None = None, secret: str = "") -> HttpResponse:
    """What the board draws: the tables of a round, every move in words."""
    found = opened(request, match_id, secret)
    view = request.GET.get("view") or None
    try:
        tables = matches.frames(found, number, view)
    except LookupError as error:
        raise Http404 from error
    said_of = document(tables, matches.verdict_of(found))
    return JsonResponse(said_of, json_dumps_params={"ensure_ascii": False, "separators": (",", ":")})


@require_GET
def calculator(request: HttpRequest) -> HttpResponse:
    """What a hand is worth: the form, and the answer to what its address asks."""
    at = sitting(request.GET)
    if at is None:
        raise Http404
    context = {**form(at, request.GET), "answer": answer(at, request.GET)}
    return render(request, "frontend/calculator.html", context)


@require_GET
def worth(request: HttpRequest) -> HttpResponse:
    """The piece of that page that answers."""
    at = sitting(request.GET)
    if at is None:
        raise Http404
    return render(request, "frontend/parts/worth.html", {"answer": answer(at, request.GET)})
