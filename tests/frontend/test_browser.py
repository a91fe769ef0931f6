"""A person in a real browser: signs in, drops a file, reads the verdict, steps through the replay; in both languages."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.axe import violations
from tests.frontend.browser import fits, new_page, wait_for_page
from tests.frontend.tour import sign_in
from tests.golden import HOME
from tests.proof import every_fifth, one_in, slow

FLAGGED = HOME / "sichuan" / "three-suits.ppn"
FOUND_AT = 4
"""The move of the finding in the flagged record's seventh round."""


def test_dropped_file_leads_to_its_verdict_and_replay(page: Page, address: str, tmp_path: Path) -> None:
    sign_in(page, address)
    page.locator("#files").set_input_files(FLAGGED)
    verdict = page.locator("#results .verdict.flagged")
    expect(verdict).to_be_visible()
    expect(page.locator("#results .finding").first).to_contain_text(re.compile("缺門|missing"))
    page.locator("#results .finding .clause summary").first.click()
    expect(page.locator("#results .finding .clause p").first).to_be_visible()

    page.locator("#results .finding .place a").first.click()
    expect(page).to_have_url(re.compile(rf"/replay/7/{FOUND_AT}/$"))
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    expect(page.locator("#here .finding")).to_have_count(1)

    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"/replay/7/{FOUND_AT - 1}/$"))
    expect(page.locator("#here .finding")).to_have_count(0)
    expect(page.locator("#now")).to_contain_text(f"{FOUND_AT - 1}.")
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"/replay/7/$"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/replay/7/2/$"))
    page.reload()
    expect(page.locator("#now")).to_contain_text("2.")
    page.locator("#moves .finding").first.click()
    expect(page).to_have_url(re.compile(rf"/replay/7/{FOUND_AT}/$"))


def test_search_is_saved_in_the_browser_opened_again_and_forgotten(page: Page, address: str, matches: dict[str, str]) -> None:
    page.goto(f"{address}/matches/")
    saved = page.locator("#searches li")
    expect(page.locator("#searches")).to_be_hidden()
    page.goto(f"{address}/matches/?game=gouji&sort=oldest")
    page.locator("[data-save-search]").click()
    expect(page.locator("[data-save-search]")).to_be_hidden()
    expect(saved).to_have_text(re.compile("^(Gouji · oldest first|夠級 · 舊的在前)×$"))
    page.goto(f"{address}/matches/")
    saved.locator("a").click()
    wait_for_page(page, re.compile(r"/matches/\?game=gouji&sort=oldest$"))
    expect(saved.locator("a")).to_have_attribute("aria-current", "page")
    saved.locator("button").click()
    expect(saved).to_have_count(0)
    page.reload()
    expect(page.locator("[data-save-search]")).to_be_visible()
    expect(saved).to_have_count(0)


@slow
def test_club_match_is_shared_with_a_stranger_until_the_link_is_revoked(page: Page, address: str, chromium: Browser) -> None:
    sign_in(page, address)
    page.goto(f"{address}/clubs/")
    page.locator("input[name=name]").fill("茶館")
    page.locator("main button", has_text=re.compile("^(建立|Found it)$")).click()
    wait_for_page(page, re.compile(r"/clubs/[\w%-]+/$"))
    expect(page.locator("h1")).to_have_text("茶館")
    page.locator("#files").set_input_files(FLAGGED)
    expect(page.locator("#results .verdict.flagged")).to_be_visible()
    page.locator("#results .verdict a").first.click()
    wait_for_page(page, re.compile(r"/matches/[\w-]+/$"))
    expect(page.locator(".crumbs")).to_have_text("茶館")

    page.locator("#shares .line-form button").click()
    link = page.locator("#fresh").input_value()
    page.locator("[data-copy=fresh]").click()
    expect(page.locator("#fresh")).to_be_focused()
    with new_page(chromium) as stranger:
        reads_by_link(stranger, link)
        page.locator("#shares .ask summary").click()
        expect(page.locator("#shares .ask p")).to_be_visible()
        page.locator("#shares .ask button").click()
        expect(page.locator("#shares .people")).to_have_count(0)
        answer = stranger.reload()
        assert answer is not None
        assert answer.status == 404


def reads_by_link(stranger: Page, link: str) -> None:
    """The match and its replay, nothing else."""
    stranger.goto(link)
    expect(stranger.locator(".verdict.flagged")).to_be_visible()
    expect(stranger.locator("#shares")).to_have_count(0)
    stranger.locator(".finding .place a").first.click()
    expect(stranger.locator("#replay[data-ready]")).to_be_visible()
    expect(stranger).to_have_url(f"{link}replay/7/{FOUND_AT}/")
    stranger.keyboard.press("ArrowLeft")
    expect(stranger).to_have_url(f"{link}replay/7/{FOUND_AT - 1}/")


DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def test_file_dropped_on_any_page_is_asked_about_and_judged(page: Page, address: str) -> None:
    page.goto(f"{address}/matches/")
    page.evaluate(DROP, ["evening.ppn", FLAGGED.read_text()])
    asked = page.locator("#astray form")
    expect(asked).to_be_in_viewport()
    expect(asked).to_contain_text("evening.ppn")
    assert violations(page, "a file dropped on any page") == []
    asked.locator("[data-nothing]").click()
    expect(asked).to_have_count(0)
    page.evaluate(DROP, ["evening.ppn", FLAGGED.read_text()])
    asked.locator("[hx-post]").click()
    wait_for_page(page, re.compile(r"/visitors/[\w-]+/#verdict$"))
    expect(page.locator(".verdict.flagged")).to_be_visible()


@slow
def test_file_dropped_on_a_page_of_an_event_goes_to_the_club_first(
    page: Page, address: str, furniture: dict[str, Any], tmp_path: Path
) -> None:
    sign_in(page, address)
    page.goto(f"{address}{furniture['pages']['event']}")
    page.evaluate(DROP, ["again.ppn", FLAGGED.read_text()])
    expect(page.locator("#astray [hx-post]")).to_have_count(2)
    expect(page.locator("#astray [hx-post]").first).to_have_attribute("hx-post", "/clubs/lions/upload/")
    page.locator("#astray [hx-post]").first.click()
    expect(page.locator("#astray-results .uploaded")).to_be_visible()


@slow
def test_several_files_of_a_visitor_are_listed_each_with_its_own_page(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#files").set_input_files([FLAGGED, HOME / "sichuan" / "clean-01.ppn"])
    expect(page.locator("#results .rows .chip.flagged")).to_be_in_viewport()
    assert violations(page, "what several files came to") == []
    page.locator("#results .rows a", has=page.locator(".chip.clean")).click()
    wait_for_page(page, re.compile(r"/visitors/[\w-]+/$"))
    expect(page.locator(".verdict.clean")).to_be_visible()
    page.goto(f"{address}/matches/")
    expect(page.locator(".rows a", has_text="clean-01")).to_have_count(0)


@pytest.mark.parametrize(("name", "told"), one_in(2, [("sichuan/three-suits", "missing"), ("gouji/does-not-beat", "beat")], slow))
def test_visitor_finds_who_broke_which_rule_of_a_dropped_file_in_two_clicks(
    chromium: Browser, phone: Page, address: str, name: str, told: str
) -> None:
    """One click chooses the file, one opens the board at the offending move; somebody else reads the same at its address."""
    phone.goto(address)
    phone.locator("#files").set_input_files(HOME / f"{name}.ppn")
    wait_for_page(phone, re.compile(r"/visitors/[\w-]+/#verdict$"))
    expect(phone.locator(".verdict.flagged .first")).to_be_in_viewport()
    who = re.match(r"P\w(?:'s)? \(\w+\)", phone.locator(".verdict .first").inner_text())
    assert who is not None
    finding = phone.locator(".finding.illegal", has_text=told).first
    expect(finding).to_contain_text("rule broken")
    expect(finding.locator(".clause .id").first).to_be_visible()
    assert fits(phone)
    assert violations(phone, "a visitor's match") == []
    shared = phone.locator("#address").input_value()
    finding.locator(".place a").click()
    wait_for_page(phone, re.compile(r"/visitors/[\w-]+/replay/\d+/\d+/$"))
    expect(phone.locator("#replay[data-ready]")).to_be_visible()
    expect(phone.locator("#here .finding").first).to_contain_text(told)
    phone.locator("#tab-review").click()
    expect(phone.locator("#panel-review[data-ready]")).to_be_visible()
    with new_page(chromium, locale="en-US") as stranger:
        stranger.goto(shared)
        expect(stranger.locator(".verdict.flagged")).to_be_visible()
        expect(stranger.locator(".lasting .danger")).to_have_count(0)
        phone.goto(shared)
        phone.locator(".lasting .danger").click()
        assert violations(phone, "asked whether to delete") == []
        phone.locator(".lasting .ask button").click()
        expect(phone.locator("h1")).to_have_text("Deleted")
        assert violations(phone, "deleted") == []
        stranger.reload()
        expect(stranger.locator("h1")).to_have_text("404")


def test_zip_dropped_on_the_first_page_becomes_a_batch_of_somebody_signed_in(page: Page, address: str, tmp_path: Path) -> None:
    packed = tmp_path / "evening.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(HOME / "sichuan" / "clean-01.ppn", "one.ppn")
    page.goto(address)
    page.locator("#files").set_input_files(packed)
    expect(page.locator("#results .banner.failed a[href='/accounts/login/']")).to_be_in_viewport()
    sign_in(page, address)
    page.goto(address)
    page.locator("#files").set_input_files(packed)
    wait_for_page(page, re.compile(r"/batches/[\w-]+/$"))


def test_failed_upload_is_reported(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#unsent")).to_be_hidden()
    page.route("**/upload/", lambda route: route.fulfill(status=502))
    page.locator("#files").set_input_files(FLAGGED)
    expect(page.locator("#unsent")).to_be_visible()
    page.unroute("**/upload/")
    page.locator("#files").set_input_files(FLAGGED)
    expect(page.locator(".verdict.flagged")).to_be_visible()


def test_language_is_switched(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/sichuan/")
    for name, title in (("简", "四川麻将"), ("EN", "Sichuan mahjong"), ("繁", "四川麻將")):
        page.locator("button[name=language]", has_text=name).click()
        expect(page.locator("h1")).to_have_text(title)
        expect(page.locator("button[name=language][aria-current]")).to_have_text(name)
        expect(page).to_have_url(f"{address}/rules/sichuan/")


KONG_WIN = re.compile("槓上花|After a kong")


def pick(page: Page, text: str) -> None:
    """Click tiles in the picker: ``123p``."""
    for rank in text[:-1]:
        page.locator(f"#picker [data-tile='{rank}{text[-1]}']").click()


def test_calculator_values_a_clicked_hand(page: Page, address: str) -> None:
    page.goto(f"{address}/calculator/?game=sichuan")
    expect(page.locator("#calculator[data-ready]")).to_be_visible()
    page.locator("#words [data-word=peng]").click()
    pick(page, "5p")
    page.locator("#words [data-word=angang]").click()
    pick(page, "9p")
    expect(page.locator(".laid-meld")).to_have_count(2)
    expect(page.locator("#words [data-word='']")).to_have_attribute("aria-pressed", "true")
    pick(page, "11122p")
    expect(page.locator("#line")).to_contain_text(re.compile("還差 2 張|2 more"))
    pick(page, "23p")
    expect(page.locator("#result [data-state=waits]")).to_be_visible()
    expect(page.locator("#result [data-win='3p'] svg")).to_be_visible()
    page.locator("#result [data-win='3p']").click()
    expect(page.locator("#result [data-state=wins] .bill")).to_contain_text(re.compile("清對|Flush of triplets"))
    expect(page.locator("#result .laid .face.won svg").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"melds=peng%3A555p\+angang%3A9999p.*win=3p"))

    page.locator("input[name=flags][value=gangshanghua]").check(force=True)
    expect(page.locator("#result .bill")).to_contain_text(KONG_WIN)
    page.locator("input[name=by][value=discard]").check(force=True)
    expect(page.locator("#result .bill")).not_to_contain_text(KONG_WIN)
    expect(page.locator("input[value=gangshanghua]")).to_be_disabled()

    page.reload()
    expect(page.locator("#result [data-state=wins]")).to_be_visible()
    expect(page.locator(".laid-meld")).to_have_count(2)
    page.go_back()
    expect(page.locator("input[value=gangshanghua]")).to_be_checked()
    expect(page.locator("#result .bill")).to_contain_text(KONG_WIN)
    page.locator("#result .bill .id").first.click()
    expect(page).to_have_url(re.compile(r"/rules/sichuan/#SCM-3\.\d$"))


@slow
def test_calculator_takes_a_hand_by_keyboard(page: Page, address: str) -> None:
    page.goto(f"{address}/calculator/?game=sichuan")
    expect(page.locator("#calculator[data-ready]")).to_be_visible()
    page.keyboard.type("1122334455667p7p")
    expect(page.locator("#result .bill").first).to_contain_text(re.compile("清七對|Flush of seven pairs"))
    expect(page.locator("#result .readings li")).to_have_count(3)
    page.keyboard.press("Backspace")
    expect(page.locator("#result [data-state=waits]")).to_be_visible()
    page.locator("#hand-row .held").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hand-row .slot")).to_have_count(2)
    expect(page.locator("#hand-row .held").first).to_be_focused()
    page.locator("#picker [data-tile='1m']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#picker [data-tile='2p']")).to_be_focused()
    before = page.locator("h1").inner_text()
    page.locator("button[name=language]:not([aria-current])").last.click()
    expect(page.locator("h1")).not_to_have_text(before)
    expect(page.locator("#hand-row .held")).to_have_count(12)
    page.locator("#clear").click()
    expect(page.locator("#hand-row .held")).to_have_count(0)


@slow
def test_calculator_offers_ghosts_and_keeps_tiles_for_another_game(page: Page, address: str) -> None:
    page.goto(f"{address}/calculator/?game=luzhou&hand=123p45678s77z&melds=peng%3A555p&win=9s")
    expect(page.locator("#result [data-state=wins]")).to_be_visible()
    expect(page.locator("#result [data-stands]")).to_have_count(2)
    page.locator(".ghosts").click()
    expect(page).to_have_url(re.compile(r"peng%3A55p7z"))
    expect(page.locator("#result [data-state=wins]")).to_be_visible()
    page.locator("#preset").select_option("eight")
    expect(page.locator("#picker [data-tile='7z'] .more")).to_have_text("5")
    page.locator("[data-game=hengyang]").click()
    expect(page.locator("#words [data-word=chi]")).to_be_visible()
    expect(page.locator("#hand-row .tile.bad")).to_have_count(3)
    page.go_back()
    expect(page.locator("#result [data-state=wins]")).to_be_visible()


@pytest.mark.parametrize("game", every_fifth(["hengyang", "kawuxing", "luzhou", "sichuan"]))
def test_calculator_values_a_hand_on_a_phone(chromium: Browser, address: str, game: str) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "locale": "en-US"}
    with new_page(chromium, **phone) as page:
        page.goto(f"{address}/calculator/?game={game}")
        expect(page.locator("#calculator[data-ready]")).to_be_visible()
        page.locator("#words [data-word=gang]").tap()
        page.locator("#picker [data-tile='9p']").tap()
        page.locator("#words [data-word=bugang]").tap()
        page.locator("#picker [data-tile='8p']").tap()
        for tile in ("2p", "2p", "3p", "3p", "3p", "5p", "5p", "5p"):
            page.locator(f"#picker [data-tile='{tile}']").tap()
        expect(page.locator("#result [data-state=wins] .bill")).to_be_visible()
        expect(page.locator("#line")).to_be_in_viewport()
        assert fits(page)
        page.locator("#deal").tap()
        expect(page.locator("#hand-row .held")).to_have_count(14)
        expect(page.locator("#result [data-state=wins]")).to_be_visible()


def test_calculator_without_scripts_is_a_form(chromium: Browser, address: str) -> None:
    with new_page(chromium, java_script_enabled=False, locale="en-US") as page:
        page.goto(f"{address}/calculator/?game=sichuan")
        page.locator("#hand").fill("1122334455667p")
        page.locator("#win").fill("7p")
        page.locator("#asked button:visible").click()
        expect(page.locator("#result .line")).to_have_text("×16")


@slow
def test_very_long_names_leave_room_for_the_rest(page: Page, address: str) -> None:
    name = "Endless" * 20
    text = (HOME / "sichuan" / "clean-01.ppn").read_text(encoding="utf-8")
    text = re.sub(r'\[Seat\.E "[^"]*"\]', f'[Seat.E "{name}"]', re.sub(r'\[Event "[^"]*"\]', f'[Event "{name}"]', text))
    assert text.count(name) == 2
    sign_in(page, address)
    page.locator("#files").set_input_files({"name": "long.ppn", "mimeType": "text/x-ppn", "buffer": text.encode()})
    page.locator("#results .verdict a").click()
    wait_for_page(page, re.compile(r"/matches/[\w-]+/$"))
    match = page.url
    for width in (390, 768, 1440):
        page.goto(match)
        assert fits(page, width), width
        page.goto(f"{address}/matches/")
        for chip in page.locator(".rows .chip").all():
            box, rows = chip.bounding_box(), page.locator(".rows").bounding_box()
            assert box is not None
            assert rows is not None
            assert box["x"] + box["width"] <= rows["x"] + rows["width"], width


@slow
def test_standings_on_a_phone_show_every_figure(chromium: Browser, address: str, furniture: dict[str, Any]) -> None:
    with new_page(chromium, locale="zh-TW", viewport={"width": 390, "height": 844}) as page:
        sign_in(page, address)
        for row, table in (("event", ".standings"), ("publication", ".ranking")):
            page.goto(address + furniture["pages"][row])
            body, right = page.locator(f"{table} tbody").first, "cells => cells.map((cell) => cell.getBoundingClientRect().right)"
            edges = body.locator("td").evaluate_all(right)
            assert len(edges) > 4, row
            assert max(edges) <= 390, row
            assert len(set(body.locator("th ~ td:not([data-label])").evaluate_all(right))) == 1, f"points of {row} are one column"
            expect(body.locator("[data-label]").first).to_be_visible()
            assert fits(page), row
