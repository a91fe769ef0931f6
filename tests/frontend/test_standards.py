"""What every page keeps to: WCAG 2.2 AA as far as axe sees it, and how much script and style a first look costs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from inspect import unwrap
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, Page, expect

from frontend.urls import urlpatterns
from tests.frontend.axe import violations
from tests.frontend.browser import new_page
from tests.frontend.tour import REFUSALS, sign_in
from tests.proof import proof
from tests.service.furnished import OWNER

FIRST_VIEW = 100_000
"""Bytes of script and style together, as they travel, that the first view of a match or of a replay may cost."""
EMBEDDED = 50_000


SCHEMES = [("zh-TW", "light"), ("en-US", "dark")]


def is_page(answer: APIResponse) -> bool:
    """Whether a person is shown it whole: neither a form's target, nor data, nor a piece of another page."""
    if answer.status == 405 or "text/html" not in answer.headers.get("content-type", ""):
        return False
    assert answer.status == 200, answer.url
    return "<!doctype html>" in answer.text().lower()


def looked_at(page: Page, where: str) -> list[str]:
    """What axe finds once the page is drawn and what is folded on it lies open."""
    if page.locator("[data-frames], #enter, #calculator").count():
        expect(page.locator("[data-ready]").first).to_be_visible()
    page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    return violations(page, where)


def views() -> list[str]:
    """The urlconf's rows by name, one of each view and way to it: a view that stands in several rows is looked at in its last."""
    last = {(unwrap(row.callback), "secret" in row.pattern.converters): str(row.name) for row in urlpatterns}
    return list(last.values())


EVERY, SOME = slice(None), slice(0, None, 4)
DRESSES = [(OWNER, "zh-TW", "light"), (OWNER, "en-US", "dark"), ("", "en-US", "light")]
"""Who looks, in which language, by day or by night."""


@pytest.mark.parametrize(
    ("dress", "share"),
    [(DRESSES[0], SOME), *(pytest.param(dress, EVERY, marks=proof) for dress in DRESSES)],
)
def test_page_has_no_accessibility_violation(
    chromium: Browser, address: str, furniture: dict[str, Any], dress: tuple[str, str, Any], share: slice
) -> None:
    """Every view of the urlconf is asked for, so that no new page is forgotten; visitors see what is not closed to them.

    Some of the pages are looked at every time in one dress, and each in every dress where quantity proves.
    """
    name, locale, scheme = dress
    found, seen = [], set()
    with new_page(chromium, locale=locale, color_scheme=scheme, reduced_motion="reduce") as page:
        if name:
            sign_in(page, address, name)
        for row in views()[share]:
            wanted = address + furniture["pages"][row]
            answer = page.request.get(wanted)
            if not name and (answer.status == 404 or answer.url != wanted) or not is_page(answer):
                continue
            seen.add(row)
            page.goto(wanted)
            found += looked_at(page, row)
        if scheme == "light" and name:
            for match in [*furniture["games"].values(), furniture["bare"], furniture["broken"]][share]:
                page.goto(address + match)
                found += looked_at(page, match)
    assert found == []
    assert seen, "nothing was taken for a page"
    if share is EVERY:
        assert_all_seen(seen, name)


def assert_all_seen(seen: set[str], name: str) -> None:
    """Nothing that is a page was taken for something else."""
    assert {"home", "archive", "match", "replay_at", "embed_at", "event", "shared_event_match"} <= seen
    assert {"club", "webhook", "rejudging", "tokens"} <= seen if name else "webhook" not in seen


@pytest.mark.parametrize(("locale", "scheme"), SCHEMES)
def test_refusal_page_has_no_accessibility_violation(chromium: Browser, address: str, locale: str, scheme: Any) -> None:
    found = []
    with new_page(chromium, locale=locale, color_scheme=scheme) as page:
        for name, (come, number) in REFUSALS.items():
            come(page, address)
            expect(page.locator("h1")).to_contain_text(number)
            found += violations(page, name)
    assert found == []


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
    assert cost(chromium, f"{address}/embed/{match}/1/") < EMBEDDED


@pytest.fixture
def club_site(address: str, matches: dict[str, str]) -> Iterator[str]:
    """A site of somebody else's, one page of which frames a board."""
    framed = f"{address}/embed/{matches['hengyang/clean-01']}/1/40/?lang=zh"

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(
                f"<!doctype html><title>a club</title><iframe width=900 height=700 src='{framed}'></iframe>".encode()
            )

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_embedded_board_works_in_a_frame_of_another_site(chromium: Browser, club_site: str) -> None:
    with new_page(chromium, locale="en-US") as page:
        page.goto(club_site)
        frame = page.frame_locator("iframe")
        expect(frame.locator("#embed[data-ready]")).to_be_visible()
        expect(frame.locator("#now")).to_contain_text("40. ")
        frame.locator("[data-step=on]").click()
        expect(frame.locator("#now")).to_contain_text("41. ")
        expect(frame.locator("html")).to_have_attribute("lang", "zh-Hant")
        assert page.context.cookies() == []
