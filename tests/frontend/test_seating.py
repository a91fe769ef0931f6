"""The pages of seating: people by paste, drawing with a look before it is written, changing places, leaving, printing."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records import clubs, events, seating
from records.models import Draw, Event, PlannedSeat
from tests.frontend.markup import compact
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db

PEOPLE = "name,team\n" + "\n".join(f"Person {number:02},Team {number % 4}" for number in range(1, 17))


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def event(ann: User) -> Event:
    return events.create(ann, clubs.create(ann, "Lions"), "Autumn Cup", game="sichuan")


@pytest.fixture
def browser(ann: User) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(ann)
    return client


def body(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content[:300]
    return compact(answer.content.decode())


def at(event: Event, where: str = "") -> str:
    return f"/events/{event.pk}/seating/{where}"


@pytest.fixture
def drawn(ann: User, event: Event) -> Event:
    seating.enter_people(ann, event, PEOPLE)
    seating.draw(ann, event, event.stages.get(), seating.Order.of({"rounds": 2, "seed": 1}))
    return event


def test_pasted_people_are_shown_before_they_are_entered(browser: Client, event: Event) -> None:
    page = body(browser.post(at(event, "people/"), {"people": PEOPLE + "\nPerson 01,\n,Reds"}))
    assert "16 people can be entered." in page
    assert "stands in line 2 already" in page
    assert "there is no name in this line" in page
    assert not event.entrants.exists()
    text = re.search(
        r"<textarea name=\"people\" hidden>(.*?)</textarea>",
        browser.post(at(event, "people/"), {"people": PEOPLE}).content.decode(),
        re.DOTALL,
    )
    assert text is not None
    answer = browser.post(at(event, "people/"), {"people": text[1], "enter": "1"})
    assert answer["Location"] == f"/events/{event.pk}/entrants/?entered=16"
    assert event.entrants.count() == 16


def test_pasted_people_are_told_once_entered_and_counted_in_the_settings(browser: Client, ann: User, event: Event) -> None:
    """W6"""
    answer = browser.post(at(event, "people/"), {"people": PEOPLE, "enter": "1"}, follow=True)
    assert "16 people were entered." in body(answer)
    assert "16 entrants" in body(browser.get(f"/events/{event.pk}/settings/"))
    seating.add_house(ann, event, "Filler")
    assert "16 entrants" in body(browser.get(f"/events/{event.pk}/settings/")), "who fills a seat for the house takes no part"


def test_drawing_is_looked_at_then_written_with_its_figures(browser: Client, ann: User, event: Event) -> None:
    seating.enter_people(ann, event, PEOPLE)
    given = {"method": "unmet", "rounds": "4", "who": "all", "seed": "9"}
    page = body(browser.post(at(event, "draw/"), {**given, "look": "1"}))
    assert "No repeat opponents. People: 16, tables a round: 4; seed 9, steps 0." in page
    assert not PlannedSeat.objects.exists()
    again = body(browser.post(at(event, "draw/"), {**given, "again": "1"}))
    assert 'name="seed" inputmode="numeric" pattern="[0-9]*" maxlength="10" value="9"' not in again
    [digest] = re.findall(r'name="seen" value="(\w+)"', page)
    assert browser.post(at(event, "draw/"), {**given, "write": "1", "seen": digest})["Location"] == at(event)
    assert PlannedSeat.objects.count() == 64
    plan = body(browser.get(at(event)))
    assert "seed 9, steps 0" in plan
    assert "Rounds 1 to 4 · No repeat opponents" in plan
    stale = browser.post(at(event, "draw/"), {**given, "write": "1", "seen": digest})
    assert "The people or the rounds changed meanwhile" in body(stale, 409)


def test_people_who_do_not_fit_are_told_of_before_anything_is_drawn(browser: Client, ann: User, event: Event) -> None:
    seating.enter_people(ann, event, PEOPLE + "\nOne More,")
    page = body(browser.post(at(event, "draw/"), {"method": "unmet", "rounds": "2", "write": "1"}), 422)
    assert "Add 3 substitutes, or let 1 sit out in turn." in page
    assert 'name="rounds" inputmode="numeric" pattern="[0-9]*" maxlength="2" value="2"' in page, "the form is kept"
    assert not Draw.objects.exists()


def test_plan_is_shown_by_round_and_by_person(browser: Client, drawn: Event) -> None:
    page = body(browser.get(at(drawn)))
    assert page.count('<li class="at-table">') == 8
    assert "East</span>" in page
    [row] = re.findall(
        r'<tr><td class="number">5</td><th scope="row"><bdi>Person 05</bdi>.*?</tr>', body(browser.get(at(drawn) + "?by=person"))
    )
    assert len(re.findall(r"<td><b>\d</b>", row)) == 2


def test_two_people_and_two_tables_change_places(browser: Client, drawn: Event) -> None:
    one, other = (PlannedSeat.objects.get(table__round__number=2, table__name=name, seat="E") for name in "14")
    given = {"stage": "1", "round": "2", "one": one.entrant_id, "other": other.entrant_id}
    assert browser.post(at(drawn, "swap/"), given)["Location"] == at(drawn, "#r1-2")
    assert PlannedSeat.objects.get(table=one.table, seat="E").entrant_id == other.entrant_id
    browser.post(at(drawn, "swap/"), {"stage": "1", "round": "2", "table": one.table_id, "with": other.table_id})
    assert PlannedSeat.objects.get(table=one.table, seat="E").entrant_id == one.entrant_id
    same = {"stage": "1", "round": "2", "one": one.entrant_id, "other": one.entrant_id}
    assert "Choose two people of this round" in body(browser.post(at(drawn, "swap/"), same), 422)
    assert browser.post(at(drawn, "swap/"), {**given, "round": "7"}).status_code == 404


def test_who_leaves_gets_a_substitute_or_comes_back(browser: Client, drawn: Event) -> None:
    first = drawn.entrants.order_by("pk")[0]
    browser.post(at(drawn, "leave/"), {"entrant": first.pk, "stage": "1", "round": "2"})
    page = body(browser.get(at(drawn)))
    assert "plays no more from round 2 on" in page
    assert page.count("free seat") == 1
    browser.post(at(drawn, "leave/"), {"entrant": first.pk, "back": "1"})
    assert "free seat" not in body(browser.get(at(drawn)))
    browser.post(at(drawn, "leave/"), {"entrant": first.pk, "stage": "1", "round": "2"})
    browser.post(at(drawn, "leave/"), {"entrant": first.pk, "substitute": "1", "name": "Sub", "house": "on"})
    page = body(browser.get(at(drawn)))
    assert "Substitute: <bdi>Sub</bdi>" in page or "Substitute:<bdi>Sub</bdi>" in page
    assert "free seat" not in page
    browser.post(at(drawn, "leave/"), {"house": "1", "name": "House 2"})
    assert set(drawn.entrants.filter(house=True).values_list("name", flat=True)) == {"Sub", "House 2"}


def test_rounds_are_undone(browser: Client, drawn: Event) -> None:
    assert browser.post(at(drawn, "undo/"), {"stage": "1", "round": "2"})["Location"] == at(drawn)
    assert "undone from round 2 on" in body(browser.get(at(drawn)))
    assert "There is no drawing of this round." in body(browser.post(at(drawn, "undo/"), {"stage": "1", "round": "2"}), 404)


@pytest.mark.parametrize(
    ("kind", "words", "pieces"),
    [
        ("cards", '<article class="card">', 16),
        ("signs", '<article class="sign page">', 8),
        ("names", '<tr><td class="number">', 16),
        ("tables", '<section class="page">', 2),
        ("sheets", '<article class="score-sheet page">', 8),
    ],
)
def test_pages_to_print_have_a_piece_for_everybody(browser: Client, drawn: Event, kind: str, words: str, pieces: int) -> None:
    page = body(browser.get(at(drawn, f"print/{kind}/") + "?paper=A5&language=en&round="))
    assert page.count(words) == pieces
    assert "frontend/seating/a5" in page
    zh = body(browser.get(at(drawn, f"print/{kind}/") + "?language=zh-hant&round=2"))
    assert '<html lang="zh-Hant">' in zh
    assert "frontend/seating/a4" in zh
    assert "第 2 輪" in zh or "輪次" in zh


def test_printed_codes_lead_to_the_pages_of_the_table_and_of_its_seats(browser: Client, drawn: Event) -> None:
    page = body(browser.get(at(drawn, "print/sheets/") + "?round=1"))
    links = re.findall(r"/at/([^/<]+)/", page)
    found = [events.find_seat_link(secret) for secret in links]
    assert all(found)
    tables = set(drawn.tables.filter(round__number=1).values_list("pk", flat=True))
    assert {(one.table.pk, one.seat) for one in found if one} == {(table, seat) for table in tables for seat in ("", *"ESWN")}


def test_signs_are_printed_of_the_next_round_where_none_is_named(browser: Client, drawn: Event) -> None:
    assert body(browser.get(at(drawn, "print/signs/"))).count('<article class="sign page">') == 4


def test_pages_to_print_lead_to_the_others_with_the_same_round_paper_and_language(browser: Client, drawn: Event) -> None:
    page = body(browser.get(at(drawn, "print/signs/") + "?paper=A5&language=en&round=1.2"))
    assert f'href="{at(drawn, "print/cards/")}?round=1.2&amp;paper=A5&amp;language=en"' in page
    assert f'href="{at(drawn, "print/cards/")}?paper=A4&amp;language=en"' in body(
        browser.get(at(drawn, "print/signs/") + "?language=en&round=")
    )


def test_page_to_print_of_no_kind_is_not_there(browser: Client, drawn: Event) -> None:
    assert browser.get(at(drawn, "print/posters/")).status_code == 404


def test_who_left_comes_back_once_the_substitute_has_left_too(browser: Client, ann: User, drawn: Event) -> None:
    first, stage = drawn.entrants.order_by("pk")[0], drawn.stages.get()
    seating.leave(ann, drawn, first, stage, 2)
    new = seating.substitute(ann, drawn, first, "Sub Stitute")
    assert 'name="back"' not in body(browser.get(at(drawn)))
    seating.leave(ann, drawn, new, stage, 2)
    page = body(browser.get(at(drawn)))
    assert page.count('name="back"') == 2
    browser.post(at(drawn, "leave/"), {"entrant": first.pk, "back": "1"})
    assert first.planned_seats.count() == 2


def test_drawing_by_the_standings_names_the_tables_that_have_no_result(browser: Client, ann: User, drawn: Event) -> None:
    stage = drawn.stages.get()
    names = [one.name for _, one in seating.plan_of(drawn).rounds[0].tables[0].seats if one]
    match = upload(drawn.club, ann, text(people=names))[0]
    events.attach_match(ann, drawn, match, stage, 1, "1")
    page = body(browser.post(at(drawn, "draw/"), {"method": "swiss", "who": "all", "look": "1"}))
    assert "7 tables have no result yet" in page
    assert "round 1, table 2" in page
    assert "round 1, table 1," not in page
    assert "no result yet" not in body(browser.post(at(drawn, "draw/"), {"method": "lot", "who": "all", "look": "1"}))


@pytest.mark.parametrize(
    ("encoding", "language"),
    [("utf-8-sig", "en"), ("utf-16", "en"), ("gb18030", "en"), ("gb18030", "zh-hans"), ("big5", "zh-hant")],
)
def test_list_is_read_from_a_file_as_spreadsheets_write_it(ann: User, event: Event, encoding: str, language: str) -> None:
    client = Client(HTTP_ACCEPT_LANGUAGE=language)
    client.force_login(ann)
    file = io.BytesIO(
        "姓名,隊伍\r\n王小明,台北\r\n李四,高雄".encode(encoding)
        if encoding == "big5"
        else "姓名,队伍\r\n王小明,北京".encode(encoding)
    )
    page = body(client.post(at(event, "people/"), {"file": file}))
    assert "<bdi>王小明</bdi>" in page
    assert ("<bdi>高雄</bdi>" if encoding == "big5" else "<bdi>北京</bdi>") in page
