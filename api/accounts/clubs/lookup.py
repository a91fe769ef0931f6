"""Finding the club and the members in a request's address."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.problems import Problem
from records.accounts import access, clubs
from records.accounts.access.roles import require
from records.accounts.models import Club, Membership


def club_of(request: Request, slug: str) -> Club:
    """The club, where this person belongs to it. Raises Problem (404)."""
    club = clubs.find(request.user, slug)
    if club is None:
        raise Problem(404, "not-found", _("There is no such club, or you do not belong to it."))
    return club


def member_of(club: Club, username: str) -> Membership:
    """A member of the club. Raises Problem (404)."""
    membership = clubs.member_of(club, username)
    if membership is None:
        raise Problem(404, "not-found", _("There is no such person in the club."))
    return membership


def owned_club(request: Request, slug: str) -> Club:
    """The club, where this person is an owner. Raises Problem (404), Refusal (403)."""
    club = club_of(request, slug)
    require(access.may(request.user, access.Right.GOVERN, club))
    return club
