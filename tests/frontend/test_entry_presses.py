"""A click on the entry page is never lost: what is pressed stays as it is until it is let go, whatever comes in meanwhile."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import referee
from tests.frontend.entry_page import EntryPage
from tests.golden import HOME
from tests.proof import slow


@pytest.fixture
def deal(phone: Page, address: str) -> Callable[[str], EntryPage]:
    """A match of a game, its first hand to be dealt."""

    def started(game: str) -> EntryPage:
        entry_page = EntryPage(phone, address)
        entry_page.start(referee.Record(game))
        return entry_page

    return started


def press(page: Page, button: Locator, while_pressed: Callable[[], object] = lambda: None) -> None:
    """Press a button, at its upper edge and as slowly as a person does: the referee answers before it is let go."""
    button.hover(position={"x": 12, "y": 4})
    page.mouse.down()
    while_pressed()
    page.wait_for_timeout(300)
    page.mouse.up()


def test_tile_pressed_while_a_field_is_being_filled_in_is_dealt(phone: Page, deal: Callable[[str], EntryPage]) -> None:
    """Pressing it ends the writing of the field; the referee's answer on that may not redraw the picker under the finger."""
    entry_page = deal("sichuan")
    phone.locator("#dealing details summary").click()
    phone.locator("#dealing details input").first.fill("Lin")
    press(phone, phone.locator(".picker [data-tile='5p']"))
    expect(phone.locator("#text")).to_have_value(re.compile(r"Lin(.|\n)*Hand.E \"5p\""))
    entry_page.wait_for_referee("deal")


@slow
def test_tile_pressed_when_the_referee_asks_to_wait_is_dealt(phone: Page, deal: Callable[[str], EntryPage]) -> None:
    """The line that says so is longer, so that everything below it moves, after the press."""
    deal("sichuan")
    phone.set_viewport_size({"width": 390, "height": 1600})
    questions: list[Route] = []
    phone.route("**/enter/check/", lambda route: questions.append(route))
    with phone.expect_request("**/enter/check/"):
        phone.locator("#dealing .heading select").first.select_option("E")
    wait = {"line": "Too many checks at once. Going on in a moment."}
    press(phone, phone.locator(".picker [data-tile='5p']"), lambda: questions[0].fulfill(status=429, json=wait))
    expect(phone.locator("#text")).to_have_value(re.compile('Hand.E "5p"'))
    expect(phone.locator("#status")).to_have_text(wait["line"])
    for question in questions[1:]:
        question.abort()


@slow
def test_tile_pressed_by_the_space_bar_while_the_referee_answers_is_dealt(phone: Page, deal: Callable[[str], EntryPage]) -> None:
    deal("sichuan")
    phone.locator(".picker [data-tile='5p']").focus()
    phone.keyboard.down("Space")
    phone.locator("#dealing .heading select").first.evaluate(
        "select => { select.value = 'E'; select.dispatchEvent(new Event('change')) }"
    )
    phone.wait_for_timeout(300)
    phone.keyboard.up("Space")
    expect(phone.locator("#text")).to_have_value(re.compile(r'Dealer "E"(.|\n)*Hand.E "5p"'))


@slow
def test_count_pressed_while_a_number_is_being_typed_is_written(phone: Page, deal: Callable[[str], EntryPage]) -> None:
    """Of the same card and of another one; a number that is typed and left by a press is written too."""
    deal("gouji")
    for typed, pressed in (("A", "A 4"), ("K", "Q 1")):
        phone.locator(f"#dealing input[data-tile='{typed}']").fill("3")
        press(phone, phone.locator(f"#dealing [data-key='{pressed}']"))
    expect(phone.locator("#text")).to_have_value(re.compile('Hand.A "QKKKAAAA"'))


def test_picker_stays_where_it_is_while_a_hand_grows(phone: Page, deal: Callable[[str], EntryPage]) -> None:
    """Who taps the same place again and again means the same tile."""
    deal("sichuan")
    tile = phone.locator(".picker [data-tile='9s']")
    phone.locator(".picker [data-tile='1m']").click()
    before = tile.bounding_box()
    for name in ("1m", "1m", "1m", *("2m",) * 4, *("3m",) * 4, "4m"):
        phone.locator(f".picker [data-tile='{name}']").click()
        assert tile.bounding_box() == before, name


def test_next_round_pressed_while_the_last_score_is_being_typed_is_begun(phone: Page, address: str) -> None:
    """The score is written into its own round."""
    record = referee.parse((HOME / "sichuan" / "clean-05.ppn").read_bytes())
    assert isinstance(record, referee.Record)
    last = record.rounds[-1]
    assert last.scores
    entry_page = EntryPage(phone, address)
    entry_page.type(referee.write(record._replace(rounds=(last._replace(number=1, scores=None),), totals=None)))
    entry_page.wait_for_referee("over")
    for side, points in last.scores.items():
        phone.locator(f"[data-key='Scores {side}']").fill(str(points))
    press(phone, phone.locator("#round"))
    entry_page.wait_for_referee("deal")
    first, second = entry_page.record_of_draft().rounds
    assert (first.scores, second.number, second.scores) == (last.scores, 2, None)


@slow
def test_offer_pressed_while_the_header_is_being_filled_in_is_written(phone: Page, address: str) -> None:
    entry_page = EntryPage(phone, address)
    hands = {"E": "123456789m11789p", "S": "?", "W": "?", "N": "?"}
    record = referee.Record("sichuan", "xuezhan", rounds=(referee.Round(1, (), dealer="E", hands=hands),))
    entry_page.type(referee.write(record))
    phone.locator("[name=Event]").fill("League")
    press(phone, phone.locator("#offers [data-token='E-9p']"))
    expect(phone.locator("#text")).to_have_value(re.compile(r'Event "League"(.|\n)*E-9p\s*$'))
    entry_page.wait_for_referee("open")
