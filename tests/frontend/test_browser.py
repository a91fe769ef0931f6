"""A person in a real browser: signs in, drops a file, reads the verdict, steps through the replay; in both languages."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.frontend.axe import violations
from tests.frontend.browser import fits, new_page, wait_for_page
from tests.frontend.tour import sign_in
from tests.golden import HOME
from tests.proof import slow

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
    expect(page.locator("#here .finding .id")).to_have_attribute("href", "/rules/sichuan/#SCM-2.2")
    expect(page.locator("#board .piece[data-mark=bad]")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"/replay/7/{FOUND_AT - 1}/$"))
    expect(page.locator("#here .finding, #board .piece[data-mark=bad]")).to_have_count(0)
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
    page.locator("#results .verdict a:not([href*=replay])").first.click()
    wait_for_page(page, re.compile(r"/matches/[\w-]+/$"))
    expect(page.locator(".crumbs")).to_have_text("茶館")

    page.locator("#shares .line-form button").click()
    link = page.locator("#fresh").input_value()
    page.locator("[data-copy=fresh]").click()
    expect(page.locator("#fresh")).to_be_focused()
    with new_page(chromium) as stranger:
        stranger.goto(link)
        expect(stranger.locator(".verdict.flagged")).to_be_visible()
        expect(stranger.locator("#shares")).to_have_count(0)
        stranger.locator(".finding .place a").first.click()
        expect(stranger.locator("#replay[data-ready]")).to_be_visible()
        expect(stranger).to_have_url(re.compile(rf"/matches/[\w-]+/replay/7/{FOUND_AT}/$"))
        page.locator("#shares .ask summary").click()
        expect(page.locator("#shares .ask p")).to_be_visible()
        page.locator("#shares .ask button").click()
        expect(page.locator("#shares .people")).to_have_count(0)
        answer = stranger.reload()
        assert answer is not None
        assert answer.status == 404


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
    wait_for_page(page, re.compile(r"/matches/[\w-]+/#verdict$"))
    expect(page.locator(".verdict.flagged")).to_be_visible()


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
        page.locator("button[name=language]:visible", has_text=name).click()
        expect(page.locator("h1")).to_have_text(title)
        expect(page.locator("button[name=language][aria-current]:visible")).to_have_text(name)
        expect(page).to_have_url(f"{address}/rules/sichuan/")


def test_calculator_values_a_clicked_hand(page: Page, address: str) -> None:
    page.goto(f"{address}/calculator/?game=sichuan")
    expect(page.locator("#calculator[data-ready]")).to_be_visible()
    bill, after_a_kong = page.locator("#result .bill"), re.compile("槓上花|After a kong")

    def pick(tiles: str, word: str = "") -> None:
        if word:
            page.locator(f"#words [data-word={word}]").click()
        for rank in tiles[:-1]:
            page.locator(f"#picker [data-tile='{rank}{tiles[-1]}']").click()

    pick("5p", "peng")
    pick("9p", "angang")
    expect(page.locator(".laid-meld")).to_have_count(2)
    pick("11122p")
    expect(page.locator("#line")).to_contain_text(re.compile("還差 2 張|2 more"))
    pick("23p")
    page.locator("#result [data-state=waits] [data-win='3p']").click()
    expect(page.locator("#result [data-state=wins] .bill")).to_contain_text(re.compile("清對|Flush of triplets"))
    expect(page).to_have_url(re.compile(r"melds=peng%3A555p\+angang%3A9999p.*win=3p"))
    page.locator("input[name=flags][value=gangshanghua]").check(force=True)
    expect(bill).to_contain_text(after_a_kong)
    page.locator("input[name=by][value=discard]").check(force=True)
    expect(bill).not_to_contain_text(after_a_kong)
    expect(page.locator("input[value=gangshanghua]")).to_be_disabled()
    page.reload()
    expect(page.locator("#result [data-state=wins]")).to_be_visible()
    page.go_back()
    expect(page.locator("input[value=gangshanghua]")).to_be_checked()
    page.locator("[data-game=luzhou]").click()
    expect(page.locator(".laid-meld")).to_have_count(2)
    page.goto(f"{address}/calculator/?game=sichuan")
    expect(page.locator("#calculator[data-ready]")).to_be_visible()
    page.keyboard.type("1122334455667p7p")
    expect(page.locator("#result [data-state=wins]")).to_be_visible()


def test_calculator_values_a_hand_on_a_phone(chromium: Browser, address: str) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "locale": "en-US"}
    with new_page(chromium, **phone) as page:
        page.goto(f"{address}/calculator/?game=hengyang")
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


def test_bar_of_who_is_signed_in_has_seven_pages_and_stays_on_one_line(page: Page, address: str) -> None:
    sign_in(page, address)
    for language in ("zh-hant", "zh-hans", "en"):
        page.set_viewport_size({"width": 1440, "height": 800})
        page.locator(f"header.top button[value={language}]").click()
        page.wait_for_load_state()
        expect(page.locator("header.top nav a")).to_have_count(7)
        for width in (390, 768, 1440):
            assert fits(page, width)
            tops = page.locator("header.top :is(.brand, nav a, .self > a)").evaluate_all(
                "(all) => all.map((one) => { const box = one.getBoundingClientRect(); return (box.top + box.bottom) / 2; })"
            )
            assert max(tops) - min(tops) < 12, (language, width)
