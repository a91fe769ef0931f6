"""What scripts write, on a browser of the mainland: boards, their reviews, the calculator and the entry of a match."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.chinese import HAN, traditional
from tests.frontend.board import open_board
from tests.frontend.browser import new_page
from tests.frontend.conftest import FLAGGED, GAMES
from tests.proof import one_in

SHOWN = """() => {
  const main = document.querySelector("main").cloneNode(true), labels = ["aria-label", "aria-valuetext", "title", "placeholder"];
  main.querySelectorAll("bdi").forEach((name) => name.remove());
  const named = labels.flatMap((name) => [...main.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)));
  return [main.textContent, ...named].join("\\n");
}"""
"""Everything on a page that is read or heard, but names, which are as they were written."""


def left(page: Page) -> str:
    """The Traditional characters on a page; there is Chinese on it at all."""
    shown: str = page.evaluate(SHOWN)
    assert HAN.search(shown)
    assert "undefined" not in shown
    return traditional(shown)


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_board_and_review_are_in_simplified_chinese(chromium: Browser, address: str, matches: dict[str, str], game: str) -> None:
    with new_page(chromium, locale="zh-CN") as page:
        open_board(page, address, matches[f"{game}/clean-01"])
        page.get_by_role("tab").nth(1).click()
        expect(page.locator("#panel-review[data-ready]")).to_be_visible()
        assert left(page) == ""
        page.keyboard.press("End")
        expect(page.locator("#now")).not_to_be_empty()
        assert left(page) == ""


def test_finding_is_told_in_simplified_chinese(chromium: Browser, address: str, matches: dict[str, str]) -> None:
    with new_page(chromium, locale="zh-CN") as page:
        open_board(page, address, matches[FLAGGED], "7/4/")
        expect(page.locator("main")).to_contain_text("北·PN的牌三门俱全，没有缺门，不能胡。")
        assert left(page) == ""


@pytest.mark.parametrize("where", ["/calculator/?game=luzhou&hand=1112223334445m", "/enter/", "/"])
def test_page_with_scripts_is_in_simplified_chinese(chromium: Browser, address: str, where: str) -> None:
    with new_page(chromium, locale="zh-CN") as page:
        page.goto(address + where)
        if where != "/":
            expect(page.locator("[data-ready]").first).to_be_visible()
        assert left(page) == ""
