"""On a telephone: rounds are entered by taps, through a network that fails, confirmed by the seats' links."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.frontend import browser
from tests.frontend.axe import violations
from tests.frontend.browser import fits
from tests.frontend.sheet_page import close, enter_numbers, figures, open_hand, pick, save, sent, tap, win_on_a_discard
from tests.frontend.sheet_tables import planned
from tests.frontend.tour import clicks_on, sign_in
from tests.proof import slow
from tests.service.service import Service

SHEET = re.compile(r"/api/v1/.*/sheet")
WIDE = {"width": 390, "height": 844}


@pytest.fixture
def other(chromium: Browser) -> Iterator[Page]:
    """A second telephone."""
    with browser.new_page(chromium, locale="en-US", viewport=WIDE, has_touch=True) as page:
        yield page


MOST_TAPS = 35
"""A person taps about once a second, and a round is to be entered in under forty."""


@slow
def test_figure_that_the_rules_do_not_give_is_told_and_theirs_is_taken(phone: Page, running: Service, address: str) -> None:
    """That a hand is entered by taps and a round closed by the links of its seats is part of ``service/test_tournament``."""
    links = planned(running, "sichuan", "putong")
    phone.goto(address + links["S"])
    win_on_a_discard(phone)
    open_hand(phone)
    tap(phone, "1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 5s 5s")
    assert violations(phone, "entering a round") == []
    assert fits(phone)
    expect(figures(phone).nth(1)).to_have_value(re.compile(r"^[1-9]"))
    proposed = [figures(phone).nth(index).input_value() for index in range(4)]
    assert sum(map(int, proposed)) == 0
    figures(phone).nth(1).fill("99")
    expect(phone.locator("#sheet-form .banner")).to_contain_text("The rules give")
    phone.get_by_role("button", name="Take what the rules give").click()
    expect(figures(phone).nth(1)).to_have_value(proposed[1])
    save(phone)
    sent(phone)
    expect(phone.locator("#round-1")).to_contain_text("wins")


def test_discard_win_with_its_hand_and_a_meld_takes_few_taps_and_no_typing(phone: Page, running: Service, address: str) -> None:
    """W13"""
    links = planned(running, "sichuan", "putong")
    taps = clicks_on(phone)
    phone.goto(address + links["S"])
    win_on_a_discard(phone)
    open_hand(phone)
    pick(phone, "Melds", "peng")
    tap(phone, "9s")
    tap(phone, "1p 2p 3p 4p 5p 6p 7p 8p 9p 5s 5s")
    phone.get_by_role("button", name="take 5 of bamboo out").last.click()
    assert fits(phone, 360)
    tap(phone, "5s")
    expect(phone.locator("#sheet-form .sheet-told")).to_contain_text("Nothing to object to.")
    assert violations(phone, "a hand with a meld") == []
    save(phone)
    sent(phone)
    assert len(taps) < MOST_TAPS
    expect(phone.locator("#round-1")).to_contain_text("wins")
    win_on_a_discard(phone)
    expect(phone.locator("#sheet-form .picker")).to_be_visible()


def test_kong_of_the_winner_is_laid_from_the_hand_and_is_paid(phone: Page, running: Service, address: str) -> None:
    phone.goto(address + planned(running, "sichuan", "putong")["S"])
    win_on_a_discard(phone)
    open_hand(phone)
    pick(phone, "Melds", "angang")
    tap(phone, "9s")
    expect(phone.locator("#sheet-form .sheet-item")).to_have_count(2)
    tap(phone, "1p 2p 3p 4p 5p 6p 7p 8p 9p 5s 5s")
    expect(phone.locator("#sheet-form .sheet-told")).to_contain_text("Nothing to object to.")
    phone.get_by_role("button", name=re.compile("take .*9 of bamboo")).click()
    expect(phone.locator("#sheet-form .sheet-item")).to_have_count(1)


def test_value_stays_as_it_is_typed_and_is_refused_where_it_is_none(phone: Page, running: Service, address: str) -> None:
    """W13"""
    phone.goto(address + planned(running, "sichuan", "putong")[""])
    win_on_a_discard(phone, "1.5")
    pick(phone, "Who wins", "N")
    expect(phone.get_by_label("Value as called")).to_have_value("1.5")
    for figure in figures(phone).all():
        figure.fill("0")
    expect(phone.locator("#sheet-form .failed")).to_be_visible()
    expect(phone.locator("#sheet-save")).to_be_disabled()
    phone.get_by_label("Value as called").fill("\uff12")
    expect(phone.locator("#sheet-form .failed")).to_be_hidden()
    save(phone)
    sent(phone)
    expect(phone.locator("#round-1")).to_contain_text("wins 2")


@slow
def test_round_after_one_of_numbers_alone_asks_for_numbers(phone: Page, running: Service, address: str) -> None:
    phone.goto(address + planned(running, "sichuan")[""])
    enter_numbers(phone, [3, -1, -1, -1])
    sent(phone)
    phone.locator("#sheet-new").click()
    expect(phone.locator("#sheet-form [data-value=scores]")).to_have_attribute("aria-pressed", "true")


def test_what_is_entered_on_a_bad_network_or_without_one_is_sent_once(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan")
    phone.goto(address + links[""])
    lost: list[int] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost or route.request.method == "GET":
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    phone.route(SHEET, lose_the_first_answer)
    enter_numbers(phone, [3, -1, -1, -1])
    sent(phone)
    assert lost == [200]
    phone.context.set_offline(True)
    enter_numbers(phone, [6, -2, -2, -2])
    enter_numbers(phone, [9, -3, -3, -3])
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
    enter_numbers(phone, [3, -1, -1, -1])
    sent(phone)

    def fail(route: Route) -> None:
        faulty = route.request.method == "POST" and route.request.post_data_json["round"] == 1
        route.fulfill(status=500, body="<h1>500</h1>", content_type="text/html") if faulty else route.continue_()

    phone.route(SHEET, fail)
    phone.locator("#round-1").get_by_role("button", name="Strike out").click()
    enter_numbers(phone, [6, -2, -2, -2])
    sent(phone)
    expect(phone.locator("#round-2 dd").first).to_have_text("6")
    expect(phone.locator("#sheet-conflicts")).to_contain_text("Round 1")
    expect(phone.locator("#sheet-conflicts")).to_contain_text("cannot take this")
    phone.unroute(SHEET)
    phone.get_by_role("button", name="Send it again").click()
    sent(phone)
    expect(phone.locator("#sheet-conflicts")).to_be_empty()
    expect(phone.locator("#round-1")).to_contain_text("struck out")


@slow
@pytest.mark.parametrize("choice", ["yours", "next"])
def test_second_scorer_sees_the_first_ones_round_beside_their_own_and_says_which_holds(
    phone: Page, other: Page, running: Service, address: str, choice: str
) -> None:
    links = planned(running, "sichuan")
    for page, seat in ((phone, "E"), (other, "S")):
        page.goto(address + links[seat])
    other.context.set_offline(True)
    enter_numbers(other, [6, -2, -2, -2])
    enter_numbers(phone, [3, -1, -1, -1])
    sent(phone)
    other.context.set_offline(False)
    both = other.locator(".sheet-conflict .sheet-both > div")
    expect(both).to_have_count(2)
    expect(both.first.locator("dd").first).to_have_text("3")
    expect(both.last.locator("dd").first).to_have_text("6")
    assert violations(other, "two entries side by side") == []
    other.locator(f"[data-do={choice}]").click()
    sent(other)
    for number, figure in enumerate(["6"] if choice == "yours" else ["3", "6"], 1):
        expect(phone.locator(f"#round-{number} dd").first).to_have_text(figure)


def test_blood_battle_with_one_win_proposes_what_is_certain_and_asks_who_was_ready(
    phone: Page, running: Service, address: str
) -> None:
    links = planned(running, "sichuan", "xuezhan")
    phone.goto(address + links["S"])
    win_on_a_discard(phone, "4")
    expect(figures(phone).nth(1)).to_have_value("4")
    expect(figures(phone).nth(0)).to_have_value("0")
    expect(phone.locator("#sheet-form")).to_contain_text("This much follows")
    expect(phone.locator("#sheet-save")).to_be_enabled()
    phone.get_by_role("button", name="Note who was ready at the end").click()
    assert fits(phone)
    for index in range(3):
        phone.locator("#sheet-form .sheet-ready [data-value=no]").nth(index).click()
    expect(phone.locator("#sheet-form")).not_to_contain_text("This much follows")
    expect(figures(phone).nth(2)).to_have_value("-4")


def test_round_of_places_is_entered_by_taps(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "gouji")
    phone.goto(address + links["A"])
    phone.locator("#sheet-new").click()
    for seat in "CAEBDF":
        phone.locator(f"#sheet-form [data-seat={seat}]").click()
    for index, figure in enumerate(["12", "0"]):
        figures(phone).nth(index).fill(figure)
    assert fits(phone)
    save(phone)
    sent(phone)
    expect(phone.locator("#round-1")).to_contain_text("Wang Wu")


@slow
def test_objection_opens_a_round_and_a_scorer_finishes_the_sheet(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan")
    phone.goto(address + links["E"])
    enter_numbers(phone, [3, -1, -1, -1])
    sent(phone)
    phone.locator("#round-1 [data-do=object]").click()
    phone.locator("#round-1 textarea").fill("It was six.")
    phone.locator("#round-1 .sheet-say button").click()
    sent(phone)
    expect(phone.locator("#round-1 .failed")).to_contain_text("It was six.")
    sign_in(phone, address)
    phone.goto(address + links["account"])
    close(phone)
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.get_by_role("button", name="Finish the sheet").click()
    phone.get_by_role("link", name="The match").click()
    expect(phone.locator("h1")).to_be_visible()
    assert "/matches/" in phone.url


ENTRIES = [
    {"moves": ["W-9p", "S.hu:4", "N.hu"], "tags": {"Kind": "sheet", "Flags.N": "gangshangpao", "Flags.S": "gangshangpao"}},
    {
        "moves": ["W-5p", "E.gang", "E+7p", "E.hu:16"],
        "tags": {"Flags.E": "gangshanghua", "Kind": "sheet", "Melds.E": "peng:222p"},
    },
    {"moves": ["E.angang:5555p", "S.angang:?", "W.bugang:7p", "S.hu"], "tags": {"Kind": "sheet"}},
    {"moves": ["E.bugang:?", "W-3p", "S.peng", "N.tao"], "tags": {"Kind": "sheet", "Kongs.E": "0", "Left": "3"}},
    {"moves": [], "tags": {"Kind": "sheet", "Ready.E": "4", "Ready.N": "pig", "Shown.E": "123m55p"}, "dice": "34"},
    {"moves": ["E.fa:fine-2"], "tags": {"Kind": "scores"}},
    {"moves": ["W-5p", "E.gang", "E.bugang:2s"], "tags": {"Kind": "sheet", "Kongs.E": "1 2"}},
    {"moves": ["E.bugang:2p", "S.hu", "E.bugang:3p"], "tags": {"Kind": "sheet", "Kongs.E": "1 0"}},
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


def test_value_that_is_typed_while_the_round_before_is_refereed_stays_in_its_field(
    phone: Page, running: Service, address: str
) -> None:
    phone.goto(address + planned(running, "sichuan", "putong")[""])
    phone.locator("#sheet-new").click()
    for legend, value in (("Who wins", "S"), ("How", "draw")):
        pick(phone, legend, value)
    values = phone.get_by_label("Value as called")
    values.fill("2")
    expect(figures(phone).first).to_have_value("-2")
    held: list[Route] = []
    phone.route(re.compile("/sheet/check"), lambda route: held.append(route))
    save(phone)
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


@slow
def test_page_whose_token_ended_asks_to_be_loaded_again_and_sends_then(phone: Page, running: Service, address: str) -> None:
    links = planned(running, "sichuan")
    with phone.expect_response(
        lambda answer: answer.request.headers.get("hx-request") == "true"
    ):  # its token would bring the cookie back
        phone.goto(address + links[""])
    phone.context.clear_cookies(name="csrftoken")
    enter_numbers(phone, [3, -1, -1, -1])
    expect(phone.locator("#sheet-status")).to_contain_text("out of date")
    phone.reload()
    sent(phone)
    expect(phone.locator("#sheet-rounds > li")).to_have_count(1)
