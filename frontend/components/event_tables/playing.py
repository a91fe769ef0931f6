"""How far a table is that is written down as it is played: the sentence, and the points so far as they are written."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from frontend.i18n.figures import points
from records.tournament import live_tables
from records.tournament.models import Event


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
