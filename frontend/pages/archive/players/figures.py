"""The page of a club's figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from frontend.components.clubs.rights import owned_club, rights_in
from frontend.components.figures import bars
from frontend.components.figures.bars import share
from frontend.components.page.actions import Page
from records.accounts.models import Club
from records.archive import players
from referee.core import registry


def _show(request: HttpRequest, club: Club, *, error: str = "") -> HttpResponse:
    """A club's figures by game and rules, for its owners."""
    groups = players.figures_of_club(request.user, club)
    context = {"club": club, "rights": rights_in(request, club), "groups": [_group(group) for group in groups]}
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


club_figures = login_required(Page(owned_club, _show))
