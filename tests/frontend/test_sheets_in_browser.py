"""On a telephone: rounds are entered by taps, through a network that fails, confirmed by the seats' links."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.frontend import browser
from tests.frontend.axe import violations
from tests.frontend.browser import fits
from tests.frontend.sheet_tables import planned
from tests.frontend.tour import sign_in
from tests.proof import slow
from tests.service.service import Service

WIDE = {"width": 390, "height": 844}


@pytest.fixture
def other(chromium: Browser) -> Iterator[Page]:
    """A second telephone."""
    with browser.new_page(chromium, locale="en-US", viewport=WIDE, has_touch=True) as page:
        yield page


def pick(page: Page, legend: str, value: str, within: str = "#sheet-form") -> None:
    """Tap the chip of a row."""
    page.locator(f"{within} [role=group][aria-label='{legend}'] [data-value='{value}']").first.click()


def tap(page: Page, tiles: str) -> None:
    for tile in tiles.split():
        page.locator(f"#sheet-form [data-key='tile {tile}']").first.click()


def enter_by_numbers(page: Page, east: str, others: str = "-1") -> None:
    """Enter a round of nothing but four numbers."""
    page.locator("#sheet-new").click()
    pick(page, "How the round ended", "scores")
    for index, figure in enumerate([east, others, others, others]):
        page.locator("#sheet-form .sheet-figure input").nth(index).fill(figure)
    page.locator("#sheet-save").click()


def sent(page: Page) -> None:
    expect(page.locator("#sheet-status")).to_have_attribute("data-waiting", "0")


@slow
def test_round_of_tiles_is_entered_by_taps_and_closed_by_four_links(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan", "putong")
    phone.goto(address + links["S"])
    phone.locator("#sheet-new").click()
    pick(phone, "Who wins", "S")
    pick(phone, "How", "discard")
    pick(phone, "Whose tile", "W")
    phone.locator("#sheet-form .sheet-hand summary").click()
    tap(phone, "1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 5s")
    tap(phone, "5s")
    assert violations(phone, "entering a round") == []
    assert fits(phone)
    figures = phone.locator("#sheet-form .sheet-figure input")
    expect(figures.nth(1)).to_have_value(re.compile(r"^[1-9]"))
    proposed = [figures.nth(index).input_value() for index in range(4)]
    assert sum(map(int, proposed)) == 0
    figures.nth(1).fill("99")
    expect(phone.locator("#sheet-form .banner")).to_contain_text("The rules give")
    phone.get_by_role("button", name="Take what the rules give").click()
    expect(figures.nth(1)).to_have_value(proposed[1])
    phone.locator("#sheet-save").click()
    sent(phone)
    expect(phone.locator("#round-1")).to_contain_text("wins")
    for seat in "ESWN":
        phone.goto(address + links[seat])
        phone.locator("#round-1 [data-do=confirm]").click()
        sent(phone)
    expect(phone.locator("#round-1")).to_have_class("sheet-round closed")
    assert violations(phone, "a closed round") == []


def test_what_is_entered_without_a_network_is_sent_once_when_it_is_back(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan")
    phone.goto(address + links[""])
    enter_by_numbers(phone, "3")
    sent(phone)
    phone.context.set_offline(True)
    enter_by_numbers(phone, "6", "-2")
    enter_by_numbers(phone, "9", "-3")
    expect(phone.locator("#sheet-status")).to_have_attribute("data-waiting", "2")
    phone.context.set_offline(False)
    sent(phone)
    phone.reload()
    expect(phone.locator("#sheet-rounds > li")).to_have_count(3)
    expect(phone.locator("#sheet-totals dd").first).to_have_text("18")


def test_entry_that_the_server_cannot_take_is_set_aside_and_those_behind_it_go_on(
    phone: Page, running: Service, address: str
) -> None:
    links = planned(running, "sichuan")
    phone.goto(address + links[""])
    enter_by_numbers(phone, "3")
    sent(phone)

    def fail(route: Route) -> None:
        faulty = route.request.post_data_json["round"] == 1
        route.fulfill(status=500, body="<h1>500</h1>", content_type="text/html") if faulty else route.continue_()

    phone.route("**/write/", fail)
    phone.locator("#round-1").get_by_role("button", name="Strike out").click()
    enter_by_numbers(phone, "6", "-2")
    sent(phone)
    expect(phone.locator("#round-2 dd").first).to_have_text("6")
    expect(phone.locator("#sheet-conflicts")).to_contain_text("Round 1")
    expect(phone.locator("#sheet-conflicts")).to_contain_text("cannot take this")
    phone.unroute("**/write/")
    phone.get_by_role("button", name="Send it again").click()
    sent(phone)
    expect(phone.locator("#sheet-conflicts")).to_be_empty()
    expect(phone.locator("#round-1")).to_contain_text("struck out")


@slow
def test_answer_that_is_lost_on_its_way_leads_to_no_second_round(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan")
    phone.goto(address + links[""])
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    phone.route("**/write/", lose)
    enter_by_numbers(phone, "3")
    sent(phone)
    assert lost == [200]
    expect(phone.locator("#sheet-rounds > li")).to_have_count(1)
    expect(phone.locator("#round-1")).to_contain_text("0 of 4")


@slow
def test_second_scorer_sees_the_first_ones_round_beside_their_own(
    phone: Page, other: Page, running: Service, address: str
) -> None:
    links = planned(running, "sichuan")
    for page, seat in ((phone, "E"), (other, "S")):
        page.goto(address + links[seat])
    other.context.set_offline(True)
    enter_by_numbers(other, "6", "-2")
    enter_by_numbers(phone, "3")
    sent(phone)
    other.context.set_offline(False)
    both = other.locator(".sheet-conflict .sheet-both > div")
    expect(both).to_have_count(2)
    expect(both.first.locator("dd").first).to_have_text("3")
    expect(both.last.locator("dd").first).to_have_text("6")
    assert violations(other, "two entries side by side") == []
    other.locator("[data-do=yours]").click()
    sent(other)
    expect(phone.locator("#round-1 dd").first).to_have_text("6")


@slow
def test_round_entered_at_the_same_time_as_another_is_the_next_one_where_both_hold(
    phone: Page, other: Page, running: Service, address: str
) -> None:
    links = planned(running, "sichuan")
    for page, seat in ((phone, "E"), (other, "S")):
        page.goto(address + links[seat])
    other.context.set_offline(True)
    enter_by_numbers(other, "6", "-2")
    enter_by_numbers(phone, "3")
    sent(phone)
    other.context.set_offline(False)
    other.locator("[data-do=next]").click()
    sent(other)
    expect(other.locator("#sheet-rounds > li")).to_have_count(2)
    expect(other.locator("#sheet-totals dd").first).to_have_text("9")


@slow
def test_points_that_followed_from_an_earlier_choice_are_not_entered(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan", "putong")
    phone.goto(address + links["S"])
    phone.locator("#sheet-new").click()
    for legend, value in (("Who wins", "S"), ("How", "discard"), ("Whose tile", "W")):
        pick(phone, legend, value)
    phone.get_by_label("Value as called").fill("4")
    expect(phone.locator("#sheet-save")).to_be_enabled()
    slow: list[Route] = []
    phone.route("**/check/", lambda route: slow.append(route))
    pick(phone, "Who wins", "N")
    expect(phone.locator("#sheet-save")).to_be_disabled()
    expect(phone.locator("#sheet-form .sheet-figure input").nth(1)).to_have_value("4")
    phone.unroute("**/check/")
    for route in slow:
        route.abort()
    pick(phone, "Whose tile", "E")
    figures = phone.locator("#sheet-form .sheet-figure input")
    expect(figures.nth(3)).to_have_value("4")
    expect(phone.locator("#sheet-save")).to_be_enabled()


def test_blood_battle_with_one_win_proposes_what_is_certain_and_asks_who_was_ready(
    phone: Page, running: Service, address: str
) -> None:
    links = planned(running, "sichuan", "xuezhan")
    phone.goto(address + links["S"])
    phone.locator("#sheet-new").click()
    for legend, value in (("Who wins", "S"), ("How", "discard"), ("Whose tile", "W")):
        pick(phone, legend, value)
    phone.get_by_label("Value as called").fill("4")
    figures = phone.locator("#sheet-form .sheet-figure input")
    expect(figures.nth(1)).to_have_value("4")
    expect(figures.nth(0)).to_have_value("0")
    expect(phone.locator("#sheet-form")).to_contain_text("This much follows")
    expect(phone.locator("#sheet-save")).to_be_enabled()
    phone.get_by_role("button", name="Note who was ready at the end").click()
    assert fits(phone)
    for index in range(3):
        phone.locator("#sheet-form .sheet-ready [data-value=no]").nth(index).click()
    expect(phone.locator("#sheet-form")).not_to_contain_text("This much follows")
    expect(figures.nth(2)).to_have_value("-4")


@slow
def test_page_whose_token_ended_asks_to_be_loaded_again_and_sends_then(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan")
    with phone.expect_response("**/calls/"):  # it has a token of its own, and would bring the cookie back
        phone.goto(address + links[""])
    phone.context.clear_cookies()
    enter_by_numbers(phone, "3")
    expect(phone.locator("#sheet-status")).to_contain_text("out of date")
    phone.reload()
    sent(phone)
    expect(phone.locator("#sheet-rounds > li")).to_have_count(1)


@slow
def test_new_links_end_the_ones_that_were_open(phone: Page, other: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan")
    other.goto(address + links["E"])
    sign_in(phone, address)
    phone.goto(address + links["account"])
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.locator(".sheet-links summary").click()
    with phone.expect_navigation():
        phone.locator("#sheet-renew").click()
    expect(other.locator("#sheet-status")).to_contain_text("does not open the sheet")
    assert links["E"] not in phone.content()


@slow
def test_kong_upon_a_kong_is_entered_with_its_fee(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "kawuxing")
    phone.goto(address + links["E"])
    phone.locator("#sheet-new").click()
    pick(phone, "How the round ended", "drawn")
    for index in range(2):
        phone.get_by_role("button", name="+ A kong").click()
        card = phone.locator("#sheet-form .sheet-item").nth(index)
        card.locator("[role=group][aria-label='A kong: Who'] [data-value=E]").click()
        card.locator("[role=group][aria-label=Kind] [data-value=angang]").click()
    figures = phone.locator("#sheet-form .sheet-figure input")
    expect(figures.first).to_have_value(re.compile(r"^[1-9]"))
    once = int(figures.first.input_value())
    card.locator("[role=group][aria-label='How many times its fee is paid'] [data-value='2']").click()
    expect(figures.first).to_have_value(str(once * 3 // 2))


def test_round_of_places_is_entered_by_taps(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "gouji")
    phone.goto(address + links["A"])
    phone.locator("#sheet-new").click()
    for seat in "CAEBDF":
        phone.locator(f"#sheet-form [data-seat={seat}]").click()
    for index, figure in enumerate(["12", "0"]):
        phone.locator("#sheet-form .sheet-figure input").nth(index).fill(figure)
    assert fits(phone)
    phone.locator("#sheet-save").click()
    sent(phone)
    expect(phone.locator("#round-1")).to_contain_text("Wang Wu")


@slow
def test_objection_opens_a_round_and_a_scorer_finishes_the_sheet(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan")
    phone.goto(address + links["E"])
    enter_by_numbers(phone, "3")
    sent(phone)
    phone.locator("#round-1 [data-do=object]").click()
    phone.locator("#round-1 textarea").fill("It was six.")
    phone.locator("#round-1 .sheet-say button").click()
    sent(phone)
    expect(phone.locator("#round-1 .failed")).to_contain_text("It was six.")
    sign_in(phone, address)
    phone.goto(address + links["account"])
    phone.locator("#round-1 [data-do=close]").click()
    phone.locator("#round-1 textarea").fill("Both have looked again.")
    phone.locator("#round-1 .sheet-say button").click()
    sent(phone)
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.get_by_role("button", name="Finish the sheet").click()
    phone.get_by_role("link", name="The match").click()
    expect(phone.locator("h1")).to_be_visible()
    assert "/matches/" in phone.url


ENTRIES = [
    {"moves": ["W-9p", "S.hu:4"], "tags": {"Kind": "sheet", "Shown.S": "22334478p55777s"}},
    {"moves": ["W-9p", "S.hu:4", "N.hu"], "tags": {"Kind": "sheet", "Flags.N": "gangshangpao", "Flags.S": "gangshangpao"}},
    {
        "moves": ["W-5p", "E.gang", "E+7p", "E.hu:16"],
        "tags": {"Flags.E": "gangshanghua", "Kind": "sheet", "Melds.E": "peng:222p"},
    },
    {"moves": ["E.angang:5555p", "S.angang:?", "W.bugang:7p", "S.hu"], "tags": {"Kind": "sheet"}},
    {"moves": ["E.bugang:?", "W-3p", "S.peng", "N.tao"], "tags": {"Kind": "sheet", "Kongs.E": "0", "Left": "3"}},
    {
        "moves": [],
        "tags": {"Kind": "sheet", "Ready.E": "4", "Ready.N": "pig", "Ready.S": "no", "Shown.E": "123m55p"},
        "dice": "34",
    },
    {"moves": [], "tags": {"Kind": "scores"}},
    {"moves": ["E.fa:fine-2"], "tags": {"Kind": "scores"}},
    {"moves": ["W.angang:5555p", "S.hu"], "tags": {"Kind": "sheet"}},
    {"moves": ["W-5p", "E.gang", "E.bugang:2s"], "tags": {"Kind": "sheet", "Kongs.E": "1 2"}},
    {"moves": ["E.bugang:2p", "S.hu", "E.bugang:3p"], "tags": {"Kind": "sheet", "Kongs.E": "1 0"}},
    {"moves": ["E.angang:2222p"], "tags": {"Kind": "sheet", "Kongs.E": "1 0"}},
]


@slow
def test_entry_that_is_opened_to_be_changed_is_written_as_it_was(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan")
    phone.goto(address + links[""])
    again = """async (entries) => {
      const { draftOf, entryOf } = await import("/static/frontend/sheets/draft.js");
      const { form } = JSON.parse(document.getElementById("sheet-page").textContent);
      return entries.map((entry) => entryOf(draftOf(1, 1, entry, form), form));
    }"""
    scores = {"E": 3, "S": -1, "W": -1, "N": -1}
    entries = [{"dealer": "E", "scores": scores, **entry} for entry in ENTRIES]
    assert phone.evaluate(again, entries) == entries


@slow
def test_wins_of_who_stays_in_are_entered_one_by_one_with_circumstances_of_their_own(
    phone: Page, running: Service, address: str
) -> None:
    links = planned(running, "xueliu", "que=off")
    phone.goto(address + links["S"])
    phone.locator("#sheet-new").click()
    pick(phone, "Who wins", "S")
    pick(phone, "How", "discard")
    pick(phone, "Whose tile", "E")
    phone.locator("#sheet-form .sheet-hand summary").click()
    tap(phone, "1s 1s 1s 2s 2s 2s 3s 3s 3s 4s 5s 7s 8s 6s")
    phone.get_by_role("button", name="Another win").click()
    second = "#sheet-form .sheet-item:nth-of-type(2)"
    pick(phone, "Who wins", "S", second)
    pick(phone, "How", "draw", second)
    phone.locator(f"{second} .sheet-hand summary").click()
    phone.locator(f"{second} [data-key='tile 9s']").click()
    pick(phone, "Circumstances", "haidi", second)
    phone.locator("#sheet-form .sheet-ready summary").first.click()
    for seat in ("East", "West", "North"):
        phone.locator(f"#sheet-form .sheet-ready [role=group][aria-label*='{seat}'] [data-value='no']").click()
    figures = phone.locator("#sheet-form .sheet-figure input")
    expect(figures.nth(1)).to_have_value("43")
    assert violations(phone, "entering a round of who stays in") == []
    assert fits(phone)


def test_new_round_is_found_no_fault_with_before_anything_is_noted_and_its_dealer_is_filled_in_once_known(
    phone: Page, running: Service, address: str
) -> None:
    links = planned(running, "sichuan", "putong")
    phone.goto(address + links["S"])
    phone.locator("#sheet-new").click()
    for legend, value in (("Who wins", "S"), ("How", "discard"), ("Whose tile", "W")):
        pick(phone, legend, value)
    phone.get_by_label("Value as called").fill("4")
    phone.locator("#sheet-save").click()
    sent(phone)
    held: list[Route] = []
    phone.route("**/check/", lambda route: held.append(route), times=2)
    phone.reload()
    phone.locator("#sheet-new").click()
    dealer = phone.locator("#sheet-form [role=group][aria-label='Dealer'] [aria-pressed=true]")
    expect(dealer).to_have_count(0)
    phone.wait_for_timeout(500)  # until the form has asked too, as the page has
    for route in held:
        route.continue_()
    expect(dealer).to_have_count(1)
    dealer.click()
    expect(dealer).to_have_count(0)
    with phone.expect_response("**/check/"):
        pick(phone, "Who wins", "N")
    expect(phone.locator("#sheet-form .sheet-told")).to_be_empty()
    pick(phone, "How", "draw")
    expect(phone.locator("#sheet-form .sheet-findings")).to_contain_text("dealer")


def test_value_that_is_typed_while_the_round_before_is_refereed_stays_in_its_field(
    phone: Page, running: Service, address: str
) -> None:
    """W13: the answer drew the form anew, and the keys that followed went into the value of another win."""
    phone.goto(address + planned(running, "sichuan", "putong")[""])
    phone.locator("#sheet-new").click()
    for legend, value in (("Who wins", "S"), ("How", "draw")):
        pick(phone, legend, value)
    values = phone.get_by_label("Value as called")
    values.fill("2")
    expect(phone.locator("#sheet-form .sheet-figure input").first).to_have_value("-2")
    held: list[Route] = []
    phone.route("**/check/", lambda route: held.append(route))
    phone.locator("#sheet-save").click()
    sent(phone)
    phone.locator("#sheet-new").click()
    for legend, value in (("Who wins", "W"), ("How", "draw")):
        pick(phone, legend, value)
    phone.get_by_role("button", name="+ Another win").click()
    values.nth(0).fill("3")
    values.nth(1).click()
    phone.keyboard.type("1")
    dealer = phone.locator("#sheet-form [role=group][aria-label='Dealer'] [aria-pressed=true]")
    expect(dealer).to_have_count(0)
    while held:
        held.pop(0).continue_()
    expect(dealer).to_have_count(1)
    phone.keyboard.type("6")
    expect(values.nth(0)).to_have_value("3")
    expect(values.nth(1)).to_have_value("16")
    # Nor does what a chip draws anew move the focus to the same chip of another win.
    draws = phone.locator("#sheet-form [role=group][aria-label=How] [data-value=draw]")
    draws.nth(1).click()
    expect(draws.nth(1)).to_be_focused()
    # W25: the points of four stand in one row, or two and two.
    for width in (360, 390, 1440):
        phone.set_viewport_size({"width": width, "height": 844})
        for points in phone.locator(".sheet-points[data-sides='4']").all():
            tops = points.locator("> div").evaluate_all("all => all.map((one) => one.offsetTop)")
            assert len(set(tops)) in (1, 2)
            assert tops.count(tops[0]) in (2, 4)
