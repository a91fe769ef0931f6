"""The pages of the rules that a club keeps: their list, one beside a preset, making and changing them from pick-lists."""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

import referee
from frontend.components.clubs.rights import club_or_404, rights_in
from frontend.components.page.actions import Page
from frontend.components.page.sent_once import sent_once
from frontend.components.rules.compare import differences
from frontend.components.rules.fields import Chosen, fields, given_in, in_address, line_of, taken_apart
from records.accounts import clubs
from records.accounts.models import Club, ClubRules
from records.wording.rules_words import preset_words
from referee import Game
from referee.core import registry
from referee.core.scoring import hand_specification
from referee.rulebook import Rules


class Kept(NamedTuple):
    """Rules of a club, and their game."""

    one: ClubRules
    game: Game


def _show_all(request: HttpRequest, club: Club, *, error: str = "") -> HttpResponse:
    """The rules of a club; for its organizers, with the form to make some from the options of a game."""
    game = _game(request)
    chosen = given_in(game.rulebook, request.POST) if error else taken_apart(game.rulebook, request.GET.get("rules", ""))
    context = {
        **_shared(request, club, game, chosen, error),
        "kept": [{"one": one, "game": registry.find(one.game)} for one in clubs.rules_of(club)],
        "games": referee.games(),
        "name": request.POST.get("name", ""),
    }
    return render(request, "pages/accounts/clubs/rules.html", context)


def _game(request: HttpRequest) -> Game:
    game = registry.find(request.POST.get("game") or request.GET.get("game") or referee.games()[0].id)
    if game is None:
        raise Http404
    return game


def _add(request: HttpRequest, club: Club) -> HttpResponse:
    game = _game(request)
    line = line_of(given_in(game.rulebook, request.POST))
    kept = clubs.add_rules(request.user, club, request.POST.get("name", ""), game.id, line)
    return redirect("pages:club_rules_one", club.slug, kept.pk)


def _found(request: HttpRequest, slug: str, rules_id: uuid.UUID) -> Kept:
    """The rules in the address, and their game. Raises Http404."""
    one = clubs.find_rules(club_or_404(request, slug), rules_id)
    game = registry.find(one.game) if one else None
    if one is None or game is None:
        raise Http404
    return Kept(one, game)


def _show(request: HttpRequest, kept: Kept, *, error: str = "") -> HttpResponse:
    """Rules of a club beside a preset; for its organizers, with the form to change them."""
    one, game = kept
    chosen = given_in(game.rulebook, request.POST) if error else taken_apart(game.rulebook, one.rules)
    rules = game.rulebook.rules(one.rules)
    based = rules.preset if isinstance(rules, Rules) else ""
    preset = game.rulebook.preset(request.GET.get("beside", based)) or game.rulebook.presets[0]
    context = {
        **_shared(request, one.club, game, chosen, error),
        "kept": one,
        "name": request.POST.get("name", one.name),
        "preset": preset_words(preset),
        "beside": [{"name": each.name, "text": preset_words(each), "chosen": each == preset} for each in game.rulebook.presets],
        "differences": differences(game, rules, preset.name) if isinstance(rules, Rules) else None,
        "uses": _uses(game, one.rules),
    }
    return render(request, "pages/accounts/clubs/rules_one.html", context)


def _change(request: HttpRequest, kept: Kept) -> HttpResponse:
    one, game = kept
    clubs.change_rules(request.user, one, request.POST.get("name", ""), line_of(given_in(game.rulebook, request.POST)))
    return redirect("pages:club_rules_one", one.club.slug, one.pk)


def _remove(request: HttpRequest, kept: Kept) -> HttpResponse:
    clubs.remove_rules(request.user, kept.one)
    return redirect("pages:club_rules", kept.one.club.slug)


def _shared(request: HttpRequest, club: Club, game: Game, chosen: Chosen, error: str) -> dict[str, Any]:
    return {
        "club": club,
        "rights": rights_in(request, club),
        "game": game,
        "rules": fields(game.rulebook, chosen, pick=True),
        "error": error,
    }


def _uses(game: Game, line: str) -> dict[str, str]:
    """The addresses at which these rules are filled in: the calculator of a game that values hands, and entry."""
    asked = f"?{urlencode(in_address(game, line))}"
    found = {"enter": f"{reverse('pages:enter')}?{urlencode({'game': game.id, 'rules': line})}"}
    return {**found, "calculator": reverse("pages:calculator") + asked} if hand_specification(game) else found


rules_page = login_required(Page(club_or_404, _show_all, add=sent_once(_add)))
one = login_required(Page(_found, _show, change=sent_once(_change), remove=_remove))
