"""What a token may do: every address of the API × method × scope, and a token for one club about everything else."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from api.http.authentication import READS, UPLOADS
from api.urls import urlpatterns
from records.accounts import access, clubs
from records.accounts.access.tokens import MAX_TOKENS
from records.accounts.models import ApiToken
from tests.permissions.routes import address, filled
from tests.permissions.table import TABLE
from tests.permissions.world import INVITED, NOBODY, OTHER, OWN, STRANGER, World, where
from tests.proof import one_in
from tests.records.errors import refused

pytestmark = pytest.mark.django_db

API = [
    (route, method)
    for route, methods in TABLE.items()
    for method in methods
    if route.startswith("api/v1/") and "(?P<path>" not in route and "schema" not in route and "docs" not in route
]
TAKES_UPLOAD = {
    *(f"api/v1/{what}" for what in ("matches", "batches", "tables", "matches/<uuid:match_id>/rejudge")),
    *(f"api/v1/clubs/<club:slug>/{what}" for what in ("matches", "batches")),
    *(f"api/v1/tables/<uuid:live_id>/{do}" for do in ("moves", "match")),
    "api/v1/jobs/<uuid:job_id>",
    *(f"api/v1/events/<uuid:event_id>/tables/<int:table_id>/{what}" for what in ("match", "draft")),
}
TAKES_READ = {"api/v1/verify", "api/v1/score"}


def takes(route: str, method: str) -> str:
    """The scope that this takes, as docs/reference/api.md says it."""
    if method == "GET" or route in TAKES_READ:
        return "read"
    return "upload" if route in TAKES_UPLOAD else "manage"


def ask(world: World, user: Any, route: str, method: str, scopes: list[str], **more: Any) -> Any:
    """The answer to a request with such a token; nothing stays of either."""
    row = filled(TABLE[route][method], where(world, OWN))
    with transaction.atomic():
        plain = access.issue_token(user, "test", scopes=scopes, **more)[1]
        client = Client(HTTP_AUTHORIZATION=f"Bearer {plain}", raise_request_exception=False)
        client.handler = world.handler
        path = address(route, where(world, OWN))
        answer: Any = client.generic(method, path, row.body, content_type=row.kind or "application/json")
        answer.said = b"".join(answer)
        transaction.set_rollback(True)
    return answer


@pytest.mark.parametrize(("route", "method"), API)
def test_token_does_what_its_scopes_say_and_nothing_else(world: World, route: str, method: str) -> None:
    for scope in access.SCOPES:
        answer = ask(world, world.people["owner"], route, method, [scope])
        if scope == takes(route, method):
            assert answer.status_code == TABLE[route][method].statuses["owner"], (scope, answer.said)
        else:
            assert (answer.status_code, b'"insufficient-scope"' in answer.said) == (403, True), scope


@pytest.mark.parametrize("role", one_in(2, ["owner", "staff"]))
def test_token_of_a_club_opens_no_other_club(world: World, role: str) -> None:
    """About the first club's things, someone who owns it is a stranger by a token for another club of theirs."""
    with transaction.atomic():
        other = clubs.create(world.people[role], "Another of mine", "another")
        for route, method in API:
            row = TABLE[route][method]
            answer = ask(world, world.people[role], route, method, list(access.SCOPES), club=other)
            if "<" not in route and takes(route, method) != "read":
                assert b'"token-of-one-club"' in answer.said, route
            elif "secret" not in route and ("<club:slug>" in route or ("_id>" in route and "<slug:game_id>" not in route)):
                assert answer.status_code == row.statuses[STRANGER] == 404, (route, method)
            elif "secret" not in route:
                assert answer.status_code == row.statuses[NOBODY] or answer.status_code == 200, route
        listed = ask(world, world.people[role], "api/v1/clubs", "GET", ["read"], club=other)
        assert (b"another" in listed.said, b"first" in listed.said) == (True, False)
        transaction.set_rollback(True)


def test_token_of_a_club_lists_no_invitation_to_another(world: World) -> None:
    with transaction.atomic():
        invited = world.people[INVITED]
        mine = clubs.create(invited, "Mine", "mine")
        listed = [ask(world, invited, "api/v1/clubs", "GET", ["read"], **more).said for more in ({}, {"club": mine})]
        assert [b'"slug":"first"' in one for one in listed] == [True, False]
        transaction.set_rollback(True)


def test_token_of_a_club_opens_that_club(world: World) -> None:
    club = world.webhooks[OWN].club
    for route in ("api/v1/clubs/<club:slug>", "api/v1/matches/<uuid:match_id>", "api/v1/clubs/<club:slug>/audit"):
        assert ask(world, world.people["owner"], route, "GET", ["read"], club=club).status_code == 200
    posted = ask(world, world.people["owner"], "api/v1/clubs/<club:slug>/matches", "POST", ["upload"], club=club)
    assert posted.status_code == 202


def test_address_with_a_named_scope_is_configured() -> None:
    assert {pattern.name for pattern in urlpatterns} >= READS | UPLOADS


def test_token_made_with_a_token_has_no_more_scopes_and_no_later_end(world: World) -> None:
    owner, own, other = world.people["owner"], world.webhooks[OWN].club, world.webhooks[OTHER].club
    by = access.issue_token(owner, "by", timezone.now() + timedelta(days=3), ["read", "manage"])[0]
    made, _ = access.issue_own_token(owner, "made", ["read"], 300, by=by)
    assert made.expires_at == by.expires_at
    with refused("permission-denied", 403):
        access.issue_own_token(owner, "more", ["read", "upload"], by=by)
    limited = access.issue_token(owner, "by", club=own)[0]
    with refused("permission-denied", 403):
        access.issue_own_token(owner, "wider", ["read"], by=limited)
    with refused("not-found", 422):
        access.issue_own_token(owner, "theirs", ["read"], club=other)
    for scopes in ([], ["everything"]):
        with refused("invalid-scopes", 422):
            access.issue_own_token(owner, "odd", scopes)
    for days in (0, -1, 3651):
        with refused("invalid-expiry", 422):
            access.issue_own_token(owner, "odd", ["read"], days)
    for _ in range(MAX_TOKENS - ApiToken.objects.filter(user=owner).count()):
        access.issue_token(owner, "many")
    with refused("too-many", 409):
        access.issue_own_token(owner, "one more", ["read"])


def test_use_of_a_token_is_noted_once_a_minute(world: World) -> None:
    token, plain = access.issue_token(world.people["owner"], "used")
    client, times = Client(HTTP_AUTHORIZATION=f"Bearer {plain}"), set()
    for _ in range(3):
        client.get("/api/v1/games")
        token.refresh_from_db()
        times.add(token.last_used_at)
    assert len(times) == 1
    long_ago = timezone.now() - timedelta(seconds=61)
    ApiToken.objects.filter(pk=token.pk).update(last_used_at=long_ago)
    client.get("/api/v1/games")
    token.refresh_from_db()
    assert token.last_used_at > long_ago + timedelta(seconds=60)


def test_token_ends_after_a_year_by_default(world: World) -> None:
    token, _ = access.issue_own_token(world.people["owner"], "ends", ["read"])
    assert abs(token.expires_at - timezone.now() - timedelta(days=365)) < timedelta(minutes=1)


def test_token_page_shows_a_token_once(world: World) -> None:
    browser = world.client("owner")
    form = {"name": "league bot", "scopes": ["read", "upload"], "days": "30", "club": "first"}
    shown = browser.post("/account/tokens/", form | {"action": "make"})
    assert "ref_" in shown.content.decode()
    assert "no-store" in shown.headers["Cache-Control"]
    made = ApiToken.objects.get(name="league bot")
    assert (made.scopes, made.club.slug) == ("read upload", "first")
    later = browser.get("/account/tokens/").content.decode()
    assert ("league bot" in later, "ref_" in later) == (True, False)
    assert browser.post("/account/tokens/", form | {"action": "make", "days": "x"}).status_code == 422
    browser.post("/account/tokens/", {"action": "revoke", "token": made.pk})
    assert not ApiToken.objects.filter(pk=made.pk).exists()
