"""The page around the replay board, of a mahjong match and of one of cards: it fills the window, keeps still, and is stepped."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from frontend.i18n.move_text import shorthand
from referee import registry
from referee.notation import grammar_of
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


@slow
def test_board_fills_a_screen(chromium: Browser, address: str, matches: dict[str, str]) -> None:
    with sized(chromium, "screen") as page:
        open_board(page, address, matches["luzhou/clean-01"])
        board, panel = page.locator("#board").bounding_box(), page.locator(".talk").bounding_box()
        assert board is not None
        assert panel is not None
        assert panel["x"] - board["x"] - board["width"] < 24
        assert board["height"] > 680
        drawn = page.locator("#board .base").bounding_box()
        assert drawn is not None
        assert drawn["width"] > board["width"] - 2, "the table is as wide as its room"
        tile = page.locator("#board .piece[data-zone='S.hand']").first.bounding_box()
        assert tile is not None
        assert min(tile["width"], tile["height"]) > 33


BADGES = """() => [...document.querySelectorAll("#board [data-badges]")].map((one) => {
  const box = (element) => element.getBoundingClientRect();
  const seat = one.dataset.badges, badges = box(one);
  const label = box(document.querySelector(`#board [data-label="${seat}"]`));
  const far = Math.max(badges.top - label.bottom, label.left - badges.right, badges.left - label.right);
  const hands = [...document.querySelectorAll(`#board .piece[data-zone="${seat}.hand"] use`)].map(box);
  const over = hands.some((card) => card.top < badges.bottom - 2 && card.bottom > badges.top + 2
    && card.left < badges.right - 2 && card.right > badges.left + 2);
  return { seat, far: far / label.height, over };
})"""
"""How far every seat's badges are from its label, by the height of the label, and whether they lie over its hand."""


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_badges_stay_with_their_seats(chromium: Browser, address: str, matches: dict[str, str], size: str) -> None:
    with sized(chromium, size, "en-US") as page:
        for move in (80, 192):
            open_board(page, address, matches["gouji/clean-01"], f"1/{move}/")
            found = page.evaluate(BADGES)
            assert len(found) >= 4
            assert [one for one in found if one["far"] > 0.25 or one["over"]] == []


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


@slow
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


@ENGLISH
def test_arrow_keys_step_after_a_seat_s_view_was_chosen_and_leave_the_view(
    page: Page, address: str, matches: dict[str, str]
) -> None:
    open_board(page, address, matches["luzhou/clean-01"])
    page.locator("#view").focus()
    page.locator("#view").select_option("W")
    for move in (1, 2):
        page.keyboard.press("ArrowRight")
        expect(page.locator("#place")).to_have_text(f"{move} / 133")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#place")).to_have_text("1 / 133")
    expect(page.locator("#view")).to_have_value("W")
    page.locator("#pace").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#pace")).to_have_value("fast")
    expect(page.locator("#place")).to_have_text("1 / 133")


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
    page.reload()
    expect(page.locator("#sounds")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("heard") == []


@slow
@ENGLISH
def test_win_and_finding_ring_a_bell(page: Page, address: str, matches: dict[str, str]) -> None:
    page.add_init_script(f"localStorage.setItem('referee.sounds', 'on'); ({HEARD})()")
    open_board(page, address, matches[FLAGGED], f"{FOUND[0]}/{FOUND[1] - 1}/")
    page.keyboard.press("ArrowRight")
    assert len(page.evaluate("heard")) == 2


@slow
@ENGLISH
@pytest.mark.parametrize("game", every_fifth(TABLES))
def test_wheel_over_the_board_steps_and_does_not_scroll(page: Page, address: str, matches: dict[str, str], game: str) -> None:
    open_board(page, address, matches[f"{game}/clean-01"])
    page.locator("#board").hover()
    for move in (1, 2):
        page.mouse.wheel(0, 100)
        expect(page.locator("#place")).to_have_text(re.compile(f"^{move} /"))
    page.mouse.wheel(0, -100)
    expect(page.locator("#place")).to_have_text(re.compile("^1 /"))
    assert page.evaluate("scrollY") == 0


@slow
@ENGLISH
def test_key_and_button_fill_the_screen(page: Page, address: str, matches: dict[str, str]) -> None:
    open_board(page, address, matches["luzhou/clean-01"])
    full = page.locator("#full")
    page.keyboard.press("f")
    expect(full).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.fullscreenElement.id") == "replay"
    assert page.evaluate(IN_VIEW, ["#board", "#play"]) == []
    full.click()
    expect(full).to_have_attribute("aria-pressed", "false")


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
