"""Finding the match, batch, player or re-judging in a request's address. Each raises Refusal (404)."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.problems import or_404
from records.accounts.models import Club
from records.archive import batches, matches, players, rejudging
from records.archive.models import Batch, Match, Player, Rejudging


def match_of(request: Request, match_id: uuid.UUID) -> Match:
    """The match of the archive, where this actor may see it."""
    return or_404(matches.find(request.user, match_id), _("Match not found, or you don't have access."))


def match_to_read(request: Request, match_id: uuid.UUID) -> Match:
    """The same to read alone, also what a visitor dropped."""
    return or_404(matches.find_to_read(request.user, match_id), _("Match not found, or you don't have access."))


def batch_of(request: Request, batch_id: uuid.UUID) -> Batch:
    """The batch, where this person may see it."""
    return or_404(batches.find(request.user, batch_id), _("Batch not found, or you don't have access."))


def player_of(club: Club, player_id: uuid.UUID) -> Player:
    """A player of the club."""
    return or_404(players.find(club, player_id), _("There is no such player in the club."))


def rejudging_of(request: Request, rejudging_id: uuid.UUID) -> Rejudging:
    """The re-judging, where this person may see it."""
    return or_404(rejudging.find(request.user, rejudging_id), _("Re-judging not found, or you don't have access."))
