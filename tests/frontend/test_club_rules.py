"""The pages of a club's rules: made and changed from pick-lists, compared with a preset, chosen where rules are asked for."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from records.accounts import clubs
from records.accounts.models import Club
from records.archive.models import Match
from records.tournament import events
from tests.files import LOG
from tests.frontend.clients import page

pytestmark = pytest.mark.django_db

LINES = [
    ("sichuan", "putong max_fan=5 forced_win=off"),
    ("xueliu", "xuezhan_ding cap=4 fan.tianhu=off fan.qidui=3 house.yitiaolong=+1,concealed,long_run ladder=2,5,10"),
    ("kawuxing", "xiaogan house.lastdiscard=x2,last_tile,on_discard house.x==32,dragon_pair:3,seven_pairs,excludes:xiaosanyuan"),
    ("gouji", "qingdao place_scores=2,1,0,0,-1,-2 unrefereed=GJ-8.2"),
]


class Form(HTMLParser):
    """The fields of the last form but one of a page, as a browser sends them untouched."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self.select: str | None = None
        self.first: tuple[str, str] | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "input" and given.get("name"):
            self.fields.append((str(given["name"]), given.get("value") or ""))
        elif tag == "select":
            self.select, self.first = given.get("name"), None
            self.many = "multiple" in given
            self.taken = False
        elif tag == "option" and self.select:
            value = (self.select, given.get("value") or "")
            self.first = self.first or value
            if "selected" in given:
                self.fields.append(value)
                self.taken = True

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self.select:
            if self.first and not self.taken and not self.many:
                self.fields.append(self.first)
            self.select = None


def form_of(text: str) -> dict[str, list[str]]:
    """The fields of the form of rules on a page."""
    (found,) = re.findall(r'<form method="post" class="stack">.*?</form>', text, re.S)
    sent: dict[str, list[str]] = {}
    for name, value in Form(found).fields:
        sent.setdefault(name, []).append(value)
    return sent


@pytest.fixture
def club(owner: User) -> Club:
    return clubs.create(owner, "Tea House", "tea")


@pytest.fixture
def reader(owner: User) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(owner)
    return client


@pytest.mark.parametrize(("game", "line"), LINES, ids=[game for game, _ in LINES])
def test_form_that_is_sent_as_it_is_shown_changes_nothing(reader: Client, owner: User, club: Club, game: str, line: str) -> None:
    kept = clubs.add_rules(owner, club, "Friday", game, line)
    address = f"/clubs/tea/rules/{kept.pk}/"
    assert reader.post(address, form_of(reader.get(address).content.decode())).status_code == 302
    kept.refresh_from_db()
    assert (kept.name, set(kept.rules.split())) == ("Friday", set(line.split()))


def test_rules_made_from_pick_lists_are_compared_with_a_preset(reader: Client, club: Club) -> None:
    sent = form_of(reader.get("/clubs/tea/rules/?game=xueliu").content.decode())
    sent |= {"name": ["Friday"], "preset": ["xuezhan_ding"], "option.cap": ["4"], "own.fan.tianhu": ["off"]}
    sent |= {"own.house.0.code": ["yitiaolong"], "own.house.0.value": ["1"], "own.house.0.when": ["long_run"]}
    answer = reader.post("/clubs/tea/rules/", sent)
    (kept,) = clubs.rules_of(club)
    assert kept.rules == "xuezhan_ding cap=4 fan.tianhu=off house.yitiaolong=+1,long_run"
    shown = page(reader.get(answer["Location"]))
    rows = [re.sub(r"<[^>]*>", " ", row).split() for row in re.findall(r"<tr>(.*?)</tr>", shown, re.S)[1:]]
    assert [row[-1] for row in rows] == ["4", "count", "runs"]
    other = page(reader.get(f"{answer['Location']}?beside=xueliu"))
    assert "What becomes of a winner" in re.findall(r"<tbody>(.*?)</tbody>", other, re.S)[0]


def test_rules_that_no_game_reads_are_refused_and_what_was_filled_in_stays(reader: Client, club: Club) -> None:
    sent = form_of(reader.get("/clubs/tea/rules/?game=xueliu").content.decode())
    refused = reader.post("/clubs/tea/rules/", sent | {"name": ["Friday"], "more": ["colour=red"]})
    shown = refused.content.decode()
    assert (refused.status_code, 'role="alert"' in shown) == (422, True)
    assert ("colour=red" in shown, 'value="Friday"' in shown) == (True, True)


def test_rules_of_the_club_are_chosen_by_name_for_the_sheets_of_an_event_and_offered_in_entry(
    reader: Client, owner: User, club: Club
) -> None:
    kept = clubs.add_rules(owner, club, "Friday", "xueliu", LINES[1][1])
    event = events.create(owner, club, "Spring")
    chosen = re.search(
        r'<option value="([^"]*)"[^>]*>Friday</option>', reader.get(f"/events/{event.pk}/settings/").content.decode()
    )
    assert chosen is not None
    reader.post(f"/events/{event.pk}/settings/", {"action": "set_rules", "rules": html.unescape(chosen[1]), "rounds": "0"})
    event.refresh_from_db()
    assert (event.sheet_game, event.sheet_rules) == ("xueliu", kept.rules)
    offered = reader.get("/enter/").content.decode()
    assert "Tea House" in re.findall(r'<script id="kept-rules"[^>]*>(.*?)</script>', offered)[0]
    assert "kept-rules" not in Client().get("/enter/").content.decode()


def test_file_that_says_no_rules_is_judged_by_those_of_the_club_that_were_chosen_for_it(
    reader: Client, owner: User, club: Club
) -> None:
    clubs.add_rules(owner, club, "Friday", "sichuan", "putong max_fan=5 fan.qidui=4")
    shown = reader.get("/clubs/tea/").content.decode()
    chosen = re.search(r'<option value="(sichuan [^"]*)"[^>]*>Friday</option>', shown)
    assert chosen is not None
    log = SimpleUploadedFile("evening.jsonl", LOG)
    reader.post("/clubs/tea/?action=upload", {"file": log, "game": html.unescape(chosen[1])})
    assert (Match.objects.get().game, Match.objects.get().rules) == ("sichuan", "putong max_fan=5 fan.qidui=4")
