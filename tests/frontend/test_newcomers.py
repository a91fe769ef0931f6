"""What somebody meets who has never been here: the first page, a sample, the help page, and a way on from every refusal."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

import referee
from frontend.components.clubs.rights import forbidden_page
from records import matches, samples
from records.accounts import guard
from tests.frontend.clients import english_client, page
from tests.frontend.markup import compact
from tests.people import person

pytestmark = pytest.mark.django_db
GAMES = [game.id for game in referee.games()]


@pytest.fixture
def visitor() -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE="en")


def test_home_page_leads_visitors_to_a_flagged_verdict_of_every_game_in_one_click(visitor: Client) -> None:
    home = page(visitor.get("/"))
    for game in referee.games():
        link = re.search(rf'href="([^"]+)">{game.rulebook.name["en"]}</a>', home)
        assert link is not None, game.id
        shown = page(visitor.get(link[1]))
        assert '<header class="verdict flagged">' in shown, game.id
        assert samples.flagged()[game.id].text.splitlines()[1].replace('"', "&quot;") in shown


def test_sample_that_is_stored_as_a_public_match_leads_to_its_page_with_the_board(visitor: Client) -> None:
    found = samples.flagged()["sichuan"]
    [match] = matches.upload(found.text.encode(), media_type="text/x-ppn", public=True).matches
    assert visitor.get("/samples/sichuan/").status_code == 200, "it has no verdict yet"
    matches.judge(match.pk)
    assert visitor.get("/samples/sichuan/")["Location"] == f"/matches/{match.pk}/"


def test_game_without_a_sample_is_named_on_the_home_page_and_has_no_sample_page(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "flagged", dict)
    home = page(visitor.get("/"))
    assert [game for game in GAMES if f'href="/rules/{game}/"' not in home] == []
    assert visitor.get("/samples/sichuan/").status_code == 404
    assert "A record as text" not in page(visitor.get("/help/"))


def test_home_page_of_somebody_signed_in_begins_with_their_matches() -> None:
    home = page(english_client(person("ann")).get("/"))
    assert "What comes out" not in home
    assert "/samples/" not in home


def test_help_page_answers_every_question_that_it_lists(visitor: Client) -> None:
    text = page(visitor.get("/help/"))
    asked = re.findall(r'<a href="#([\w-]+)">([^<]+)</a>', text)
    assert len(asked) > 6
    for anchor, question in asked:
        assert f'<section id="{anchor}"><h2>{question}</h2>' in text


def test_record_on_the_help_page_is_one_that_the_referee_reads(visitor: Client) -> None:
    text = re.search(r'<pre class="record-text">(.*?)</pre>', visitor.get("/help/").content.decode(), re.DOTALL)
    assert text is not None
    record = referee.parse(text[1].replace("&quot;", '"'))
    assert isinstance(record, referee.Record)
    assert referee.verify(record).status == "flagged"


@pytest.mark.parametrize(
    ("sign_up", "told"),
    [
        ("open", '<a href="/accounts/signup/">Make an account</a>'),
        ("invited", "An account is made by a link of invitation."),
        ("closed", "Who runs this service makes accounts: ask there."),
    ],
)
def test_help_page_says_how_this_service_gives_accounts(visitor: Client, sign_up: str, told: str) -> None:
    with override_settings(SIGN_UP=sign_up):
        assert told in page(visitor.get("/help/"))


WAYS = ("/", "/matches/", "/help/")


def leads_on(text: str, *more: str) -> bool:
    found = re.search(r'<ul class="ways-on">(.*?)</ul>', text.partition("<main")[2], re.DOTALL)
    return found is not None and set(re.findall(r'href="([^"]*)"', found[1])) == {*WAYS, *more}


@pytest.mark.parametrize("page_of", ["400.html", "500.html", "503.html", "507.html"])
def test_error_page_that_is_made_without_a_request_leads_on(page_of: str) -> None:
    assert leads_on(render_to_string(page_of), "/accounts/login/")


def test_refusal_page_leads_on_and_to_signing_in(visitor: Client) -> None:
    assert leads_on(visitor.get("/nowhere/").content.decode(), "/accounts/login/")
    assert leads_on(visitor.get("/rules/whist/?a=b").content.decode(), "/accounts/login/?next=%2Frules%2Fwhist%2F%3Fa%3Db")
    assert leads_on(english_client(person("ann")).get("/nowhere/").content.decode())
    asked = RequestFactory().get("/")
    for answer in (guard.too_often(asked, 5), forbidden_page(asked, 403)):
        assert leads_on(answer.content.decode(), "/accounts/login/")
    for name in ("403_csrf.html", "413.html", "refused.html"):
        assert leads_on(render_to_string(name, {}, RequestFactory().post("/")), "/accounts/login/")


def test_secret_of_a_share_link_is_in_no_other_address(visitor: Client) -> None:
    found = visitor.get(reverse("pages:shared_match", args=["a-secret"]))
    assert found.status_code == 404
    assert "login/?next" not in compact(found.content.decode())
