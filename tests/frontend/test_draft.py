"""The draft of a match that is entered by hand: nothing of it is lost, everything is taken back; its notes and times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Error, Page, Route, expect

import referee
from tests.frontend.axe import violations
from tests.frontend.entry_page import EntryPage
from tests.proof import slow

RECORD = referee.Record(
    "sichuan",
    "xuezhan",
    seats={"E": "陳美玲"},
    rounds=(referee.Round(1, (), dealer="E", hands={"E": "123456789m11789p", "S": "?", "W": "?", "N": "?"}),),
)


@pytest.fixture
def entry_page(phone: Page, address: str) -> EntryPage:
    """A round of which one hand was seen, its first move to come."""
    page = EntryPage(phone, address)
    page.type(referee.write(RECORD))
    return page


def reload_page(entry_page: EntryPage) -> None:
    """Load the page anew, as after a crash."""
    entry_page.page.reload()
    entry_page.wait_for_referee()


def test_undo_history_of_a_draft_survives_a_reload(phone: Page, entry_page: EntryPage) -> None:
    for token in ("E-9p", "S+1s", "S-1s"):
        entry_page.enter_move(token)
    phone.locator("#undo").click()
    entry_page.wait_for_referee()
    before = phone.locator("#text").input_value()
    reload_page(entry_page)
    expect(phone.locator("#text")).to_have_value(before)
    phone.locator("#redo").click()
    expect(phone.locator("#text")).to_have_value(re.compile(r"E-9p S\+1s S-1s\s*$"))
    for left in (r"S\+1s", "E-9p", r"\]", "$"):
        phone.locator("#undo").click()
        expect(phone.locator("#text")).to_have_value(re.compile(rf"{left}\s*$"))
    expect(phone.locator("#undo")).to_be_disabled()


def test_half_entered_move_survives_a_reload(phone: Page, address: str, entry_page: EntryPage) -> None:
    """A move half put together, a note half typed; before there is a draft, the names that were filled in."""
    entry_page.enter_move("E-9p")
    phone.locator("#offers .else > summary").click()
    phone.locator("[data-template='N?']").click()
    expect(phone.locator("[data-template='N?']")).to_have_attribute("aria-expanded", "true")
    phone.locator("#note").click()
    phone.locator("#noting input").fill("half a no")
    reload_page(entry_page)
    expect(phone.locator("[data-template='N?']")).to_have_attribute("aria-expanded", "true")
    expect(phone.locator("#noting input")).to_have_value("half a no")
    phone.evaluate("localStorage.clear()")
    reload_page(entry_page)
    phone.locator("[name=game]").select_option("hengyang")
    phone.locator("[name='Seat.E']").fill("林志強")
    phone.locator("[name=Event]").fill("例會")
    phone.locator("[name=Event]").press("Tab")
    reload_page(entry_page)
    expect(phone.locator("[name=game]")).to_have_value("hengyang")
    expect(phone.locator("[name='Seat.E']")).to_have_value("林志強")
    expect(phone.locator("#text")).to_have_value("")


@slow
def test_draft_is_the_same_in_two_tabs(phone: Page, address: str, entry_page: EntryPage) -> None:
    """Neither writes over what the other has written."""
    other = phone.context.new_page()
    EntryPage(other, address)
    entry_page.enter_move("E-9p")
    expect(other.locator("#text")).to_have_value(re.compile("E-9p"))
    other.locator("#undo").click()
    expect(phone.locator("#text")).not_to_have_value(re.compile("E-9p"))
    other.close()


@slow
def test_draft_is_checked_later_when_the_referee_cannot_be_reached(phone: Page, entry_page: EntryPage) -> None:
    phone.route("**/verify?words=1", lambda route: route.abort())
    phone.locator("#offers [data-token='E-9p']").click()
    expect(phone.locator("#status")).to_have_text(re.compile("cannot be reached"))
    expect(phone.locator("#moves .unchecked")).to_have_count(1)
    phone.unroute("**/verify?words=1")
    expect(phone.locator("#moves .unchecked")).to_have_count(0)
    expect(phone.locator("#offers [data-token='S+? S-1s']")).to_be_visible()


@pytest.fixture
def held_requests(phone: Page, entry_page: EntryPage) -> Iterator[list[Route]]:
    """Questions to the referee are held back, oldest first, until a test lets them go."""
    questions: list[Route] = []
    phone.route("**/verify?words=1", lambda route: questions.append(route))
    yield questions
    for route in questions:
        with suppress(Error):  # it has gone on already
            route.abort()


def test_answer_on_an_older_draft_is_ignored(phone: Page, entry_page: EntryPage, held_requests: list[Route]) -> None:
    """A question on its way is let go as soon as a letter is typed, however long its answer takes."""
    phone.clock.install()
    phone.clock.pause_at(datetime.now() + timedelta(minutes=1))
    with phone.expect_request("**/verify?words=1"):
        phone.locator("#offers [data-token='E-9p']").click()
        phone.clock.run_for(10)
    with phone.expect_event("requestfailed"):
        phone.locator("#text").press("End")
        phone.locator("#text").press_sequentially(" ")


def note(entry_page: EntryPage, text: str) -> None:
    field = entry_page.page.locator("#noting input")
    field.fill(text)
    field.press("Enter")
    expect(field).to_be_hidden()
    entry_page.wait_for_referee()


@slow
def test_note_on_a_move_is_added_changed_and_removed(phone: Page, entry_page: EntryPage) -> None:
    """On the last move by the button above, on any by its own; what would end a note in braces goes to the end of a line."""
    phone.locator("#note").click()
    note(entry_page, "the wall was short")
    entry_page.enter_move("E-9p")
    phone.locator("#note").click()
    assert violations(phone, "noting") == []
    note(entry_page, "slowly")
    expect(phone.locator("#moves li[data-move='1'] .remark")).to_have_text("slowly")
    entry_page.enter_move("S+1s")
    entry_page.enter_move("S-1s")
    phone.locator("#moves li[data-move='2'] button", has_text="Note").click()
    note(entry_page, "a } brace")
    entry_page.enter_move("W+2s")
    (round_,) = entry_page.record_of_draft().rounds
    assert round_.tokens == ("E-9p", "S+1s", "S-1s", "W+2s")
    assert round_.comments == {0: "the wall was short", 1: "slowly", 2: "a } brace"}
    expect(phone.locator("#findings .finding")).to_have_count(0)
    phone.locator("#moves li[data-move='1'] button", has_text="Note").click()
    expect(phone.locator("#noting input")).to_have_value("slowly")
    note(entry_page, "")
    phone.locator("#moves li[data-move='2'] button", has_text="Note").click()
    note(entry_page, "in braces now")
    (round_,) = entry_page.record_of_draft().rounds
    assert round_.comments == {0: "the wall was short", 2: "in braces now"}
    assert round_.tokens == ("E-9p", "S+1s", "S-1s", "W+2s")


def test_tile_pressed_while_a_field_is_being_filled_in_is_dealt(phone: Page, address: str) -> None:
    """Pressing it ends the writing of the field; the referee's answer on that may not redraw the picker under the finger. It is
    pressed at its upper edge and as slowly as a person does: the referee answers before it is let go."""
    entry_page = EntryPage(phone, address)
    entry_page.start(referee.Record("sichuan"))
    phone.locator("#dealing details summary").click()
    phone.locator("#dealing details input").first.fill("Lin")
    phone.locator(".picker [data-tile='5p']").hover(position={"x": 12, "y": 4})
    phone.mouse.down()
    phone.wait_for_timeout(300)
    phone.mouse.up()
    expect(phone.locator("#text")).to_have_value(re.compile(r"Lin(.|\n)*Hand.E \"5p\""))
    entry_page.wait_for_referee("deal")


@slow
def test_move_clicked_twice_is_written_once(phone: Page, entry_page: EntryPage, held_requests: list[Route]) -> None:
    """What is offered is offered for the draft as it was: until the referee has answered anew, another click says nothing."""
    phone.locator("#offers [data-token='E-9p']").dblclick()
    expect(phone.locator("#text")).to_have_value(re.compile(r"\]\s+E-9p\s*$"))
    phone.unroute("**/verify?words=1")
    entry_page.wait_for_referee()
    assert entry_page.record_of_draft().rounds[0].tokens == ("E-9p",)
    entry_page.enter_move("S+1s")


@slow
def test_starting_a_new_match_can_be_undone(phone: Page, entry_page: EntryPage) -> None:
    """Whoever starts one by mistake has the old one again."""
    entry_page.enter_move("E-9p")
    phone.locator("#start").click()
    expect(phone.locator("#text")).not_to_have_value(re.compile("E-9p"))
    reload_page(entry_page)
    phone.locator("#undo").click()
    expect(phone.locator("#text")).to_have_value(re.compile("陳美玲(.|\n)*E-9p"))


@slow
def test_typed_letters_are_undone_in_one_step(phone: Page, entry_page: EntryPage) -> None:
    """They are taken back together, however they come and go; what was written a second before is another step."""
    phone.clock.set_fixed_time(datetime.now() + timedelta(seconds=2))
    before = phone.locator("#text").input_value()
    phone.locator("#text").press("Control+End")
    phone.locator("#text").press_sequentially("E-9p")
    for _ in "E-9p":
        phone.locator("#text").press("Backspace")
    phone.locator("#text").press_sequentially("E-8p")
    phone.locator("#undo").click()
    expect(phone.locator("#text")).to_have_value(before)
