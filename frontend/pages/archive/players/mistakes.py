"""The page of a player's mistakes: one after another as puzzles, which come back until they are right."""

from __future__ import annotations

import uuid
from contextlib import suppress
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from frontend.components.clubs.rights import club_or_404
from frontend.components.matches.links import Links
from frontend.pages.archive.players.puzzle_text import answered, asked
from frontend.pages.archive.players.views import player_or_404
from records.accounts.models import Club
from records.archive import mistakes
from records.archive.models import Mistake, Player
from records.core.languages import localized
from records.core.people import person
from records.core.queue.models import Job
from records.wording.board import document
from records.wording.game_words import word
from referee.core import registry

PAGE = "pages/archive/players/mistakes.html"
TRIES = 10
"""Mistakes in a row that are passed over where nothing can be said of them."""


def _found(request: HttpRequest, slug: str, player_id: uuid.UUID) -> tuple[Club, Player]:
    club = club_or_404(request, slug)
    return club, player_or_404(club, player_id)


def _mistake_or_404(request: HttpRequest, player: Player, mistake_id: int) -> Mistake:
    mistake = mistakes.of_player(request.user, player, mistake_id)
    if mistake is None:
        raise Http404
    return mistake


@login_required
@never_cache
@require_GET
def training(request: HttpRequest, slug: str, player_id: uuid.UUID) -> HttpResponse:
    """The puzzle that comes next; ``after`` another one, where that is passed over. Matches that nobody looked through yet are
    looked through in the background."""
    club, player = _found(request, slug, player_id)
    after = request.GET.get("after", "")
    passed_over = mistakes.of_player(request.user, player, int(after)) if after.isascii() and after.isdigit() else None
    here = mistakes.search(player)
    puzzle = _next_puzzle(request, player, passed_over) or _next_puzzle(request, player, None)
    if puzzle is None:
        untold = [_untold(game) for game in mistakes.untold_games(player)]
        return render(request, PAGE, {**_context(request, club, player, here), "untold": untold})
    return _puzzle_page(request, club, player, puzzle)


def _next_puzzle(request: HttpRequest, player: Player, after: Mistake | None) -> mistakes.Puzzle | None:
    """The puzzle that comes next, without mistakes that another engine version found and this one does not know."""
    for _try in range(TRIES):
        after = mistakes.next_mistake(person(request.user), player, after)
        if after is None:
            break
        with suppress(LookupError):
            return mistakes.puzzle(after)
    return None


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def one(request: HttpRequest, slug: str, player_id: uuid.UUID, mistake_id: int) -> HttpResponse:
    """One puzzle; an answer to it is judged and noted."""
    club, player = _found(request, slug, player_id)
    mistake = _mistake_or_404(request, player, mistake_id)
    puzzle = _puzzle_or_404(mistake)
    given = request.POST.get("answer", "")
    if request.method == "GET" or given not in puzzle.answers:
        return _puzzle_page(request, club, player, puzzle)
    progress = mistakes.answer(person(request.user), mistake, given in puzzle.best)
    replay = Links(mistake.match).board(mistake.round, mistake.move)
    context = {"answer": answered(puzzle, given, progress), "club": club, "player": player, "mistake": mistake, "replay": replay}
    if request.headers.get("HX-Request"):
        return render(request, "pages/archive/players/answer.html", context)
    return render(request, PAGE, {**_context(request, club, player, None), **_board(puzzle), **context})


def _context(request: HttpRequest, club: Club, player: Player, stands: Job | None) -> dict[str, Any]:
    return {
        "club": club,
        "player": player,
        "counts": mistakes.counts(person(request.user), player),
        "search": stands,
    }


def _untold(game_id: str) -> dict[str, str]:
    """The name of a game of whose choices nothing can be said, and why."""
    game = registry.find(game_id)
    why = word(game, "reviews", "untold")
    return {"game": localized(game.rulebook.name) if game else game_id, "why": "" if why == "untold" else why}


def _puzzle_or_404(mistake: Mistake) -> mistakes.Puzzle:
    try:
        return mistakes.puzzle(mistake)
    except LookupError as error:
        raise Http404 from error


def _puzzle_page(request: HttpRequest, club: Club, player: Player, puzzle: mistakes.Puzzle) -> HttpResponse:
    context = {**_context(request, club, player, mistakes.search_of(player)), **_board(puzzle), "mistake": puzzle.mistake}
    return render(request, PAGE, {**context, "asked": asked(puzzle)})


def _board(puzzle: mistakes.Puzzle) -> dict[str, Any]:
    """What the board draws, and who sits nearest. Of the moves before it needs what was on offer and how long the wall was."""
    *before, now = puzzle.frames
    now["findings"] = []
    drawn = document([now], None)
    drawn["frames"] = [{"last": frame["last"], "wall": frame["wall"]} for frame in before] + drawn["frames"]
    seats = [seat["seat"] for seat in now["seats"]]
    return {"board": drawn, "turned": seats.index(puzzle.mistake.seat), "said": now["said"]}
