"""``python -m scripts.pictures ADDRESS``: take the pictures of the documentation from a running service with its samples."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"


def main(address: str) -> None:
    """A flagged match's verdict, the board at a finding, and rounds on a screen and on a phone."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US").new_page()
        page.goto(f"{address}/matches/?finding=score-mismatch")
        page.locator(".rows a").first.click()
        page.locator(".clause summary").first.click()
        page.screenshot(path=IMAGES / "verdict.png", full_page=True)
        page.goto(f"{address}/matches/?finding=forced-win-declined")
        page.locator(".rows a").first.click()
        page.locator(".finding .place a").first.click()
        page.wait_for_selector("[data-ready]")
        page.screenshot(path=IMAGES / "finding.png")
        replay(page, address, "luzhou", "replay.png")
        phone = ViewportSize(width=390, height=860)
        replay(browser.new_context(viewport=phone, locale="zh-TW").new_page(), address, "gouji", "replay-phone.png")
        browser.close()


def replay(page: Page, address: str, game: str, name: str) -> None:
    """A round of a game, two thirds through."""
    page.goto(f"{address}/matches/?game={game}&status=clean")
    page.locator(".rows a").first.click()
    page.locator(".to-board").first.click()
    page.wait_for_selector("[data-ready]")
    page.locator("#scrub").evaluate("scrub => { scrub.value = scrub.max * 2 / 3; scrub.dispatchEvent(new Event('input')); }")
    page.screenshot(path=IMAGES / name)


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
