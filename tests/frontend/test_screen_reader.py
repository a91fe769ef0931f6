"""The replay for who does not see it: each step said once, the table in words, the keys told, the focus never lost."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import referee
from tests.chinese import HAN, traditional
from tests.frontend.axe import violations
from tests.frontend.board import FOUND, open_board
from tests.frontend.browser import new_page
from tests.frontend.conftest import FLAGGED, GAMES
from tests.golden import HOME
from tests.proof import one_in

ENGLISH = pytest.mark.parametrize("page", ["en-US"], indirect=True)
HEARD = 1000
"""Milliseconds after which all is said that there is to say."""
LISTEN = """window.announced = [];
new MutationObserver(() => announced.push(document.getElementById("spoken").textContent))
    .observe(document.getElementById("spoken"), { childList: true });"""


@pytest.fixture
def listening(page: Page, address: str, matches: dict[str, str]) -> Page:
    """A round of Luzhou; time stands still but where a test lets it pass."""
    open_board(page, address, matches["luzhou/clean-01"])
    expect(page.locator("#spoken")).to_have_text("the deal")
    page.evaluate(LISTEN)
    page.clock.install()
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    return page


def announcements(page: Page) -> list[str]:
    """What was said since it was asked last."""
    page.clock.run_for(HEARD)
    said: list[str] = page.evaluate("() => announced.splice(0)")
    return said


@ENGLISH
def test_only_the_last_of_many_quick_steps_is_announced(listening: Page) -> None:
    for _ in range(3):
        listening.keyboard.press("ArrowRight")
    assert announcements(listening) == ["3. West discards 2 of characters"]
    listening.keyboard.press("Home")
    assert announcements(listening) == ["the deal"]


@ENGLISH
def test_focus_is_never_lost_on_the_board(page: Page, address: str, matches: dict[str, str]) -> None:
    """From a link that goes away with its finding to the board; in the list of moves along with the step."""
    open_board(page, address, matches[FLAGGED], f"{FOUND[0]}/{FOUND[1]}/")
    page.locator("#here .id").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board")).to_be_focused()
    page.locator("#moves button").nth(1).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moves [aria-current]")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("#moves button").first).to_be_focused()


@ENGLISH
def test_board_lists_its_keys(page: Page, address: str, matches: dict[str, str]) -> None:
    open_board(page, address, matches["luzhou/clean-01"])
    expect(page.locator("#board")).to_have_accessible_description(re.compile("← → step.*space plays"))
    expect(page.locator("#replay")).to_match_aria_snapshot("""
      - img /the deal/
      - slider "Move": "0"
      - button "To the deal"
      - button "Play"
      - complementary "What happened":
        - region "the deal":
          - heading "the deal" [level=2]
        - tablist "Beside the board":
          - tab "Moves" [selected]
          - tab "Review"
          - tab "Findings"
          - tab "Points"
        - tabpanel "Moves":
          - list:
            - listitem:
              - button "the deal"
      - status: the deal
      - group: The table in words
    """)


def in_words(page: Page) -> list[str]:
    page.locator("#text-table summary").click()
    expect(page.locator("#table-text dt").first).to_be_visible()
    return page.locator("#table-text dd").all_inner_texts()


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_table_is_described_in_words(page: Page, address: str, matches: dict[str, str], game: str) -> None:
    """Every seat with as many pieces as it holds and has discarded; nothing that has no word."""
    record: Any = referee.parse((HOME / game / "clean-01.ppn").read_text(encoding="utf-8"))
    move = min(40, len(record.rounds[0].moves) // 2)
    frame: Any = referee.replay(record, record.rounds[0].number)[move]
    open_board(page, address, matches[f"{game}/clean-01"], f"{record.rounds[0].number}/{move}/")
    told = in_words(page)
    expect(page.locator("#table-text dt")).to_have_count(len(frame["seats"]) + 1)
    held, thrown = ([pieces(line) for line in told if re.match(kind, line)] for kind in ("hand:|手牌：", "discards:|打過："))
    assert held == [len(seat["hand"]) for seat in frame["seats"] if seat["hand"]]
    assert thrown == [len(seat["river"]) for seat in frame["seats"] if seat["river"]]
    assert not re.search(r"undefined|null|[{}?]", " ".join(told))
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#table-text")).not_to_have_text(re.compile(re.escape("".join(told))))
    assert violations(page, game) == []


def pieces(line: str) -> int:
    """How many pieces a line names."""
    return sum(int((re.findall(r"×(\d+)$", one) or ["1"])[0]) for one in re.split("、|, ", line))


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


def test_finding_and_scripted_pages_are_in_simplified_chinese(chromium: Browser, address: str, matches: dict[str, str]) -> None:
    with new_page(chromium, locale="zh-CN") as page:
        open_board(page, address, matches[FLAGGED], "7/4/")
        expect(page.locator("main")).to_contain_text("北·PN的牌三门俱全，没有缺门，不能胡。")
        assert left(page) == ""
        for where in ("calculator/?game=luzhou&hand=1112223334445m", "enter/"):
            page.goto(f"{address}/{where}")
            expect(page.locator("[data-ready]").first).to_be_visible()
            assert left(page) == ""
