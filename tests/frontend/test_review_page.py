"""The review beside the replay board, in a browser: tabs, the timeline, the best discard on the board, mistakes one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.frontend.axe import violations
from tests.frontend.board import FOUND, open_board
from tests.frontend.browser import fits, new_page
from tests.frontend.conftest import FLAGGED
from tests.proof import every_fifth, proof, slow

MAHJONG = ["sichuan", "luzhou", "kawuxing", "hengyang"]
TABLES = ["luzhou", "gouji"]
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
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
    told: dict[str, Any] = page.request.get(f"{address}/matches/{match}/review/{rest.split('/')[0]}/").json()
    return told


def shown(page: Page) -> int:
    """The move at which the board stands."""
    return int(page.locator("#scrub").input_value())


# -- tabs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", every_fifth(TABLES))
def test_tab_shows_its_panel_and_stays_open_in_the_address(page: Page, address: str, matches: dict[str, str], game: str) -> None:
    open_board(page, address, matches[f"{game}/clean-01"])
    for name in ("Review", "Findings", "Points", "Moves"):
        page.get_by_role("tab", name=name).click()
        expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
        expect(page.get_by_role("tabpanel")).to_have_count(1)
    page.get_by_role("tab", name="Points").click()
    expect(page).to_have_url(re.compile(r"/replay/1/\?tab=points$"))
    page.reload()
    expect(page.get_by_role("tabpanel", name="Points")).to_be_visible()
    expect(page.locator(".rounds a").last).to_have_attribute("href", re.compile(r"\?tab=points$"))


@slow
def test_arrow_keys_go_from_tab_to_tab_for_the_keyboard_and_step_after_a_click(
    page: Page, address: str, matches: dict[str, str]
) -> None:
    open_board(page, address, matches["luzhou/clean-01"])
    page.get_by_role("tab", name="Moves").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Review")).to_be_focused()
    expect(page.get_by_role("tab", selected=True)).to_have_text("Review")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", selected=True)).to_have_text("Points")
    assert shown(page) == 0
    page.get_by_role("tab", name="Moves").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#place")).to_have_text("1 / 133")


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


def test_values_one_tile_from_ready_are_requested_where_the_board_stops(
    page: Page, address: str, matches: dict[str, str]
) -> None:
    match = matches["sichuan/clean-01"]
    told = open_review(page, address, match)
    turn = next(turn for turn in told["turns"] if turn["distance"] == 1)
    open_review(page, address, match, f"1/{turn['move'] - 1}/")
    expect(page.locator("#panel-review .choices tbody tr").first).to_contain_text("≤")
    expect(page.locator("#panel-review .turn-now")).to_contain_text("both still to come")
    assert page.request.get(f"{address}/matches/{match}/review/1/?move=0").status == 404


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
    with page.expect_response(re.compile(r"/review/1/\?view=W")) as answer:
        page.locator("#view").select_option("W")
    told = answer.value.json()
    assert {turn["seat"] for turn in told["turns"]} == {"W"}
    assert list(told["lines"]) == ["W"]
    expect(page.locator(".summary tbody tr")).to_have_count(1)
    page.get_by_role("button", name="all hands").click()
    expect(page.locator(".summary tbody tr")).to_have_count(4)


@slow
def test_review_follows_the_board_after_views_were_changed_beside_it(page: Page, address: str, matches: dict[str, str]) -> None:
    open_review(page, address, matches["luzhou/clean-01"])
    page.get_by_role("tab", name="Moves").click()
    page.locator("#view").select_option("W")
    expect(page).to_have_url(re.compile(r"[?&]view=W"))
    page.locator("#view").select_option("")
    expect(page).not_to_have_url(re.compile("view="))
    page.get_by_role("tab", name="Review").click()
    heading = page.locator("#panel-review .turn-now h3")
    before = heading.inner_text()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    expect(heading).not_to_have_text(before)


def told_more(page: Page, view: str, more: Any) -> None:
    """Let the page be told more of the first turn of a round, whichever it is, than its record gives rise to."""

    def answer(route: Route) -> None:
        told = route.fetch().json()
        more(told["turns"][0])
        route.fulfill(json=told)

    page.route(re.compile(rf"/review/1/{re.escape(view)}$"), answer)


@slow
def test_discard_says_who_would_have_won_on_it_and_how_much(page: Page, address: str, matches: dict[str, str]) -> None:
    def dangerous(turn: dict[str, Any]) -> None:
        for index, one in enumerate(turn["choices"]):
            one["danger"] = {"W": 4, "N": 2} if index == 1 else {}

    told_more(page, "", dangerous)
    told = open_review(page, address, matches["luzhou/clean-01"])
    page.locator("#moves button").nth(told["turns"][0]["move"] - 1).evaluate("(one) => one.click()")
    rows = page.locator("#panel-review .choices").first.locator("tbody tr")
    expect(rows.nth(1).locator(".danger")).to_have_text("West 4 ke, North 2 ke")
    expect(rows.nth(1)).to_contain_text("West 4 ke")
    expect(rows.nth(0).locator(".danger")).to_be_hidden()
    assert violations(page, "danger") == []


@slow
def test_view_of_a_seat_says_what_the_others_could_be_waiting_for(page: Page, address: str, matches: dict[str, str]) -> None:
    told_more(page, "?view=S", lambda turn: turn.update(possible={"W": ["1m", "4p"], "N": []}))
    match = matches["luzhou/clean-01"]
    turn = page.request.get(f"{address}/matches/{match}/review/1/?view=S").json()["turns"][0]
    open_board(page, address, match, f"1/{turn['move'] - 1}/?tab=review&view=S")
    seats = page.locator("#panel-review .possible")
    expect(seats.locator("dt")).to_have_text(["West", "North"])
    expect(seats.locator("dd").first.get_by_role("img")).to_have_count(2)
    expect(seats.get_by_role("img", name="1 of characters")).to_be_visible()
    expect(seats.locator("dd").last).to_have_text("–")
    assert violations(page, "possible") == []


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
def test_choices_with_long_values_are_not_cut_on_the_narrowest_telephone(
    chromium: Browser, address: str, matches: dict[str, str]
) -> None:
    with new_page(chromium, locale="en-US", viewport={"width": 320, "height": 640}) as page:
        open_review(page, address, matches["luzhou/clean-01"], "1/44/")
        expect(page.locator(".choices .number").first).to_be_visible()
        assert page.locator("#panel-review").evaluate("(one) => one.scrollWidth <= one.clientWidth")


@slow
@pytest.mark.parametrize("game", every_fifth(MAHJONG))
def test_best_discard_is_marked_on_the_hand_with_a_text_while_the_review_is_open(
    page: Page, address: str, matches: dict[str, str], game: str
) -> None:
    match = matches[f"{game}/clean-01"]
    told = open_review(page, address, match)
    worse = {one["move"] for one in told["mistakes"] if one["what"] == "discard"}
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
    for grade in (1, 2, 3):
        stops = sorted({one["at"] for one in told["mistakes"] if one["grade"] >= grade})
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
    assert len({one["grade"] for one in told["mistakes"]}) > 2, "the thresholds differ"


@pytest.mark.parametrize("size", [pytest.param({}, marks=proof), TELEPHONE])
def test_player_steps_through_the_own_mistakes_of_a_round_in_three_clicks_from_the_match(
    chromium: Browser, address: str, matches: dict[str, str], size: dict[str, Any]
) -> None:
    match = matches["luzhou/clean-01"]
    with new_page(chromium, locale="en-US", **size) as page:
        page.goto(f"{address}/matches/{match}/")
        page.locator(".to-board").first.get_by_role("link", name="Review").click()
        page.locator(".summary").get_by_role("button", name="East").click()
        expect(page).to_have_url(re.compile("view=E"))
        page.get_by_role("button", name="Next mistake").click()
        told = page.request.get(f"{address}/matches/{match}/review/1/?view=E").json()
        stops = [one["at"] for one in told["mistakes"] if one["grade"]]
        assert {one["seat"] for one in told["mistakes"]} == {"E"}
        expect(page).to_have_url(re.compile(rf"/replay/1/{stops[0]}/\?tab=review&view=E$"))
        page.get_by_role("button", name="Next mistake").click()
        expect(page).to_have_url(re.compile(rf"/replay/1/{stops[1]}/"))


def test_summary_and_list_say_what_the_choices_cost(page: Page, address: str, matches: dict[str, str]) -> None:
    told = open_review(page, address, matches["luzhou/clean-01"])
    rows = page.locator(".summary tbody tr")
    for index, sums in enumerate(told["summary"].values()):
        expect(rows.nth(index)).to_contain_text(f"{sums['best']} of {sums['choices']}")
        expect(rows.nth(index).locator("td").nth(1)).to_have_text(str(sums["steps"]))
    expect(page.locator(".missed li")).to_have_count(len(told["mistakes"]))
    page.locator("#threshold").select_option("3")
    expect(page.locator(".missed li")).to_have_count(sum(one["grade"] == 3 for one in told["mistakes"]))
    first = page.locator(".missed button").first
    number = re.sub(r"\D", "", first.inner_text())
    first.click()
    expect(page).to_have_url(re.compile(rf"/replay/1/{number}/\?tab=review$"))


@slow
@pytest.mark.parametrize(
    ("game", "size"),
    [
        (TABLES[0], TELEPHONE),
        (TABLES[1], WIDE),
        pytest.param(TABLES[0], WIDE, marks=proof),
        pytest.param(TABLES[1], TELEPHONE, marks=proof),
    ],
)
def test_review_has_no_accessibility_violation(
    chromium: Browser, address: str, matches: dict[str, str], game: str, size: dict[str, Any]
) -> None:
    with new_page(chromium, locale="zh-TW", color_scheme="dark" if size is TELEPHONE else "light", **size) as page:
        for tab in ("review", "points", "moves"):
            open_board(page, address, matches[f"{game}/clean-01"], f"1/20/?tab={tab}")
            if tab == "review":
                expect(page.locator("#panel-review[data-ready]")).to_be_visible()
            assert violations(page, tab) == []


def test_box_for_the_hint_has_a_word_on_a_telephone(chromium: Browser, address: str, matches: dict[str, str]) -> None:
    """W25"""
    with new_page(chromium, locale="en-US", **TELEPHONE) as page:
        open_review(page, address, matches["luzhou/clean-01"], "1/20/")
        expect(page.locator(".hinted .brief")).to_be_in_viewport()
        assert fits(page, 360)
        expect(page.get_by_label("Best discard on the board")).to_be_in_viewport()
