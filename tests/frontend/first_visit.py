"""What a first visit to a page asks for: the bytes that are sent, in how many requests, and how many wait for one another."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from tests.frontend.browser import PATIENCE

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
STYLED = "script and style"
KINDS = {"document": "page", "script": STYLED, "stylesheet": STYLED, "image": "picture"}
"""What is counted together, by Chromium's kinds of request; the rest is data."""


class Visit(NamedTuple):
    """A first visit: the bytes of each kind, the requests, and how many answers were waited for one after another."""

    sent: Counter[str]
    requests: int
    depth: int


def first_visit(browser: Browser, url: str) -> Visit:
    """Load a page with an empty cache on a telephone, until nothing more happens and its board, if it has one, is ready."""
    context = browser.new_context(**PHONE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    tool = context.new_cdp_session(page)
    finished: list[Any] = []
    depths: dict[str, int] = {}
    tool.on("Network.requestWillBeSent", lambda event: _note(depths, event))
    tool.send("Network.enable")
    page.on("requestfinished", lambda request: finished.append(request))
    answer = page.goto(url, wait_until="networkidle")
    assert answer is not None
    assert answer.ok, answer.status
    if page.locator("[data-frames]").count():
        page.locator("[data-ready]").first.wait_for()
    sent: Counter[str] = Counter()
    for request in finished:
        sent[KINDS.get(request.resource_type, "data")] += request.sizes()["responseBodySize"]
    context.close()
    return Visit(sent, len(finished), max(depths.values()))


def _note(depths: dict[str, int], event: dict[str, Any]) -> None:
    """Note how many answers a request waits for: one more than what asked for it."""
    initiator = event["initiator"]
    frames = initiator.get("stack", {}).get("callFrames") or [initiator]
    depths.setdefault(event["request"]["url"], 1 + depths.get(frames[0].get("url", ""), 0))
