"""The title of a match: from its record, else its players, else its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from records.core.languages import localized
from referee.core import registry

if TYPE_CHECKING:
    from records.archive.models import Match


def title_of(match: Match) -> str:
    """A short title: the event, the file, the players or the game, whichever is known first."""
    players = "" if match.event or match.upload.filename else " · ".join(seat.name for seat in match.seated_players if seat.name)
    return match.event or match.upload.filename or players or game_of(match) or _("A match")


def heading_of(match: Match) -> str:
    """The title with date and table."""
    return " · ".join(part for part in (title_of(match), match.date, match.table) if part)


def game_of(match: Match) -> str:
    """The name of the game; empty where it is unknown."""
    game = registry.find(match.game)
    return localized(game.rulebook.name) if game else ""
