"""Tables of an event that are played: the words for their seats, how far they are, and the points so far."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from records.tournament import live_tables
from records.tournament.models import Event
from records.wording.figures import points
from records.wording.game_words import words
from referee.core import registry


def seat_words(event: Event) -> list[dict[str, str]]:
    """The words for seats of each game, in the order of its seats: the event's game first, then those with fewer seats."""
    games = [words(game, "seats") for game in sorted(registry.games(), key=lambda game: game.id != event.game)]
    return [*games[:1], *sorted(games[1:], key=len)] if event.game else sorted(games, key=len)


def words_for(games: Iterable[dict[str, str]], seats: Iterable[str]) -> dict[str, str]:
    """The words of the first game that has all these seats; none where no game has."""
    wanted = {seat for seat in seats if seat}
    return next((one for one in games if wanted <= one.keys()), {})


def so_far(playing: live_tables.Playing) -> str:
    """Where a table is, in the reader's language."""
    if not playing.round:
        return _("being played")
    return _("round %(round)s, move %(move)s") % {"round": playing.round, "move": playing.move}


def points_of(playing: live_tables.Playing) -> dict[str, str]:
    """The points of every side so far, once a round is over."""
    return {side: points(value) for side, value in playing.scores.items()} if playing.rounds else {}


def playing_tables(event: Event) -> list[dict[str, Any]]:
    """How far the tables of an event are that are played now."""
    found = live_tables.playing_in(event)
    return [{"id": table, "so_far": so_far(one), "points": points_of(one)} for table, one in found.items()]
