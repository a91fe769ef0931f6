"""Who shows a token to the API has no session; everybody else has what they had."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records.accounts import access

pytestmark = pytest.mark.django_db


@pytest.fixture
def signed_in() -> Client:
    """A browser with a session, which sends its cookie whatever else it sends."""
    client = Client()
    client.force_login(User.objects.create_user("ann"))
    return client


@pytest.fixture
def token() -> str:
    """Another person's."""
    return access.issue_token(User.objects.create_user("bob"), "a program")[1]


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
def test_request_with_a_token_is_its_owners(
    signed_in: Client, token: str, scheme: str, django_assert_num_queries: Callable[..., Any]
) -> None:
    with django_assert_num_queries(2):  # whose token it is, that it was used: no session is looked for
        answer = signed_in.get("/api/v1/games", HTTP_AUTHORIZATION=f"{scheme} {token}")
    assert answer.status_code == 200
    assert answer.wsgi_request.user.username == "bob"
    assert not answer.wsgi_request.session.accessed


def test_wrong_token_is_refused_even_with_a_session(signed_in: Client) -> None:
    for shown in ("Bearer none", "Bearer", "Bearer two words"):
        assert signed_in.get("/api/v1/tokens", HTTP_AUTHORIZATION=shown).status_code == 401, shown


@pytest.mark.parametrize("shown", [{}, {"HTTP_AUTHORIZATION": "Basic YTpi"}, {"HTTP_AUTHORIZATION": "Bearertoken"}])
def test_request_without_a_token_is_of_its_session(signed_in: Client, shown: dict[str, str]) -> None:
    answer = signed_in.get("/api/v1/tokens", **shown)
    assert (answer.status_code, answer.wsgi_request.user.username) == (200, "ann")


def test_token_opens_no_page_and_no_session(signed_in: Client, token: str) -> None:
    assert signed_in.get("/account/tokens/", HTTP_AUTHORIZATION=f"Bearer {token}").context["user"].username == "ann"
    assert Client().get("/account/tokens/", HTTP_AUTHORIZATION=f"Bearer {token}").status_code == 302


def test_session_from_another_site_changes_nothing(token: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(username="bob"))
    said = {"data": b"{}", "content_type": "application/json"}
    assert client.post("/api/v1/tokens", **said).status_code == 403
    assert client.post("/api/v1/tokens", **said, HTTP_AUTHORIZATION=f"Bearer {token}").status_code == 400


@pytest.mark.parametrize(
    ("accept", "status"), [(None, 200), ("application/*", 200), ("application/json; indent=2", 200), ("text/html", 406)]
)
def test_accepted_media_type_chooses_the_form(accept: str | None, status: int) -> None:
    answer = Client().get("/api/v1/games", **({} if accept is None else {"HTTP_ACCEPT": accept}))
    form = {200: "application/json", 406: "application/problem+json"}[status]
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, form)
    assert (b"\n  " in answer.content) == ("indent" in str(accept))


def test_session_that_was_signed_out_of_opens_nothing(signed_in: Client) -> None:
    """Nor does a copy of its cookie that somebody kept."""
    cookie = signed_in.cookies["sessionid"].value
    assert signed_in.get("/account/tokens/").status_code == 200
    signed_in.post("/accounts/logout/")
    thief = Client()
    thief.cookies["sessionid"] = cookie
    assert thief.get("/account/tokens/").status_code == 302
    assert thief.get("/api/v1/tokens").status_code == 401


@pytest.mark.parametrize("ended", ["off", "deleted"])
def test_session_of_an_account_that_was_switched_off_or_deleted_opens_nothing(signed_in: Client, ended: str) -> None:
    assert signed_in.get("/account/tokens/").status_code == 200
    people = User.objects.filter(username="ann")
    if ended == "off":
        people.update(is_active=False)
    else:
        people.delete()
    assert signed_in.get("/account/tokens/").status_code == 302
    assert signed_in.get("/api/v1/tokens").status_code == 401
