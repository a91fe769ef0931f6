"""The pages that a browser draws by itself, as a test drives them: opened, loaded whole, and then without a network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.frontend.browser import new_page
from tests.frontend.offline_engine import KEPT_ALL, PATIENCE


class OfflineSite:
    """The pages, one of which is shown at a time."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def shown(self) -> FrameLocator:
        """The shown page."""
        return self.page.frame_locator("#pages iframe:last-child")

    def leads_to(self, part: str) -> None:
        """Wait until a page is shown whose address has this in it."""
        expect(self.page.locator(f'#pages[data-ready*="{part}"]')).to_be_attached(timeout=PATIENCE)

    def go(self, link: str, part: str) -> None:
        """Follow the link in the row of pages."""
        self.shown.get_by_role("navigation").first.get_by_role("link", name=link, exact=True).click()
        self.leads_to(part)

    def reload(self) -> None:
        """Draw the tab anew, where the engine starts anew too."""
        self.page.reload()
        expect(self.page.locator("#pages[data-ready]")).to_be_attached(timeout=PATIENCE)

    def open(self, *files: Any) -> None:
        """Open files on the first page."""
        self.shown.locator("#files").set_input_files([*files])


@contextmanager
def offline_site(browser: Browser, address: str, **how: Any) -> Iterator[OfflineSite]:
    """The pages in a browser that has loaded them once and has no network any more."""
    with new_page(browser, **{"locale": "en-US", **how}) as page:
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/offline/")
        site = OfflineSite(page)
        expect(page.locator("#pages[data-ready]")).to_be_attached(timeout=PATIENCE)
        page.evaluate(KEPT_ALL)
        page.context.set_offline(True)
        yield site
