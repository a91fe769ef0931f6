"""The page around the replay board, of a mahjong match and of one of cards: it fills the window, keeps still, and is stepped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from frontend.i18n.move_text import shorthand
from referee import registry
from referee.notation import grammar_of
from tests.frontend.board import FOUND, open_board
from tests.frontend.browser import new_page
from tests.frontend.conftest import FLAGGED

TABLES = ["luzhou", "gouji"]
ENGLISH = pytest.mark.parametrize("page", ["en-US"], indirect=True)


@ENGLISH
@pytest.mark.parametrize("game", TABLES)
def test_moves_are_tokens_with_pieces_and_are_read_as_sentences(
    page: Page, address: str, matches: dict[str, str], game: str
) -> None:
    open_board(page, address, matches[f"{game}/clean-01"])
    rows = page.evaluate("[...document.querySelectorAll('#moves li')].map((one) => one.offsetTop)")
    assert len(set(rows)) < len(rows) / 2
    assert page.locator("#moves .token svg").count() > 60
    said = {"luzhou": "South discards 1 of characters", "gouji": "B plays 4 ×2"}[game]
    expect(page.locator("#moves").get_by_role("button", name=said, exact=True).first).to_be_visible()


@pytest.mark.parametrize(
    ("game", "token", "expected"),
    [
        ("luzhou", "E+5p", ("E", "", ["5p"], True)),
        ("luzhou", "E-5p", ("E", "", ["5p"], False)),
        ("luzhou", "N.peng", ("N", "peng", [], False)),
        ("gouji", "A:KKX", ("A", "", ["K", "K", "X"], False)),
        ("gouji", "D.tiao:77/8/2222", ("D", "tiao", [*"7782222"], False)),
    ],
)
def test_shorthand_of_a_move_is_its_seat_its_call_and_its_pieces(
    game: str, token: str, expected: tuple[str, str, list[str], bool]
) -> None:
    found, book = grammar_of(game).move(token), registry.find(game)
    assert found is not None
    assert book is not None
    short = shorthand(found, book.rulebook)
    seat, verb, pieces, drawn = expected
    assert (short["seat"], bool(short["word"]), short["pieces"], short["drawn"]) == (seat, bool(verb), pieces, drawn)


@ENGLISH
@pytest.mark.parametrize("game", TABLES)
def test_step_past_the_end_of_a_round_leads_to_the_next(page: Page, address: str, matches: dict[str, str], game: str) -> None:
    open_board(page, address, matches[f"{game}/clean-01"])
    page.locator("#turn").click()
    onward = page.locator("#onward")
    expect(onward).to_be_hidden()
    page.keyboard.press("End")
    expect(onward).to_be_visible()
    expect(onward).to_have_text("Next: round 2")
    expect(page.locator("#spoken")).to_have_text(re.compile("Next: round 2$"))
    page.keyboard.press("ArrowLeft")
    expect(onward).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/replay/2/\?turn=\w$"))
    expect(page.locator(".rounds [aria-current]")).to_contain_text("Round 2")


@ENGLISH
def test_last_round_has_none_after_it(page: Page, address: str, matches: dict[str, str]) -> None:
    open_board(page, address, matches[FLAGGED], f"{FOUND[0]}/{FOUND[1]}/")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#onward")).to_have_count(0)
    expect(page).to_have_url(re.compile(rf"/replay/{FOUND[0]}/{FOUND[1]}/$"))


@ENGLISH
def test_arrow_keys_step_whatever_has_the_focus_but_in_a_field(page: Page, address: str, matches: dict[str, str]) -> None:
    open_board(page, address, matches["luzhou/clean-01"])
    stops = ["#board", "#scrub", "#play", "#turn", "#moves button", ".crumbs a", ".save summary", "#text-table summary"]
    for move, stop in enumerate(stops, 1):
        page.locator(stop).first.focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#place")).to_have_text(f"{move} / 133")
    page.locator("#pace").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#place")).to_have_text(f"{len(stops)} / 133")


@ENGLISH
@pytest.mark.parametrize("game", TABLES)
def test_wheel_over_the_board_steps_and_does_not_scroll(page: Page, address: str, matches: dict[str, str], game: str) -> None:
    open_board(page, address, matches[f"{game}/clean-01"])
    page.locator("#board").hover()
    for move in (1, 2):
        page.mouse.wheel(0, 100)
        expect(page.locator("#place")).to_have_text(re.compile(f"^{move} /"))
    page.mouse.wheel(0, -100)
    expect(page.locator("#place")).to_have_text(re.compile("^1 /"))
    assert page.evaluate("scrollY") == 0


def test_link_to_the_shown_move_is_copied(chromium: Browser, address: str, matches: dict[str, str]) -> None:
    with new_page(chromium, locale="en-US", permissions=["clipboard-read", "clipboard-write"]) as page:
        open_board(page, address, matches["gouji/clean-01"])
        page.keyboard.press("ArrowRight")
        page.locator("#turn").click()
        page.locator("#copy").click()
        expect(page.locator("#copy")).to_have_text("Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == f"{address}/matches/{matches['gouji/clean-01']}/replay/1/1/?turn=B"
