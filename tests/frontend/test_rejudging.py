"""The pages of judging an archive again, without a browser: the form, live progress, differences, old verdicts."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

import referee
from frontend.pages.archive.rejudging.views import kind_text, lines_of
from records.accounts.models import Club, Role
from records.archive.models import Difference, Match, Rejudging
from records.archive.rejudging.verdict_diff import KINDS
from records.core.queue import jobs
from tests.frontend.clients import english_client, join, page
from tests.people import person
from tests.records.players import FLAGGED, between, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: Any, club: Club) -> Club:
    store(club, owner, between("Ann,Bo,Cy,Di", event="clean"), between("Ann,Bo,Cy,Di", FLAGGED, "last <b>"))
    return club


def what_if(reader: Client) -> Rejudging:
    """What the strictest cap would make of the club's matches."""
    asked = {"action": "start", "game": "sichuan", "rules": "xuezhan max_fan=1", "apply": "no"}
    answer = reader.post("/clubs/lions/rejudgings/", asked)
    one = Rejudging.objects.get()
    assert answer["Location"] == f"/rejudgings/{one.pk}/"
    return one


def test_rejudging_is_started_followed_and_read(club: Club, reader: Client) -> None:
    assert f"by the current engine, {referee.ENGINE_VERSION}" in page(reader.get("/clubs/lions/rejudgings/"))
    one = what_if(reader)
    assert f'hx-get="/jobs/{one.pk}/"' in page(reader.get(f"/rejudgings/{one.pk}/"))
    jobs.run(one.pk, seconds=60)
    assert reader.get(f"/jobs/{one.pk}/")["HX-Redirect"] == f"/rejudgings/{one.pk}/"
    done, difference = page(reader.get(f"/rejudgings/{one.pk}/")), Difference.objects.all()[0]
    assert ("hx-get" in done, "2 / 2" in done) == (False, True)
    assert f"/matches/{difference.match_id}/?judgement={difference.new_id}" in done
    assert "new verdict" not in page(reader.get(f"/rejudgings/{one.pk}/?kind=failed"))
    listed = page(reader.get("/clubs/lions/rejudgings/"))
    assert [word in listed for word in ("what if", "<bdi>Sichuan mahjong</bdi>", "<bdi>sichuan</bdi>")] == [True, True, False]
    staff = english_client(person("boss", is_staff=True))
    assert f"/rejudgings/{one.pk}/" in page(staff.get("/rejudgings/"))


def test_what_if_verdict_is_marked_as_such(club: Club, reader: Client) -> None:
    jobs.run(what_if(reader).pk, seconds=60)
    difference = Difference.objects.get(match__event="clean")
    path = f"/matches/{difference.match_id}/"
    other = page(reader.get(f"{path}?judgement={difference.new_id}"))
    assert "This is what the rules “Blood battle · The most fan that count: 1” would make of it; it is not the verdict." in other
    assert "it is not the verdict" not in page(reader.get(f"{path}?judgement={difference.old_id}"))
    assert f'href="?judgement={difference.new_id}"' in page(reader.get(path)), "every judgement is listed"
    assert reader.get(f"{path}?judgement=0").status_code == 404
    Match.objects.update(public=True)
    stranger = english_client(person("stranger"))
    assert stranger.get(f"{path}?judgement={difference.new_id}").status_code == 404
    assert "?judgement=" not in page(stranger.get(path))


def test_refused_rejudging_is_explained_a_started_one_is_cancelled_and_scorers_have_no_form(club: Club, reader: Client) -> None:
    refused = page(reader.post("/clubs/lions/rejudgings/", {"action": "start", "rules": "max_fan=5"}), 422)
    assert ("name the game they are of" in refused, 'value="max_fan=5"' in refused) == (True, True)
    assert 'name="rules"' not in page(join(club, "reader", Role.SCORER).get("/clubs/lions/rejudgings/"))
    one = what_if(reader)
    assert "Cancel the rest" in page(reader.get(f"/rejudgings/{one.pk}/"))
    assert reader.post(f"/jobs/{one.pk}/", {"action": "cancel"})["Location"] == f"/rejudgings/{one.pk}/"
    assert "Cancel the rest" not in page(reader.get(f"/rejudgings/{one.pk}/"))


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
