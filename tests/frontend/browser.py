"""The browser that tests drive: how it is started, how long it is waited for, and what a click has led to.

What a click causes comes when it comes: a test waits for a state before it reads anything once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
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
PATIENCE = 60_000
"""Milliseconds until a test gives up waiting: many times what a page takes on a machine with much else to do, and longer than any
pause of a page that asks again after a failure."""

expect.set_options(timeout=PATIENCE)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser. While Playwright runs, Django refuses its database to the same thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=EXECUTABLE, args=QUIET)
        yield browser
        browser.close()


@contextmanager
def resting_chromium() -> Iterator[Callable[[], AbstractContextManager[Browser]]]:
    """What gives one test after another the same browser, and leaves none the pages and cookies of another.

    Between them Playwright's event loop stands still and is not called the running one: other tests of the thread have Django's
    database, and loops of their own.
    """
    with chromium() as browser:
        loop = asyncio.get_running_loop()

        @contextmanager
        def driven() -> Iterator[Browser]:
            asyncio._set_running_loop(loop)
            try:
                yield browser
                for context in browser.contexts:
                    context.close()
            finally:
                asyncio._set_running_loop(None)

        asyncio._set_running_loop(None)
        yield driven
        asyncio._set_running_loop(loop)


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
