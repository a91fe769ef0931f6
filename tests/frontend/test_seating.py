"""The pages of seating: people by paste, drawing with a look before it is written, changing places, leaving, printing."""

from __future__ import annotations

import io
import re
from typing import Any
from xml.etree import ElementTree

import pytest
import segno
from django.template import Context, Template
from django.test import Client
from django.utils.translation import override

from frontend.templatetags.qr import QUIET
from records.accounts import access
from records.tournament import events, seating
from records.tournament.models import Draw, Event, PlannedSeat
from tests.frontend.clients import page
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db

PEOPLE = "name,team\n" + "\n".join(f"Person {number:02},Team {number % 4}" for number in range(1, 17))


def at(event: Event, where: str = "") -> str:
    return f"/events/{event.pk}/people/{where}"


@pytest.fixture
def drawn(owner: Any, event: Event) -> Event:
    seating.enter_people(owner, event, PEOPLE)
    seating.draw(owner, event, event.stages.get(), seating.Order.of({"rounds": 2, "seed": 1}))
    return event


def test_pasted_people_are_shown_before_they_are_entered_and_told_once_they_are(reader: Client, event: Event) -> None:
    shown = page(reader.post(at(event), {"action": "read", "people": PEOPLE + "\nPerson 01,\n,Reds"}))
    told = ("16 people can be entered.", "stands in line 2 already", "there is no name in this line")
    assert [said for said in told if said not in shown] == []
    assert not event.entrants.exists()
    asked = reader.post(at(event), {"action": "read", "people": PEOPLE}).content.decode()
    pasted = re.search(r"<textarea name=\"people\" hidden>(.*?)</textarea>", asked, re.DOTALL)
    assert pasted is not None
    answer = reader.post(at(event), {"action": "enter", "people": pasted[1]}, follow=True)
    assert "16 people were entered." in page(answer)
    assert event.entrants.count() == 16


def test_who_fills_a_seat_for_the_house_is_not_counted_among_the_people(reader: Client, owner: Any, drawn: Event) -> None:
    seating.add_house(owner, drawn, "Filler")
    assert "16 entrants" in page(reader.get(at(drawn)))


def test_drawing_is_looked_at_then_written_with_its_figures(reader: Client, owner: Any, event: Event) -> None:
    seating.enter_people(owner, event, PEOPLE)
    given = {"method": "unmet", "rounds": "4", "who": "all", "seed": "9"}
    looked = page(reader.post(at(event), {**given, "action": "look"}))
    assert "No repeat opponents. People: 16, tables a round: 4; seed 9, steps 0." in looked
    assert not PlannedSeat.objects.exists()
    again = page(reader.post(at(event), {**given, "action": "again"}))
    assert re.search(r'name="seed"[^>]* value="9"', again) is None
    [digest] = re.findall(r'name="seen" value="(\w+)"', looked)
    assert reader.post(at(event), {**given, "action": "draw", "seen": digest})["Location"] == at(event)
    assert PlannedSeat.objects.count() == 64
    assert "Rounds 1 to 4 · No repeat opponents" in page(reader.get(at(event)))
    stale = reader.post(at(event), {**given, "action": "draw", "seen": digest})
    assert "The people or the rounds changed meanwhile" in page(stale, 409)


def test_people_who_do_not_fit_are_told_of_before_anything_is_drawn(reader: Client, owner: Any, event: Event) -> None:
    seating.enter_people(owner, event, PEOPLE + "\nOne More,")
    shown = page(reader.post(at(event, "?edit=draw"), {"action": "draw", "method": "unmet", "rounds": "2"}), 422)
    assert "Add 3 substitutes, or let 1 sit out in turn." in shown
    assert re.search(r'name="rounds"[^>]* value="2"', shown), "the form is kept"
    assert not Draw.objects.exists()


def test_plan_is_shown_by_round_and_by_person(reader: Client, drawn: Event) -> None:
    shown = page(reader.get(at(drawn)))
    assert (shown.count('<li class="at-table">'), "East</span>" in shown) == (8, True)
    by_person = page(reader.get(at(drawn) + "?by=person"))
    [row] = re.findall(r'<tr><td class="number">5</td><th scope="row"><bdi>Person 05</bdi>.*?</tr>', by_person)
    assert len(re.findall(r"<td><b>\d</b>", row)) == 2


def test_two_people_and_two_tables_change_places(reader: Client, drawn: Event) -> None:
    one, other = (PlannedSeat.objects.get(table__round__number=2, table__name=name, seat="E") for name in "14")
    given = {"action": "swap", "stage": "1", "round": "2", "one": one.entrant_id, "other": other.entrant_id}
    assert reader.post(at(drawn), given)["Location"] == at(drawn, "#r1-2")
    assert PlannedSeat.objects.get(table=one.table, seat="E").entrant_id == other.entrant_id
    tables = {"action": "swap_tables", "table": one.table_id, "with": other.table_id}
    reader.post(at(drawn), given | tables)
    assert PlannedSeat.objects.get(table=one.table, seat="E").entrant_id == one.entrant_id
    same = {**given, "other": one.entrant_id}
    assert "Choose two people of this round" in page(reader.post(at(drawn), same), 422)
    assert reader.post(at(drawn), {**given, "round": "7"}).status_code == 404


def test_who_leaves_gets_a_substitute_or_comes_back(reader: Client, owner: Any, drawn: Event) -> None:
    first = drawn.entrants.order_by("pk")[0]
    leaves = {"action": "leave", "entrant": first.pk, "stage": "1", "round": "2"}
    reader.post(at(drawn), leaves)
    left = page(reader.get(at(drawn)))
    assert ("plays no more from round 2 on" in left, left.count("free seat")) == (True, 1)
    reader.post(at(drawn), {"action": "come_back", "entrant": first.pk})
    assert "free seat" not in page(reader.get(at(drawn)))
    reader.post(at(drawn), leaves)
    reader.post(at(drawn), {"action": "substitute", "entrant": first.pk, "name": "Sub", "house": "on"})
    shown = page(reader.get(at(drawn)))
    assert re.search("Substitute: ?<bdi>Sub</bdi>", shown)
    assert ("free seat" in shown, 'value="come_back"' in shown) == (False, False)
    seating.leave(owner, drawn, drawn.entrants.get(name="Sub"), drawn.stages.get(), 2)
    assert page(reader.get(at(drawn))).count('value="come_back"') == 2, "once the substitute has left too"


def test_rounds_are_undone(reader: Client, drawn: Event) -> None:
    assert reader.post(at(drawn), {"action": "undo", "stage": "1", "round": "2"})["Location"] == at(drawn)
    assert "undone from round 2 on" in page(reader.get(at(drawn)))
    assert "There is no drawing of this round." in page(
        reader.post(at(drawn), {"action": "undo", "stage": "1", "round": "2"}), 404
    )


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
def test_pages_to_print_have_a_piece_for_everybody(reader: Client, drawn: Event, kind: str, words: str, pieces: int) -> None:
    shown = page(reader.get(at(drawn, f"print/{kind}/") + "?paper=A5&language=en&round="))
    assert (shown.count(words), "frontend/seating/a5" in shown) == (pieces, True)
    zh = page(reader.get(at(drawn, f"print/{kind}/") + "?language=zh-hant&round=2"))
    assert ('<html lang="zh-Hant">' in zh, "frontend/seating/a4" in zh) == (True, True)


def test_pages_to_print_lead_to_the_others_and_begin_at_the_next_round(reader: Client, drawn: Event) -> None:
    shown = page(reader.get(at(drawn, "print/signs/") + "?paper=A5&language=en&round=1.2"))
    assert f'href="{at(drawn, "print/cards/")}?round=1.2&amp;paper=A5&amp;language=en"' in shown
    assert page(reader.get(at(drawn, "print/signs/"))).count('<article class="sign page">') == 4
    assert reader.get(at(drawn, "print/posters/")).status_code == 404


def test_printed_codes_lead_to_the_pages_of_the_table_and_of_its_seats(reader: Client, drawn: Event) -> None:
    links = re.findall(r"/s/([^/<]+)/", page(reader.get(at(drawn, "print/sheets/") + "?round=1")))
    grants = [access.grant_of(secret) for secret in links]
    assert all(grant and events.opens(grant) for grant in grants)
    tables = set(drawn.tables.filter(round__number=1).values_list("pk", flat=True))
    found = {(one.table_id, one.seat) for one in grants if isinstance(one, access.SeatGrant)}
    assert found == {(table, seat) for table in tables for seat in ("", *"ESWN")}


def test_drawing_by_the_standings_names_the_tables_that_have_no_result(reader: Client, owner: Any, drawn: Event) -> None:
    names = [one.name for _, one in seating.plan_of(drawn).rounds[0].tables[0].seats if one]
    match = upload(drawn.club, owner, text(people=names))[0]
    events.attach_match(owner, drawn, match, drawn.stages.get(), 1, "1")
    shown = page(reader.post(at(drawn), {"action": "look", "method": "swiss", "who": "all"}))
    assert ("7 tables have no result yet" in shown, "round 1, table 2" in shown, "round 1, table 1," in shown) == (
        True,
        True,
        False,
    )
    assert "no result yet" not in page(reader.post(at(drawn), {"action": "look", "method": "lot", "who": "all"}))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030", "big5"])
def test_list_is_read_from_a_file_as_spreadsheets_write_it(reader: Client, event: Event, encoding: str) -> None:
    language, listed = ("zh-hant", "姓名,隊伍\r\n李四,高雄") if encoding == "big5" else ("en", "姓名,队伍\r\n王小明,北京")
    shown = page(
        reader.post(at(event), {"action": "read", "file": io.BytesIO(listed.encode(encoding))}, HTTP_ACCEPT_LANGUAGE=language)
    )
    assert all(f"<bdi>{word}</bdi>" in shown for word in listed.splitlines()[1].split(","))


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("address", ["https://referee.example/" + "a" * 300, "https://例.example/?a=1&b=<2>"])
def test_qr_code_has_the_modules_of_the_address_a_quiet_zone_and_its_name(address: str) -> None:
    with override("en"):
        text = Template("{% load qr %}{% qr address %}").render(Context({"address": address}))
    svg = ElementTree.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))
    code = segno.make_qr(address, error="m")
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", svg.findall(f"{SVG}path")[-1].attrib["d"])
    assert all(right == left for _, _, right, left in runs)
    drawn = {(int(row), int(at) + step) for at, row, long, _ in runs for step in range(int(long))}
    assert drawn == {(row + QUIET, at + QUIET) for row, line in enumerate(code.matrix) for at, dark in enumerate(line) if dark}
    assert svg.attrib["viewBox"] == "0 0 {0} {0}".format(len(code.matrix) + 2 * QUIET)
    assert (svg.attrib["role"], svg.findtext(f"{SVG}title")) == ("img", f"QR code of {address}")
    assert not any("style" in one.attrib or one.tag == f"{SVG}style" for one in svg.iter())
