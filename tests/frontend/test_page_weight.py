"""How many bytes of script and style a first visit to a page loads."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.frontend.browser import new_page
from tests.frontend.conftest import FLAGGED

FIRST_VIEW = 100_000
"""Bytes, as they travel, that the first view of a match or of a replay may cost."""
EMBEDDED = 50_000
"""Bytes, as they travel, that an embedded board may cost."""


def cost(chromium: Browser, url: str) -> int:
    """The bytes of script and style that a browser with an empty cache is sent for a page, headers left out."""
    sent = []
    with new_page(chromium) as page:
        page.on("requestfinished", lambda request: sent.append(request))
        page.goto(url, wait_until="networkidle")
        counted = [request for request in sent if request.resource_type in ("script", "stylesheet")]
        total = sum(request.sizes()["responseBodySize"] for request in counted)
    assert counted
    return total


def test_first_visit_loads_few_bytes(chromium: Browser, address: str, matches: dict[str, str]) -> None:
    match = matches["luzhou/clean-01"]
    assert cost(chromium, f"{address}/matches/{match}/") < FIRST_VIEW
    assert cost(chromium, f"{address}/matches/{match}/replay/1/") < FIRST_VIEW
    assert cost(chromium, f"{address}/matches/{matches[FLAGGED]}/") < FIRST_VIEW, "with the moments of its findings"
    assert cost(chromium, f"{address}/embed/{match}/1/") < EMBEDDED
