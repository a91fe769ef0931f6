"""A board embedded in a page of another site, in a real browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.frontend.browser import new_page


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
