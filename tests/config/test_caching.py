"""What caches and browsers may keep: nothing that is somebody's own; what is the same for everybody stays as it was."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records.accounts import access, clubs

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def browser(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


@pytest.mark.parametrize(
    "address",
    ["/", "/matches/", "/clubs/tea/people/", "/account/tokens/", "/rules/sichuan/", "/none/"],
)
def test_page_for_somebody_signed_in_is_stored_nowhere(browser: Client, ann: User, address: str) -> None:
    clubs.create(ann, "Tea", "tea")
    assert "no-store" in browser.get(address).headers["Cache-Control"]


@pytest.mark.parametrize("address", ["/api/v1/clubs", "/api/v1/matches", "/api/v1/none"])
def test_answer_of_the_api_to_a_session_or_a_token_is_stored_nowhere(browser: Client, ann: User, address: str) -> None:
    program = Client(HTTP_AUTHORIZATION=f"Bearer {access.issue_token(ann, 'program')[1]}")
    for client in (browser, program):
        assert client.get(address).headers["Cache-Control"] == "no-store"


def test_signing_in_and_out_is_stored_nowhere(ann: User) -> None:
    ann.set_password("word")
    ann.save()
    client = Client()
    for path, form in (("login", {"username": "ann", "password": "word"}), ("logout", {})):
        answer: Any = client.post(f"/accounts/{path}/", form)
        assert answer.status_code == 302
        assert "no-store" in answer.headers["Cache-Control"]


def test_answer_that_is_revalidated_each_time_may_be_kept_by_its_reader(browser: Client) -> None:
    assert browser.get("/api/v1/games/sichuan/rulebook").headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("address", ["/", "/rules/sichuan/", "/api/v1/matches"])
def test_page_for_everybody_is_not_kept_from_caches(address: str) -> None:
    assert "Cache-Control" not in Client().get(address).headers


def test_page_with_a_form_for_a_password_is_stored_nowhere() -> None:
    assert "no-store" in Client().get("/accounts/login/").headers["Cache-Control"]


def test_signing_out_clears_what_the_browser_has_stored(browser: Client) -> None:
    assert "Clear-Site-Data" not in browser.get("/").headers
    assert browser.post("/accounts/logout/").headers["Clear-Site-Data"] == '"storage"'
    assert "Clear-Site-Data" not in browser.get("/").headers
