"""What a match is called where people read of it: as its record says, else by who played, else by what was played."""

from __future__ import annotations

from django.utils.translation import gettext as _

from frontend.i18n.localized import localized
from records.models import Match
from referee import registry


def title_of(match: Match) -> str:
    """The event, the file, the players, the game: the first of them that is known."""
    players = "" if match.event or match.upload.filename else " · ".join(seat.name for seat in match.seats.all() if seat.name)
    return match.event or match.upload.filename or players or game_of(match) or _("A match")


def heading_of(match: Match) -> str:
    """The same with date and table."""
    return " · ".join(part for part in (title_of(match), match.date, match.table) if part)


def game_of(match: Match) -> str:
    """What is played, by name; nothing where the record does not say, or names no game that there is."""
    game = registry.find(match.game)
    return localized(game.rulebook.name) if game else ""
