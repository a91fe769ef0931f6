"""The page around the replay board, of a mahjong match and of one of cards: it fills the window, keeps still, and is stepped."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.board import FOUND, open_board
from tests.frontend.browser import new_page
from tests.frontend.conftest import FLAGGED
from tests.proof import every_fifth, one_in, proof, slow

TABLES = ["luzhou", "gouji"]
ENGLISH = pytest.mark.parametrize("page", ["en-US"], indirect=True)
SIZES = {
    "screen": (1440, 900),
    "tablet": (768, 1024),
    "telephone": (390, 844),
    "short telephone": (390, 664),
    "on its side": (844, 390),
}
EVERY_SIZE = [pytest.param(size, marks=() if size == "short telephone" else proof) for size in SIZES]
"""One in which little has room every time, all of them in ``make proof``."""
IN_VIEW = """(names) => names.filter((name) => {
  const { left, right, top, bottom } = document.querySelector(name).getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
})"""
"""Those of the elements that are not wholly in the window."""
PLACES = """() => ["#board", "#scrub", "#play", "#told", ".beside"].map((name) => {
  const { left, right, top, bottom } = document.querySelector(name).getBoundingClientRect();
  return [name, left, right, top, bottom];
})"""


def sized(chromium: Browser, size: str, locale: str = "zh-TW") -> Any:
    width, height = SIZES[size]
    small = min(width, height) < 600
    return new_page(
        chromium,
        viewport={"width": width, "height": height},
        locale=locale,
        has_touch=small,
        is_mobile=small,
        reduced_motion="reduce",
    )


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_board_and_controls_are_in_view_and_stay_where_they_are(
    chromium: Browser, address: str, matches: dict[str, str], size: str
) -> None:
    with sized(chromium, size) as page:
        for match in (*(f"{game}/clean-01" for game in TABLES), FLAGGED):
            open_board(page, address, matches[match], "7/" if match == FLAGGED else "1/")
            assert page.evaluate(IN_VIEW, ["#board", "#scrub", "#play", "[data-step=last]", "#told"]) == [], match
            places = page.evaluate(PLACES)
            for key in ("End", "PageUp", "ArrowLeft"):
                page.keyboard.press(key)
                assert page.evaluate(PLACES) == places, (match, key)


@ENGLISH
@pytest.mark.parametrize("game", one_in(len(TABLES), TABLES, slow))
def test_moves_are_tokens_with_pieces_and_are_read_as_sentences(
    page: Page, address: str, matches: dict[str, str], game: str
) -> None:
    open_board(page, address, matches[f"{game}/clean-01"])
    rows = page.evaluate("[...document.querySelectorAll('#moves li')].map((one) => one.offsetTop)")
    assert len(set(rows)) < len(rows) / 2
    assert page.locator("#moves .token svg").count() > 60
    said = {"luzhou": "South discards 1 of characters", "gouji": "B plays 4 ×2"}[game]
    expect(page.locator("#moves").get_by_role("button", name=said, exact=True).first).to_be_visible()


@ENGLISH
@pytest.mark.parametrize("game", every_fifth(TABLES))
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
def test_arrow_keys_step_whatever_has_the_focus_but_in_a_field(page: Page, address: str, matches: dict[str, str]) -> None:
    open_board(page, address, matches["luzhou/clean-01"])
    stops = ["#board", "#scrub", "#play", "#turn", "#moves button", ".crumbs a", ".save summary", "#text-table summary"]
    for move, stop in enumerate(stops, 1):
        page.locator(stop).first.focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#place")).to_have_text(f"{move} / 133")


HEARD = """() => {
  window.heard = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { heard.push(this.frequency.value); return start.apply(this, when); };
}"""


@ENGLISH
def test_sounds_are_off_until_switched_on_and_silent_on_a_page_that_is_not_seen(
    page: Page, address: str, matches: dict[str, str]
) -> None:
    page.add_init_script(f"({HEARD})()")
    open_board(page, address, matches["luzhou/clean-01"])
    page.keyboard.press("ArrowRight")
    assert page.evaluate("heard") == []
    page.locator("#sounds").click()
    page.evaluate("heard.length = 0")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    discards = page.locator(
        "#moves button[value='2'], #moves button[value='3'], #moves button[value='4'], #moves button[value='5']"
    )
    silent = discards.locator(".drawn svg").count()
    assert 0 < len(page.evaluate("heard")) == 4 - silent
    page.evaluate("heard.length = 0; Object.defineProperty(document, 'hidden', { value: true })")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("heard") == []


def test_link_to_the_shown_move_is_copied(chromium: Browser, address: str, matches: dict[str, str]) -> None:
    with new_page(chromium, locale="en-US", permissions=["clipboard-read", "clipboard-write"]) as page:
        open_board(page, address, matches["gouji/clean-01"])
        page.keyboard.press("ArrowRight")
        page.locator("#turn").click()
        page.locator("#copy").click()
        expect(page.locator("#copy")).to_have_text("Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        assert copied == f"{address}/matches/{matches['gouji/clean-01']}/replay/1/1/?turn=B"


def test_finding_is_pinned_below_the_board_of_a_telephone_and_says_that_it_goes_on(
    chromium: Browser, address: str, matches: dict[str, str]
) -> None:
    with sized(chromium, "telephone", "en-US") as page:
        open_board(page, address, matches[FLAGGED], f"{FOUND[0]}/{FOUND[1]}/")
        told, board = page.locator("#told"), page.locator("#board").bounding_box()
        message = page.locator("#here .message").bounding_box()
        assert board is not None
        assert message is not None
        assert board["y"] + board["height"] <= message["y"]
        assert page.evaluate(IN_VIEW, ["#here .message", "#play"]) == []
        expect(told).to_have_class(re.compile("more"))
        told.evaluate("(one) => { one.scrollTop = one.scrollHeight; }")
        expect(told).not_to_have_class(re.compile("more"))
        page.locator("[data-step=back]").tap()
        expect(told).not_to_have_class(re.compile("more"))


LOWEST = """() => [...document.querySelectorAll("#board [data-label]")]
  .sort((one, other) => other.getBoundingClientRect().bottom - one.getBoundingClientRect().bottom)[0].dataset.label"""
"""The seat at the bottom of the board."""


@ENGLISH
def test_board_that_is_opened_at_a_finding_has_who_broke_the_rule_at_its_bottom(
    page: Page, address: str, matches: dict[str, str]
) -> None:
    """W21"""
    open_board(page, address, matches[FLAGGED], f"{FOUND[0]}/{FOUND[1]}/")
    assert page.evaluate(LOWEST) == "N"
    expect(page).to_have_url(re.compile(rf"/{FOUND[0]}/{FOUND[1]}/$"))
    open_board(page, address, matches[FLAGGED], f"{FOUND[0]}/{FOUND[1]}/?turn=S")
    assert page.evaluate(LOWEST) == "S", "who turned it has it so"
    open_board(page, address, matches[FLAGGED], f"{FOUND[0]}/")
    assert page.evaluate(LOWEST) == "E"
