"""The pages of players: a club's players, one player, merging and splitting them."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from frontend.components.clubs.rights import club_or_404, forbidden_page, rights_in
from frontend.components.figures import bars
from frontend.components.page.pagination import PAGE
from frontend.i18n.finding_text import finding_text
from frontend.i18n.localized import localized
from frontend.pages.archive.players.chart import chart_of
from records.accounts.models import Club
from records.archive import matches, players
from records.archive.models import Player
from records.core.errors import Refusal
from records.tournament import events
from referee.core import registry

MEANT = 12
"""How many players a page offers to merge with."""


def player_or_404(club: Club, player_id: str | uuid.UUID) -> Player:
    """The player of a club. Raises Http404."""
    try:
        found = players.find(club, uuid.UUID(str(player_id)))
    except ValueError as error:
        raise Http404 from error
    if found is None:
        raise Http404
    return found


@login_required
@require_GET
def players_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's players, searched; its organizers may merge some, and undo that."""
    return _players(request, club_or_404(request, slug))


def _asked(q: str, sort: str) -> str:
    return urlencode(({"q": q} if q else {}) | ({"sort": sort} if sort != "name" else {}))


def _players(request: HttpRequest, club: Club, refusal: Refusal | None = None) -> HttpResponse:
    q = request.GET.get("q", "").strip()
    sort = request.GET.get("sort", "")
    sort = sort if sort in matches.PLAYER_SORTS else "name"
    page = Paginator(matches.sorted_players(players.search(club, q), sort), PAGE * 2).get_page(request.GET.get("page"))
    counts = matches.match_counts(page.object_list)
    sorts = {"name": _("by name"), "matches": _("most matches first"), "recent": _("last played first")}
    changes = Paginator(players.merges_of(club), PAGE).get_page(request.GET.get("changes"))
    context = {
        "rows": [(one, counts.get(one.pk, 0), getattr(one, "last_day", None)) for one in page.object_list],
        "sort": sort,
        "sorts": [(name, label, "?" + _asked(q, name)) for name, label in sorts.items()],
        "query": _asked(q, sort),
        "club": club,
        "rights": rights_in(request, club),
        "page": page,
        "q": q,
        "changes": changes,
        "error": localized(refusal.message) if refusal else "",
    }
    return render(request, "pages/archive/players/players.html", context, status=refusal.status if refusal else 200)


@login_required
@require_GET
def player(request: HttpRequest, slug: str, player_id: uuid.UUID) -> HttpResponse:
    """One player: figures by game, points over time, rules broken, history."""
    club = club_or_404(request, slug)
    return _one(request, club, player_or_404(club, player_id))


def _one(request: HttpRequest, club: Club, found: Player, refusal: Refusal | None = None) -> HttpResponse:
    results = matches.by_game(found)
    for row in results:
        row["kind"] = registry.find(row["game"])
    given = {name: request.GET.get(name, "").replace("\x00", "").strip() for name in ("game", "finding", "meant")}
    shown = given["game"] or (results[0]["game"] if results else "")
    history = matches.played_by(matches.of_club(request.user, club), found, given["game"], given["finding"])
    page = Paginator(matches.sorted_by(history, "date"), PAGE).get_page(request.GET.get("page"))
    points = matches.points_in(found, page.object_list)
    rows = [(match, points.get(match.pk)) for match in page.object_list]
    query = request.GET.copy()
    query.pop("page", None)
    rights = rights_in(request, club)
    meant = players.search(club, given["meant"]).exclude(pk=found.pk)[:MEANT] if given["meant"] else []
    now = matches.current_player(found)
    broken = _rules_broken(found)
    found_events = events.places_of(found, events.of_player(found))
    context = {
        "club": club,
        "rights": rights,
        "player": found,
        "now": now if now != found else None,
        "results": results,
        "aliases": matches.aliases_of(found),
        "broken": broken,
        "figures": _figures(request, found) if rights["export"] else None,
        "opponents": matches.opponents(found),
        "chart": chart_of(matches.points_over_time(found, shown)),
        "shown": registry.find(shown),
        "page": page,
        "rows": rows,
        "query": query.urlencode(),
        "given": given,
        "found": next((row["said"] for row in broken if row["code"] == given["finding"]), given["finding"]),
        "meant": meant,
        "events": found_events,
        "error": localized(refusal.message) if refusal else "",
    }
    return render(request, "pages/archive/players/player.html", context, status=refusal.status if refusal else 200)


def _rules_broken(found: Player) -> list[dict[str, Any]]:
    rows = matches.rules_broken(found)
    for row in rows:
        row["kind"] = registry.find(row["game"])
        row["said"] = finding_text(row["clause"], row["code"], game=row["kind"], who=found.name)
    return rows


def _figures(request: HttpRequest, found: Player) -> dict[str, Any] | None:
    """The player's figures beside the club's, as rows of bars; None where there are none."""
    groups = []
    for group in matches.figures_of_player(request.user, found):
        game, beside = registry.find(group["game"]), (group["player"], group["club"])
        rows = {
            "rates": bars.rates(*beside),
            "fans": bars.fans(game, *beside),
            "broken": bars.broken(game, *beside, who=found.name, links=True),
        }
        groups.append({**group, "kind": game, **rows})
    return {"heads": [found.name, _("Club")], "groups": groups} if groups else None


@login_required
@require_POST
def merge(request: HttpRequest, slug: str) -> HttpResponse:
    """Merge the ticked players: into the one named, else into the one with the most matches."""
    club = club_or_404(request, slug)
    ticked = [player_or_404(club, one) for one in request.POST.getlist("player")]
    into = player_or_404(club, request.POST["into"]) if request.POST.get("into") else _known_best(ticked)
    try:
        if into is None:
            raise Refusal("nobody", _("Choose at least two players."), 422)
        players.merge(request.user, into, [one for one in ticked if one != into])
    except Refusal as refusal:
        return forbidden_page(request, 403) if refusal.status == 403 else _players(request, club, refusal)
    return redirect("pages:player", slug, into.pk)


def _known_best(ticked: list[Player]) -> Player | None:
    counts = matches.match_counts(ticked)
    return max(ticked, key=lambda one: counts.get(one.pk, 0), default=None)


@login_required
@require_POST
def split(request: HttpRequest, slug: str, player_id: uuid.UUID) -> HttpResponse:
    """Split one alias of a player off as another player."""
    club = club_or_404(request, slug)
    found = player_or_404(club, player_id)
    wanted = request.POST.get("alias", "")
    alias = next((one for one in matches.aliases_of(found) if str(one.pk) == wanted), None)
    if alias is None:
        raise Http404
    try:
        players.split(request.user, alias)
    except Refusal as refusal:
        return forbidden_page(request, 403) if refusal.status == 403 else _one(request, club, found, refusal)
    return redirect("pages:player", slug, found.pk)


@login_required
@require_POST
def rename(request: HttpRequest, slug: str, player_id: uuid.UUID) -> HttpResponse:
    """Rename a player."""
    club = club_or_404(request, slug)
    found = player_or_404(club, player_id)
    try:
        players.rename(request.user, found, request.POST.get("name", ""))
    except Refusal as refusal:
        return forbidden_page(request, 403) if refusal.status == 403 else _one(request, club, found, refusal)
    return redirect("pages:player", slug, found.pk)


@login_required
@require_POST
def undo(request: HttpRequest, slug: str, merge_id: int) -> HttpResponse:
    """Undo a merge or a split."""
    club = club_or_404(request, slug)
    player_merge = players.merge_for(club, merge_id)
    if player_merge is None:
        raise Http404
    try:
        players.undo(request.user, player_merge)
    except Refusal as refusal:
        return forbidden_page(request, 403) if refusal.status == 403 else _players(request, club, refusal)
    return redirect("pages:players", slug)
