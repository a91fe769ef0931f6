"""The review beside the replay board, in a browser: tabs, the timeline, the best discard on the board, mistakes one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.board import FOUND, open_board
from tests.frontend.browser import fits, new_page
from tests.frontend.conftest import FLAGGED
from tests.frontend.tour import sign_in
from tests.proof import every_fifth, one_in, slow

MAHJONG = ["sichuan", "luzhou", "kawuxing", "hengyang"]
TABLES = ["luzhou", "gouji"]
TELEPHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page in English; a breach of the content policy on it fails the test."""
    errors: list[str] = []
    with new_page(chromium, locale="en-US", reduced_motion="reduce") as page:
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        yield page
    assert errors == []


def open_review(page: Page, address: str, match: str, rest: str = "1/") -> dict[str, Any]:
    """Open the tab of the review at a move; what the page is told of the round."""
    open_board(page, address, match, f"{rest}?tab=review")
    expect(page.locator("#panel-review[data-ready]")).to_be_visible()
    told: dict[str, Any] = page.request.get(f"{address}/api/v1/matches/{match}/rounds/{rest.split('/')[0]}/review?words=1").json()
    return told


def shown(page: Page) -> int:
    """The move at which the board stands."""
    return int(page.locator("#scrub").input_value())


# -- tabs ------------------------------------------------------------------------------------------------------------


def test_findings_and_points_lead_to_their_moves(page: Page, address: str, matches: dict[str, str]) -> None:
    number, move = FOUND
    open_board(page, address, matches[FLAGGED], f"{number}/?tab=findings")
    panel = page.get_by_role("tabpanel", name="Findings")
    expect(panel.locator(".finding")).to_have_count(1)
    panel.get_by_role("button", name=f"Move {move}").click()
    expect(page.locator("#scrub")).to_have_value(str(move))
    open_board(page, address, matches["luzhou/clean-01"], "1/?tab=points")
    panel = page.get_by_role("tabpanel", name="Points")
    expect(panel.locator("svg.chart")).to_be_visible()
    chart = panel.locator("#points-chart")
    written = f"{chart.text_content()} {chart.locator('svg').get_attribute('aria-label')}"
    assert "−" in written
    assert re.search(r"-\d", written) is None, "negative points bear a true minus sign, as everywhere"
    paid = panel.locator(".paid button").first
    paid.click()
    expect(page.locator("#ledger li").first).to_be_visible()
    assert paid.inner_text() == f"Move {shown(page)}"


# -- what a review says ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", every_fifth(MAHJONG))
def test_review_follows_the_board(page: Page, address: str, matches: dict[str, str], game: str) -> None:
    open_review(page, address, matches[f"{game}/clean-01"])
    panel = page.locator("#panel-review")
    expect(panel.locator(".choices tbody tr").first.locator("svg").first).to_be_visible()
    expect(panel.locator(".chosen").first).to_be_visible()
    before = panel.locator(".turn-now h3").inner_text()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(panel.locator(".turn-now h3")).not_to_have_text(before)
    assert fits(page, 390)


def test_review_of_a_card_game_shows_what_would_have_beaten_in_words_and_cards(
    page: Page, address: str, matches: dict[str, str]
) -> None:
    told = open_review(page, address, matches["gouji/clean-01"])
    turn = next(turn for turn in told["turns"] if turn["beats"] and "x" in "".join(turn["beats"]))
    open_review(page, address, matches["gouji/clean-01"], f"1/{turn['move']}/")
    expect(page.locator("#panel-review .turn-now h3")).to_contain_text(f"Move {turn['move']}:")
    expect(page.locator("#now")).to_contain_text(f"{turn['move']}. ")  # W22: heading and sentence are of the same move and seat
    sets = page.locator("#panel-review .set")
    expect(sets).to_have_count(len(turn["beats"]))
    assert all(sets.nth(index).locator("svg").count() for index in range(sets.count()))
    assert "small joker" in " ".join(sets.all_inner_texts())
    assert not re.search(
        r"\b(?=[2-9]*[xXTJQKA])[2-9xXTJQKA]{2,}\b",
        page.locator("#panel-review").inner_text() + page.locator("#told").inner_text(),
    )
    expect(page.locator("#panel-review")).to_contain_text("nothing is called a mistake")
    expect(page.locator("#mistakes")).to_be_hidden()


def test_review_in_the_view_of_a_seat_shows_that_seat_alone(page: Page, address: str, matches: dict[str, str]) -> None:
    open_review(page, address, matches["sichuan/clean-01"])
    with page.expect_response(re.compile(r"/rounds/1/review\?words=1&view=W")) as answer:
        page.locator("#view").select_option("W")
    told = answer.value.json()
    assert {turn["seat"] for turn in told["turns"]} == {"W"}
    assert list(told["lines"]) == ["W"]
    expect(page.locator(".summary tbody tr")).to_have_count(1)
    page.get_by_role("button", name="all hands").click()
    expect(page.locator(".summary tbody tr")).to_have_count(4)


# -- the timeline and the mark on the board ----------------------------------------------------------------------------


@slow
@pytest.mark.parametrize("game", every_fifth(TABLES))
def test_click_on_the_timeline_moves_a_board_that_stays_in_sight(
    chromium: Browser, address: str, matches: dict[str, str], game: str
) -> None:
    with new_page(chromium, locale="en-US", **TELEPHONE) as page:
        told = open_review(page, address, matches[f"{game}/clean-01"])
        expect(page.locator("#lines .series")).to_have_count(len(told["lines"]))
        box, last = page.locator("#lines").bounding_box(), int(page.locator("#scrub").get_attribute("max") or 0)
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
        expect(page.locator("#place")).to_have_text(re.compile(f"^{last // 2}|^{last // 2 + 1}"))
        assert abs(shown(page) - last / 2) <= 1
        board = page.locator("#board").bounding_box()
        assert board is not None
        assert board["y"] >= 0
        assert board["y"] + board["height"] <= box["y"] <= 844
        assert page.evaluate("scrollY") == 0


@slow
@pytest.mark.parametrize("game", every_fifth(MAHJONG))
def test_best_discard_is_marked_on_the_hand_with_a_text_while_the_review_is_open(
    page: Page, address: str, matches: dict[str, str], game: str
) -> None:
    match = matches[f"{game}/clean-01"]
    told = open_review(page, address, match)
    worse = {one["move"] for one in told["listed"] if one["what"] == "discard"}
    turn = next(turn for turn in told["turns"] if turn["move"] in worse)
    assert turn["best"] != turn["tile"]
    open_review(page, address, match, f"1/{turn['move'] - 1}/")
    marked = page.locator("#board .piece", has=page.locator("text=best"))
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("data-zone", f"{turn['seat']}.hand")
    expect(marked).to_have_attribute("data-name", turn["best"])
    expect(page.locator("#board")).to_have_attribute("aria-label", re.compile("Best discard of"))
    page.locator("#hint").uncheck()
    expect(marked).to_have_count(0)
    page.locator("#hint").check()
    expect(marked).to_have_count(1)
    page.get_by_role("tab", name="Moves").click()
    expect(marked).to_have_count(0)
    expect(page.locator("#board")).not_to_have_attribute("aria-label", re.compile("Best discard of"))


# -- mistakes ----------------------------------------------------------------------------------------------------------


@slow
def test_buttons_and_keys_step_through_the_mistakes_of_a_threshold(page: Page, address: str, matches: dict[str, str]) -> None:
    told = open_review(page, address, matches["luzhou/clean-01"])
    for grade in (1, 3):
        stops = sorted({one["at"] for one in told["listed"] if one["grade"] >= grade})
        page.locator("#threshold").select_option(str(grade))
        page.locator("#board").focus()
        page.keyboard.press("Home")
        for move in stops[:3]:
            page.get_by_role("button", name="Next mistake").click()
            expect(page.locator("#scrub")).to_have_value(str(move))
            expect(page.locator("#mistake-place")).to_have_text(f"{stops.index(move) + 1} / {len(stops)}")
            expect(page.locator("#remark")).not_to_be_empty()
        if len(stops) > 2:
            page.get_by_role("button", name="Previous mistake").click()
            expect(page.locator("#scrub")).to_have_value(str(stops[1]))
            page.locator("#board").focus()
            page.keyboard.press("k")
            expect(page.locator("#scrub")).to_have_value(str(stops[0]))
            page.keyboard.press("j")
            expect(page.locator("#scrub")).to_have_value(str(stops[1]))
    assert len({one["grade"] for one in told["listed"]}) > 2, "the thresholds differ"


def test_summary_and_list_say_what_the_choices_cost(page: Page, address: str, matches: dict[str, str]) -> None:
    told = open_review(page, address, matches["luzhou/clean-01"])
    rows = page.locator(".summary tbody tr")
    for index, sums in enumerate(told["summary"].values()):
        expect(rows.nth(index)).to_contain_text(f"{sums['best']} of {sums['choices']}")
        expect(rows.nth(index).locator("td").nth(1)).to_have_text(str(sums["steps"]))
    expect(page.locator(".missed li")).to_have_count(len(told["listed"]))
    page.locator("#threshold").select_option("3")
    expect(page.locator(".missed li")).to_have_count(sum(one["grade"] == 3 for one in told["listed"]))
    first = page.locator(".missed button").first
    number = re.sub(r"\D", "", first.inner_text())
    first.click()
    expect(page).to_have_url(re.compile(rf"/replay/1/{number}/\?tab=review$"))


# -- comments on moves --


MARKS = "#board .notes > *"
PIECES = {"luzhou": ("S.hand", "S.river"), "gouji": ("B.hand", "A.hand")}
"""Where on a table of each kind the two pieces lie between which an arrow is drawn."""


@pytest.fixture
def writer(chromium: Browser, address: str, furniture: dict[str, Any]) -> Iterator[Page]:
    with new_page(chromium, locale="en-US", viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as page:
        sign_in(page, address)
        yield page


def open_move(page: Page, address: str, furniture: dict[str, Any], game: str, move: int) -> None:
    page.goto(f"{address}{furniture['games'][game]}replay/1/{move}/")
    expect(page.locator("#replay[data-ready]")).to_be_visible()


def middle(page: Page, zone: str, at: int = 0) -> tuple[float, float]:
    box = page.locator(f"#board .piece[data-zone='{zone}'] use").nth(at).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 3, box["y"] + box["height"] / 3


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


@pytest.mark.parametrize(("game", "move"), one_in(2, [("luzhou", 40), ("gouji", 30)], slow))
def test_comment_with_an_arrow_and_a_ring_is_read_by_visitors_and_deleted_by_its_author(
    chromium: Browser, writer: Page, address: str, furniture: dict[str, Any], game: str, move: int
) -> None:
    open_move(writer, address, furniture, game, move)
    writer.locator("#comment-open").click()
    expect(writer.locator("#comment-title")).to_have_text(f"Comment on move {move}")
    board, form = writer.locator("#board").bounding_box(), writer.locator("#comment-form").bounding_box()
    assert board is not None
    assert form is not None
    assert board["x"] + board["width"] <= form["x"], "the form lies beside the board"
    writer.locator("#comment-form textarea").fill("Why not this one?\n<b>Look</b>")
    writer.locator("#pen").click()
    one, other = (middle(writer, zone) for zone in PIECES[game])
    drag(writer, one, other)
    drag(writer, other, other)
    expect(writer.locator(MARKS)).to_have_count(2)
    expect(writer.locator("#place")).to_have_text(re.compile(f"^{move} /"), use_inner_text=True)
    writer.get_by_role("button", name="Save the comment").click()
    expect(writer.locator("#comment-form")).to_be_hidden()
    expect(writer.locator("#comments-here .text")).to_have_text("Why not this one?\n<b>Look</b>")
    expect(writer.locator("#comments-here bdi")).to_have_text("li")

    with new_page(chromium, locale="en-US") as visitor:
        open_move(visitor, address, furniture, game, move)
        expect(visitor.locator("#comments-here .text")).to_have_text("Why not this one?\n<b>Look</b>")
        expect(visitor.locator("#comments-here bdi")).to_have_text("")
        expect(visitor.get_by_role("button", name="Delete")).to_have_count(0)
        expect(visitor.locator("#comment-open")).to_have_count(0)
        expect(visitor.locator(MARKS)).to_have_count(2)
        before = visitor.locator(f"{MARKS.replace('*', 'path')}").get_attribute("d")
        visitor.keyboard.press("r")
        expect(visitor.locator(f"{MARKS.replace('*', 'path')}")).not_to_have_attribute("d", str(before))
        expect(visitor.locator(f"#moves button[value='{move}'] .commented")).to_have_count(1)
        visitor.keyboard.press("ArrowRight")
        expect(visitor.locator(MARKS)).to_have_count(0)
        expect(visitor.locator("#comments-here li")).to_have_count(0)

    writer.reload()
    expect(writer.locator("#comments-here li")).to_have_count(1)
    writer.get_by_role("button", name="Delete").click()
    expect(writer.locator("#comments-here li")).to_have_count(0)
    expect(writer.locator(MARKS)).to_have_count(0)


@slow
def test_refused_comment_says_why_and_keeps_its_text(writer: Page, address: str, furniture: dict[str, Any]) -> None:
    open_move(writer, address, furniture, "luzhou", 5)
    writer.locator("#comment-open").click()
    writer.locator("#comment-form textarea").fill("kept")
    writer.evaluate("document.querySelector('#comment-form textarea').removeAttribute('maxlength')")
    writer.locator("#comment-form textarea").fill("x" * 501)
    writer.get_by_role("button", name="Save the comment").click()
    expect(writer.get_by_role("alert")).to_have_text("A comment has a text of at most 500 characters.")
    expect(writer.locator("#comment-form textarea")).to_have_value("x" * 501)
    writer.context.set_offline(True)
    writer.get_by_role("button", name="Save the comment").click()
    expect(writer.get_by_role("alert")).to_have_text("The comment was not saved. Try again.")
