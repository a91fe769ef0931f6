"""``python -m scripts.pictures ADDRESS``: take the pictures of the documentation from a running service with its samples."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"


def main(address: str) -> None:
    """A flagged match's verdict, and the board at its finding."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US").new_page()
        page.goto(f"{address}/matches/?finding=score-mismatch")
        page.locator(".rows a").first.click()
        page.locator(".clause summary").first.click()
        page.locator(".ledger summary").first.click()
        page.screenshot(path=IMAGES / "verdict.png", full_page=True)
        page.goto(f"{address}/matches/?finding=forced-win-declined")
        page.locator(".rows a").first.click()
        page.locator(".finding .place a").first.click()
        page.wait_for_selector("[data-ready]")
        page.screenshot(path=IMAGES / "board.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
