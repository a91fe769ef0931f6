"""The pages of the rules that a club keeps: their list, one beside a preset, making and changing them from pick-lists."""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

import referee
from frontend.components.clubs.rights import club_or_404, forbidden_page, rights_in
from frontend.components.rules.compare import differences
from frontend.components.rules.fields import Chosen, fields, given_in, in_address, line_of, taken_apart
from frontend.i18n.localized import localized
from frontend.i18n.rules_words import preset_words
from records.accounts import clubs
from records.accounts.models import Club, ClubRules
from records.core.errors import Refusal
from referee import Game
from referee.core import registry
from referee.core.scoring import hand_specification
from referee.rulebook import Rules


@login_required
@require_http_methods(["GET", "POST"])
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a club; for its organizers, with the form to make some from the options of a game."""
    club = club_or_404(request, slug)
    game = registry.find(request.POST.get("game") or request.GET.get("game") or referee.games()[0].id)
    if game is None:
        raise Http404
    if request.method == "GET":
        return _list_response(request, club, game, taken_apart(game.rulebook, request.GET.get("rules", "")))
    chosen = given_in(game.rulebook, request.POST)
    try:
        kept = clubs.add_rules(request.user, club, request.POST.get("name", ""), game.id, line_of(chosen))
    except Refusal as refusal:
        return _list_response(request, club, game, chosen, refusal)
    return redirect("pages:club_rules_one", slug, kept.pk)


def _list_response(request: HttpRequest, club: Club, game: Game, chosen: Chosen, refusal: Refusal | None = None) -> HttpResponse:
    if refusal is not None and refusal.status == 403:
        return forbidden_page(request, 403)
    context = {
        **_shared(request, club, game, chosen, refusal),
        "kept": [{"one": one, "game": registry.find(one.game)} for one in clubs.rules_of(club)],
        "games": referee.games(),
        "name": request.POST.get("name", ""),
    }
    return render(request, "pages/accounts/clubs/rules.html", context, status=refusal.status if refusal else 200)


@login_required
@require_http_methods(["GET", "POST"])
def one(request: HttpRequest, slug: str, rules_id: uuid.UUID) -> HttpResponse:
    """Rules of a club beside a preset; for its organizers, with the form to change them."""
    kept, game = _found(request, slug, rules_id)
    if request.method == "GET":
        return _response(request, kept, game, taken_apart(game.rulebook, kept.rules))
    chosen = given_in(game.rulebook, request.POST)
    try:
        clubs.change_rules(request.user, kept, request.POST.get("name", ""), line_of(chosen))
    except Refusal as refusal:
        return _response(request, kept, game, chosen, refusal)
    return redirect("pages:club_rules_one", slug, kept.pk)


def _response(request: HttpRequest, kept: ClubRules, game: Game, chosen: Chosen, refusal: Refusal | None = None) -> HttpResponse:
    if refusal is not None and refusal.status == 403:
        return forbidden_page(request, 403)
    rules = game.rulebook.rules(kept.rules)
    based = rules.preset if isinstance(rules, Rules) else ""
    preset = game.rulebook.preset(request.GET.get("beside", based)) or game.rulebook.presets[0]
    context = {
        **_shared(request, kept.club, game, chosen, refusal),
        "kept": kept,
        "name": request.POST.get("name", kept.name),
        "preset": preset_words(preset),
        "beside": [{"name": one.name, "text": preset_words(one), "chosen": one == preset} for one in game.rulebook.presets],
        "differences": differences(game, rules, preset.name) if isinstance(rules, Rules) else None,
        "uses": _uses(game, kept.rules),
    }
    return render(request, "pages/accounts/clubs/rules_one.html", context, status=refusal.status if refusal else 200)


def _shared(request: HttpRequest, club: Club, game: Game, chosen: Chosen, refusal: Refusal | None) -> dict[str, Any]:
    return {
        "club": club,
        "rights": rights_in(request, club),
        "game": game,
        "rules": fields(game.rulebook, chosen, pick=True),
        "error": localized(refusal.message) if refusal else "",
    }


def _uses(game: Game, line: str) -> dict[str, str]:
    """The addresses at which these rules are filled in: the calculator of a game that values hands, and entry."""
    asked = f"?{urlencode(in_address(game, line))}"
    found = {"enter": f"{reverse('pages:enter')}?{urlencode({'game': game.id, 'rules': line})}"}
    return {**found, "calculator": reverse("pages:calculator") + asked} if hand_specification(game) else found


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, rules_id: uuid.UUID) -> HttpResponse:
    """Take rules off the club."""
    kept, _game = _found(request, slug, rules_id)
    try:
        clubs.remove_rules(request.user, kept)
    except Refusal as refusal:
        return forbidden_page(request, refusal.status)
    return redirect("pages:club_rules", slug)


def _found(request: HttpRequest, slug: str, rules_id: uuid.UUID) -> tuple[ClubRules, Game]:
    """The rules in the address, and their game. Raises Http404."""
    kept = clubs.find_rules(club_or_404(request, slug), rules_id)
    game = registry.find(kept.game) if kept else None
    if kept is None or game is None:
        raise Http404
    return kept, game
