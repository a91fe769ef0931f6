"""The rights of a person in a club, and the page for those whose role does not suffice."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from records.accounts import access, clubs
from records.accounts.access.roles import require
from records.accounts.models import Club


def club_or_404(request: HttpRequest, slug: str) -> Club:
    """The club, where this person belongs to it. Raises Http404."""
    club = clubs.find(request.user, slug)
    if club is None:
        raise Http404
    return club


def owned_club(request: HttpRequest, slug: str) -> Club:
    """The club, where this person is an owner. Raises Refusal (403) for other members, Http404 for everybody else."""
    found = club_or_404(request, slug)
    require(access.may(request.user, access.Right.GOVERN, found))
    return found


def rights_in(request: HttpRequest, club: Club) -> dict[str, bool]:
    """Each right in a club by its name, and whether this person has it."""
    rights = access.rights_in(request.user, club)
    return {right.value: right in rights for right in access.Right}


def clubs_to_upload_into(request: HttpRequest) -> list[Club]:
    """The clubs that this person uploads into."""
    return [club for club in clubs.visible_to(request.user) if access.may(request.user, access.Right.SCORE, club)]


def forbidden_page(request: HttpRequest, status: int) -> HttpResponse:
    """The page that says that the reader's role does not allow this."""
    return render(request, "components/clubs/refused.html", status=status)
