"""What a person may do in a club, and the page that refuses what they may not."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from records import access, clubs
from records.models import Club


def club_at(request: HttpRequest, slug: str) -> Club:
    """The club, where this person belongs to it; Http404 otherwise."""
    club = clubs.find(request.user, slug)
    if club is None:
        raise Http404
    return club


def owned(request: HttpRequest, slug: str) -> Club | None:
    """The club, where this person governs it; None where they are only a member. Raises Http404 for strangers."""
    found = club_at(request, slug)
    return found if access.may(request.user, access.Right.GOVERN, found) else None


def rights_in(request: HttpRequest, club: Club) -> dict[str, bool]:
    """Whether this person has each right in the club, by the name of the right."""
    return {right.value: access.may(request.user, right, club) for right in access.Right}


def refused(request: HttpRequest, status: int) -> HttpResponse:
    """The page that says that the reader's role does not allow this."""
    return render(request, "components/refused.html", status=status)
