"""Finding the player in a request's address."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _

from api.http.problems import Problem
from records.accounts.models import Club
from records.archive import players
from records.archive.models import Player


def player_of(club: Club, player_id: uuid.UUID) -> Player:
    """A player of the club. Raises Problem (404)."""
    player = players.find(club, player_id)
    if player is None:
        raise Problem(404, "not-found", _("There is no such player in the club."))
    return player
