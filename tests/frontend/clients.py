"""Pages as a client without scripts reads them, and who reads them."""

from __future__ import annotations

from typing import Any

from django.test import Client

from records.accounts import clubs
from records.accounts.models import Club, Membership, Role
from records.archive import matches
from records.archive.models import Match
from tests.frontend.markup import compact
from tests.people import person


def page(answer: Any, status: int = 200) -> str:
    """The text of a page, answered with this status."""
    assert answer.status_code == status, answer.content[:300]
    return compact(answer.content.decode())


def stored_match(owner: Any, data: bytes, **more: Any) -> Match:
    match = matches.upload(data, media_type="text/x-ppn", filename="evening.ppn", user=owner, **more).matches[0]
    matches.judge(match.pk)
    return Match.objects.get(pk=match.pk)


def english_client(user: Any) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(user)
    return client


def join(club: Club, name: str, role: Role) -> Client:
    user = person(name)
    inviter = Membership.objects.get(club=club, role=Role.OWNER).user
    clubs.accept_invitation(clubs.invite(inviter, club, name, role))
    return english_client(user)
