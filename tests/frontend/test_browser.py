"""A person in a real browser: signs in, drops a file, reads the verdict, steps through the replay; in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.golden import HOME
from tests.service.service import Service

CHROMIUM = "/usr/bin/chromium"
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]  # fmt: skip
FLAGGED = HOME / "sichuan" / "three-suits.ppn"
FOUND_AT = 4
"""The move of the finding in the flagged record's seventh round."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    service = Service(tmp_path_factory.mktemp("browser"))
    try:
        service.prepare()
        service.manage("collectstatic", "--no-input", "--verbosity", "0")
        service.shell("from django.contrib.auth.models import User; User.objects.create_user('li', password='a long pass word')")
        service.web()
        service.worker()
        yield f"http://127.0.0.1:{service.port}"
    finally:
        service.close()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(params=["zh-TW", "en-US"])
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in either language; a script error on it fails the test."""
    context = chromium.new_context(locale=request.param)
    context.set_default_timeout(20_000)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def sign_in(page: Page, address: str) -> None:
    page.goto(f"{address}/accounts/login/")
    page.locator("input[name=username]").fill("li")
    page.locator("input[name=password]").fill("a long pass word")
    page.locator("main button").click()
    expect(page.locator("bdi", has_text="li").first).to_be_visible()


def test_upload_verdict_replay(page: Page, address: str, tmp_path: Path) -> None:
    sign_in(page, address)
    page.locator("#files").set_input_files(FLAGGED)
    verdict = page.locator("#results .verdict.flagged")
    expect(verdict).to_be_visible()
    expect(page.locator("#results .finding").first).to_contain_text(re.compile("缺門|missing"))
    page.locator("#results .finding .clause summary").first.click()
    expect(page.locator("#results .finding .clause p").first).to_be_visible()

    page.locator("#results .finding .place a").first.click()
    expect(page).to_have_url(re.compile(rf"/replay/7/{FOUND_AT}/$"))
    board = page.locator("#board[data-ready]")
    expect(board).to_be_visible()
    expect(board.locator(".seat")).to_have_count(4)
    expect(page.locator("#here .finding")).to_have_count(1)

    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(rf"/replay/7/{FOUND_AT - 1}/$"))
    expect(page.locator("#here .finding")).to_have_count(0)
    expect(page.locator("#now")).to_contain_text(f"{FOUND_AT - 1}.")
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(r"/replay/7/$"))
    expect(board.locator(".centre")).to_contain_text("55")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(board.locator(".centre")).to_contain_text("54")

    page.reload()
    expect(page.locator("#now")).to_contain_text("2.")
    page.locator("#moves .bad").first.click()
    expect(page).to_have_url(re.compile(rf"/replay/7/{FOUND_AT}/$"))
    page.locator("#view").select_option("S")
    expect(board.locator(".south .plate b")).to_have_text("S")
    expect(board.locator(".north [aria-label='?']").first).to_be_visible()


def test_anonymous_people_are_shown_a_verdict(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#files").set_input_files([FLAGGED, HOME / "sichuan" / "clean-01.ppn"])
    expect(page.locator("#results .verdict.flagged")).to_be_visible()
    expect(page.locator("#results .verdict.clean")).to_be_visible()
    page.goto(f"{address}/matches/")
    expect(page.locator(".rows a", has_text="clean-01")).to_have_count(0)


def test_an_upload_that_fails_is_told(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#unsent")).to_be_hidden()
    page.route("**/upload/", lambda route: route.fulfill(status=502))
    page.locator("#files").set_input_files(FLAGGED)
    expect(page.locator("#unsent")).to_be_visible()
    page.unroute("**/upload/")
    page.locator("#files").set_input_files(FLAGGED)
    expect(page.locator("#results .verdict.flagged")).to_be_visible()
    expect(page.locator("#unsent")).to_be_hidden()


def test_the_language_is_switched(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/sichuan/")
    before = page.locator("h1").inner_text()
    page.locator("button[name=language]").click()
    expect(page.locator("h1")).not_to_have_text(before)
    expect(page).to_have_url(f"{address}/rules/sichuan/")
