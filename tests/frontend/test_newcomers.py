"""What somebody meets who has never been here: the first page, a sample, the help page, and a way on from every refusal."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings

import referee
from frontend.components.clubs.rights import forbidden_page
from records.accounts.sign_in import guard
from records.archive import matches, samples
from tests.frontend.clients import page

pytestmark = pytest.mark.django_db


def test_home_page_leads_visitors_to_a_flagged_verdict_of_every_game_in_one_click(visitor: Client, reader: Client) -> None:
    home = page(visitor.get("/"))
    for game in referee.games():
        link = re.search(rf'href="([^"]+)">{game.rulebook.name["en"]}</a>', home)
        assert link is not None, game.id
        shown = page(visitor.get(link[1]))
        assert '<header class="verdict flagged">' in shown, game.id
        assert samples.flagged()[game.id].text.splitlines()[1].replace('"', "&quot;") in shown
    of_their_own = page(reader.get("/"))
    assert ("What comes out" in of_their_own, "/samples/" in of_their_own) == (False, False)


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
    assert [game.id for game in referee.games() if f'href="/rules/{game.id}/"' not in home] == []
    assert visitor.get("/samples/sichuan/").status_code == 404
    assert "A record as text" not in page(visitor.get("/help/"))


def test_help_page_answers_every_question_and_its_record_is_one_that_the_referee_reads(visitor: Client) -> None:
    text = page(visitor.get("/help/"))
    asked = re.findall(r'<a href="#([\w-]+)">([^<]+)</a>', text)
    assert len(asked) > 6
    assert [question for anchor, question in asked if f'<section id="{anchor}"><h2>{question}</h2>' not in text] == []
    shown = re.search(r'<pre class="record-text">(.*?)</pre>', visitor.get("/help/").content.decode(), re.DOTALL)
    assert shown is not None
    assert referee.verify(referee.parse(shown[1].replace("&quot;", '"'))).status == "flagged"


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


def leads_on(text: str, *more: str) -> bool:
    found = re.search(r'<ul class="ways-on">(.*?)</ul>', text.partition("<main")[2], re.DOTALL)
    return found is not None and set(re.findall(r'href="([^"]*)"', found[1])) == {"/", "/matches/", "/help/", *more}


def test_every_refusal_page_leads_on_and_to_signing_in(visitor: Client, reader: Client) -> None:
    asked = RequestFactory().get("/")
    texts = [render_to_string(f"{status}.html") for status in (400, 500, 503, 507)]
    texts += [render_to_string(name, {}, RequestFactory().post("/")) for name in ("403_csrf.html", "413.html", "refused.html")]
    answers = (visitor.get("/nowhere/"), visitor.get("/s/a-secret/"), guard.too_often(asked, 5), forbidden_page(asked, 403))
    texts += [answer.content.decode() for answer in answers]
    assert [text for text in texts if not leads_on(text, "/accounts/login/")] == [], "the secret of a link is in no other address"
    assert leads_on(visitor.get("/rules/whist/?a=b").content.decode(), "/accounts/login/?next=%2Frules%2Fwhist%2F%3Fa%3Db")
    assert leads_on(reader.get("/nowhere/").content.decode())
