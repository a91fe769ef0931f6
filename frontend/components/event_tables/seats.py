"""The words for the seats of a table of which only the letters are known: of the event's game, or of one that has such seats."""

from __future__ import annotations

from collections.abc import Iterable

from frontend.i18n.game_words import words
from records.tournament.models import Event
from referee.core import registry


def seat_words(event: Event) -> list[dict[str, str]]:
    """The words for seats of each game, in the order of its seats: the event's game first, then those with fewer seats."""
    games = [words(game, "seats") for game in sorted(registry.games(), key=lambda game: game.id != event.game)]
    return [*games[:1], *sorted(games[1:], key=len)] if event.game else sorted(games, key=len)


def words_for(games: Iterable[dict[str, str]], seats: Iterable[str]) -> dict[str, str]:
    """The words of the first game that has all these seats; none where no game has."""
    wanted = {seat for seat in seats if seat}
    return next((one for one in games if wanted <= one.keys()), {})
