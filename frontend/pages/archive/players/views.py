"""The pages of players: a club's players, one player, merging and splitting them; the figures of a club."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from frontend.components.clubs.rights import club_or_404, owned_club, rights_in
from frontend.components.figures import bars
from frontend.components.figures.bars import share
from frontend.components.page.actions import Page, number_in
from frontend.components.page.pagination import PAGE
from records.accounts.models import Club
from records.archive import matches, players
from records.archive.models import Player
from records.core.errors import Refusal
from records.tournament import events
from records.wording.finding_text import finding_text
from referee.core import registry

MEANT = 12
"""How many players a page offers to merge with."""
WIDTH, HEIGHT, LEFT, RIGHT, ABOVE, BELOW = 640, 200, 56, 12, 12, 24
LINE = 18
"""The height of a mark's figure: one that is nearer to that of zero would lie over it, and is left out."""


def player_or_404(club: Club, player_id: str | uuid.UUID) -> Player:
    """The player of a club. Raises Http404."""
    try:
        found = players.find(club, uuid.UUID(str(player_id)))
    except ValueError as error:
        raise Http404 from error
    if found is None:
        raise Http404
    return found


def _asked(q: str, sort: str) -> str:
    return urlencode(({"q": q} if q else {}) | ({"sort": sort} if sort != "name" else {}))


def _show_all(request: HttpRequest, club: Club, *, error: str = "") -> HttpResponse:
    """A club's players, searched; its organizers may merge some, and undo that."""
    q = request.GET.get("q", "").strip()
    sort = request.GET.get("sort", "")
    sort = sort if sort in players.SORTS else "name"
    page = Paginator(players.sorted_by(players.search(club, q), sort), PAGE * 2).get_page(request.GET.get("page"))
    counts = players.match_counts(page.object_list)
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
        "error": error,
    }
    return render(request, "pages/archive/players/players.html", context)


def _found(request: HttpRequest, slug: str, player_id: uuid.UUID) -> Player:
    """The player in the address."""
    return player_or_404(club_or_404(request, slug), player_id)


def _show(request: HttpRequest, found: Player, *, error: str = "") -> HttpResponse:
    """One player: figures by game, points over time, rules broken, history."""
    club = found.club
    results = players.by_game(found)
    for row in results:
        row["kind"] = registry.find(row["game"])
    given = {name: request.GET.get(name, "").replace("\x00", "").strip() for name in ("game", "finding", "meant")}
    shown = given["game"] or (results[0]["game"] if results else "")
    history = players.played_by(matches.of_club(request.user, club), found, given["game"], given["finding"])
    page = Paginator(matches.sorted_by(history, "date"), PAGE).get_page(request.GET.get("page"))
    points = players.points_in(found, page.object_list)
    rows = [(match, points.get(match.pk)) for match in page.object_list]
    query = request.GET.copy()
    query.pop("page", None)
    rights = rights_in(request, club)
    meant = players.search(club, given["meant"]).exclude(pk=found.pk)[:MEANT] if given["meant"] else []
    now = players.current_player(found)
    broken = _rules_broken(found)
    found_events = events.places_of(found, events.of_player(found))
    context = {
        "club": club,
        "rights": rights,
        "player": found,
        "now": now if now != found else None,
        "results": results,
        "aliases": players.aliases_of(found),
        "broken": broken,
        "figures": _figures(request, found) if rights["export"] else None,
        "opponents": players.opponents(found),
        "chart": chart_of(players.points_over_time(found, shown)),
        "shown": registry.find(shown),
        "page": page,
        "rows": rows,
        "query": query.urlencode(),
        "given": given,
        "found": next((row["said"] for row in broken if row["code"] == given["finding"]), given["finding"]),
        "meant": meant,
        "events": found_events,
        "error": error,
    }
    return render(request, "pages/archive/players/player.html", context)


def _rules_broken(found: Player) -> list[dict[str, Any]]:
    rows = players.rules_broken(found)
    for row in rows:
        row["kind"] = registry.find(row["game"])
        row["said"] = finding_text(row["clause"], row["code"], game=row["kind"], who=found.name)
    return rows


def _figures(request: HttpRequest, found: Player) -> dict[str, Any] | None:
    """The player's figures beside the club's, as rows of bars; None where there are none."""
    groups = []
    for group in players.figures_of_player(request.user, found):
        game, beside = registry.find(group["game"]), (group["player"], group["club"])
        rows = {
            "rates": bars.rates(*beside),
            "fans": bars.fans(game, *beside),
            "broken": bars.broken(game, *beside, who=found.name, links=True),
        }
        groups.append({**group, "kind": game, **rows})
    return {"heads": [found.name, _("Club")], "groups": groups} if groups else None


def _merge(request: HttpRequest, club: Club) -> HttpResponse:
    """Merge the ticked players: into the one named, else into the one with the most matches."""
    ticked = [player_or_404(club, one) for one in request.POST.getlist("player")]
    into = player_or_404(club, request.POST["into"]) if request.POST.get("into") else _known_best(ticked)
    if into is None:
        raise Refusal("nobody", _("Choose at least two players."), 422)
    players.merge(request.user, into, [one for one in ticked if one != into])
    return redirect("pages:player", club.slug, into.pk)


def _known_best(ticked: list[Player]) -> Player | None:
    counts = players.match_counts(ticked)
    return max(ticked, key=lambda one: counts.get(one.pk, 0), default=None)


def _undo(request: HttpRequest, club: Club) -> HttpResponse:
    """Undo a merge or a split."""
    player_merge = players.merge_for(club, number_in(request.POST, "merge"))
    if player_merge is None:
        raise Http404
    players.undo(request.user, player_merge)
    return redirect("pages:players", club.slug)


def _split(request: HttpRequest, found: Player) -> HttpResponse:
    """Split one alias of a player off as another player."""
    wanted = number_in(request.POST, "alias")
    alias = next((one for one in players.aliases_of(found) if one.pk == wanted), None)
    if alias is None:
        raise Http404
    players.split(request.user, alias)
    return redirect("pages:player", found.club.slug, found.pk)


def _rename(request: HttpRequest, found: Player) -> HttpResponse:
    players.rename(request.user, found, request.POST.get("name", ""))
    return redirect("pages:player", found.club.slug, found.pk)


players_page = login_required(Page(club_or_404, _show_all, merge=_merge, undo=_undo))
player = login_required(Page(_found, _show, rename=_rename, split=_split))


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart: the line of sums, a dot for every match, the height of zero, the marks of the axis."""

    line: str
    dots: list[dict[str, Any]]
    zero: float
    marks: list[tuple[float, int]]
    first: str
    last: str
    size: tuple[int, int] = (WIDTH, HEIGHT)
    sides: tuple[int, int] = (LEFT, WIDTH - RIGHT)


def chart_of(course: list[dict[str, Any]]) -> Chart | None:
    """The chart of a player's points over time; None where there are fewer than two matches."""
    if len(course) < 2:
        return None
    totals = [step["total"] for step in course]
    low, high = min(0, *totals), max(0, *totals)
    across = (WIDTH - LEFT - RIGHT) / (len(course) - 1)
    down = (HEIGHT - ABOVE - BELOW) / ((high - low) or 1)

    def level(points: int) -> float:
        return float(round(ABOVE + (high - points) * down, 1))

    dots = [{**step, "x": round(LEFT + place * across, 1), "y": level(step["total"])} for place, step in enumerate(course)]
    line = " ".join(f"{dot['x']},{dot['y']}" for dot in dots)
    marks = [(level(mark), mark) for mark in sorted({low, 0, high}) if not mark or abs(level(mark) - level(0)) >= LINE]
    return Chart(line, dots, level(0), marks, course[0]["date"], course[-1]["date"])


def _show_figures(request: HttpRequest, club: Club, *, error: str = "") -> HttpResponse:
    """A club's figures by game and rules, for its owners."""
    groups = players.figures_of_club(request.user, club)
    context = {"club": club, "rights": rights_in(request, club), "groups": [_group(group) for group in groups]}
    context["totals"] = players.totals_of_club(request.user, club)
    return render(request, "pages/archive/players/club_figures.html", context)


def _group(group: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of a game and rules as the page shows them."""
    game, seats = registry.find(group["game"]), group["seats"]
    players = [
        {
            **one,
            "win_rate": share(one["won"], one["rounds"]),
            "deal_in_rate": share(one["dealt_in"], one["rounds"]),
            "ready_rate": share(one["ready"], one["checked"]),
        }
        for one in group["players"]
    ]
    return {
        **group,
        "won_share": share(group["rounds"] - group["drawn"], group["rounds"]),
        "ready_rate": share(seats["ready"], seats["checked"]),
        "dealt_in_share": share(group["dealt_in"], group["wins"]),
        "kind": game,
        "fans": bars.fans(game, seats),
        "broken": bars.broken(game, seats),
        "players": players,
    }


club_figures = login_required(Page(owned_club, _show_figures))
