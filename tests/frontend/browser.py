"""The browser that tests drive: how it is started, how long it is waited for, and what a click has led to.

What a click causes comes when it comes: a test waits for a state before it reads anything once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from re import Pattern
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

EXECUTABLE = "/usr/bin/chromium-headless-shell"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 20_000
"""Milliseconds until a test gives up waiting, on a machine that has much else to do."""

expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser. While Playwright runs, Django refuses its database to the same thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=EXECUTABLE, args=QUIET)
        yield browser
        browser.close()


@contextmanager
def new_page(browser: Browser, **how: Any) -> Iterator[Page]:
    """A page with cookies of its own; a script error on it fails the test."""
    context = browser.new_context(**how)
    context.set_default_timeout(PATIENCE)
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def wait_for_page(page: Page, address: str | Pattern[str]) -> None:
    """Wait until a click has led there, and the scripts of that page have run."""
    expect(page).to_have_url(address)
    page.wait_for_load_state()


def fits(page: Page, width: int = 0) -> bool:
    """Whether nothing of the page stands out to the side, in a window of this width or as wide as it is."""
    if width:
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("(width) => innerWidth === width", arg=width)
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
