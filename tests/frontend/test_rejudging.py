"""The pages of judging an archive again, without a browser: the form, live progress, differences, old verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

import referee
from frontend.pages.rejudging.views import kind_text, lines_of
from records import clubs, rejudging
from records.models import Club, Difference, Match, Rejudging, Role
from records.rejudging.verdict_diff import KINDS
from tests.frontend.clients import english_client, page
from tests.people import person
from tests.records.players import FLAGGED, between, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: Any) -> Club:
    club = clubs.create(owner, "Tea House", "tea")
    store(club, owner, between("Ann,Bo,Cy,Di", event="clean"), between("Ann,Bo,Cy,Di", FLAGGED, "last <b>"))
    return club


def what_if(client: Any, club: Club) -> Rejudging:
    """What the strictest cap would make of the club's matches."""
    answer = client.post("/clubs/tea/rejudgings/", {"game": "sichuan", "rules": "xuezhan max_fan=1", "apply": "no"})
    one = Rejudging.objects.get()
    assert answer["Location"] == f"/rejudgings/{one.pk}/"
    return one


def test_rejudging_is_started_followed_and_read(club: Club, owner: Any) -> None:
    client = english_client(owner)
    assert f"by the current engine, {referee.ENGINE_VERSION}" in page(client.get("/clubs/tea/rejudgings/"))
    one = what_if(client, club)
    waiting = page(client.get(f"/rejudgings/{one.pk}/"))
    assert f'hx-get="/rejudgings/{one.pk}/progress/"' in waiting
    narrowed = page(client.get(f"/rejudgings/{one.pk}/?kind=total"))
    assert f'hx-get="/rejudgings/{one.pk}/progress/?kind=total"' in narrowed, "what is looked at stays while it goes on"
    rejudging.continue_rejudging(one.pk, 60)
    done = page(client.get(f"/rejudgings/{one.pk}/progress/"))
    assert "hx-get" not in done
    difference = Difference.objects.first()
    assert difference is not None
    assert f"/matches/{difference.match_id}/?judgement={difference.new_id}" in done
    assert "2 / 2" in done
    assert page(client.get(f"/rejudgings/{one.pk}/?kind=failed")).count("new verdict") == 0
    listed = page(client.get("/clubs/tea/rejudgings/"))
    assert "what if" in listed
    assert "<bdi>Sichuan mahjong</bdi>" in listed
    assert "<bdi>sichuan</bdi>" not in listed


def test_what_if_verdict_is_marked_as_such(club: Club, owner: Any) -> None:
    client = english_client(owner)
    one = what_if(client, club)
    rejudging.continue_rejudging(one.pk, 60)
    difference = Difference.objects.get(match__event="clean")
    path = f"/matches/{difference.match_id}/"
    other = page(client.get(f"{path}?judgement={difference.new_id}"))
    assert "This is what the rules “Blood battle · The most fan that count: 1” would make of it; it is not the verdict." in other
    assert "it is not the verdict" not in page(client.get(f"{path}?judgement={difference.old_id}"))
    assert f'href="?judgement={difference.new_id}"' in page(client.get(path)), "every judgement is listed"
    assert client.get(f"{path}?judgement=0").status_code == 404
    Match.objects.update(public=True)
    stranger = english_client(person("stranger"))
    assert stranger.get(f"{path}?judgement={difference.new_id}").status_code == 404
    assert "?judgement=" not in page(stranger.get(path))


def test_refused_rejudging_is_explained_and_members_have_no_form(club: Club, owner: Any) -> None:
    refused = english_client(owner).post("/clubs/tea/rejudgings/", {"rules": "max_fan=5"})
    assert refused.status_code == 422
    assert "name the game they are of" in refused.content.decode()
    reader = person("reader")
    clubs.accept_invitation(clubs.invite(owner, club, "reader", Role.SCORER))
    assert 'name="rules"' not in page(english_client(reader).get("/clubs/tea/rejudgings/"))
    assert english_client(reader).post("/clubs/tea/rejudgings/", {}).status_code == 403


def test_rejudging_is_cancelled(club: Club, owner: Any) -> None:
    client = english_client(owner)
    one = what_if(client, club)
    assert "Cancel the rest" in page(client.get(f"/rejudgings/{one.pk}/"))
    client.post(f"/rejudgings/{one.pk}/cancel/")
    assert "Cancel the rest" not in page(client.get(f"/rejudgings/{one.pk}/"))


def test_page_of_all_rejudgings_is_for_the_staff_alone(club: Club, owner: Any) -> None:
    staff = english_client(person("boss", is_staff=True))
    one = what_if(english_client(owner), club)
    assert f"/rejudgings/{one.pk}/" in page(staff.get("/rejudgings/"))
    assert english_client(owner).get("/rejudgings/").status_code == 404


@pytest.mark.parametrize(
    ("language", "place", "seats"),
    [
        ("en", "Round 2 · move 3 · East discarded without having drawn or claimed a tile.", ("East", "South")),
        ("zh-hant", "第 2 局 · 第 3 步 · 東家沒有摸牌也沒有吃碰就打了牌。", ("東家", "南家")),
    ],
)
def test_every_kind_of_difference_has_a_text_and_lines_with_its_place(language: str, place: str, seats: tuple[str, str]) -> None:
    translation.activate(language)
    assert all(kind_text(kind) != kind or kind in ("win", "total", "wording") for kind in KINDS)
    finding = {"clause": "MJ-2.1", "round": 2, "move": 3, "seat": "E", "code": "must-draw-first"}
    row = Difference(document={"appeared": [finding], "totals": {"E": [4, -8], "S": [None, 0]}}, error="")
    row.match = Match(game="sichuan")
    east, south = seats
    assert lines_of(row) == [f"{east} +4 → −8, {south} – → 0", f"+ {place} MJ-2.1"]
