"""The title of a match: what its record says, else who played, else what was played."""

from __future__ import annotations

from django.utils.translation import gettext as _

from frontend.i18n.localized import localized
from records.models import Match
from referee import registry


def title_of(match: Match) -> str:
    """The title in short: the event, the file, the players or the game, whichever is known first."""
    players = "" if match.event or match.upload.filename else " · ".join(seat.name for seat in match.seats.all() if seat.name)
    return match.event or match.upload.filename or players or game_of(match) or _("A match")


def heading_of(match: Match) -> str:
    """The title with date and table."""
    return " · ".join(part for part in (title_of(match), match.date, match.table) if part)


def game_of(match: Match) -> str:
    """The name of the game; empty where the record names none that is known."""
    game = registry.find(match.game)
    return localized(game.rulebook.name) if game else ""
