"""Every page in a real browser under the policy: what the policy refuses, the browser reports, and the test fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from config.middleware.headers import HEADERS
from tests.frontend.browser import new_page, wait_for_page
from tests.golden import HOME
from tests.proof import slow
from tests.service.shared import shared_service

REPORT = """document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`violation of ${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`))"""
PASSWORD = "a long pass word"
FLAGGED = HOME / "sichuan" / "three-suits.ppn"


class Watched:
    """A page, and what its console complained of."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.complaints: list[str] = []
        page.add_init_script(REPORT)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _console(self, message: Any) -> None:
        # Browsers ask for /favicon.ico on pages that name no icon of their own: that there is none breaks nothing.
        if message.type in ("error", "warning") and not message.location["url"].endswith("/favicon.ico"):
            self.complaints.append(message.text)

    def open(self, path: str, status: int = 200, until: Literal["load", "networkidle"] = "networkidle") -> None:
        """Go there and wait for it. Fails where the policy was broken or is not there."""
        answer = self.page.goto(self.address + path, wait_until=until)
        assert answer is not None
        assert answer.status == status, path
        assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"], path
        if status == 200:
            self.quiet(path)
        self.complaints.clear()

    def quiet(self, where: str) -> None:
        """Fails where the console has complained."""
        assert self.complaints == [], where

    def wait_for_complaint(self, words: str) -> None:
        """Wait until the console has complained of it. Raises TimeoutError where it does not."""
        if not any(words in one for one in self.complaints):
            self.page.wait_for_event("console", lambda message: words in message.text)

    def sign_in(self, name: str, path: str = "/accounts/login/") -> None:
        """Through the form, as a person would."""
        self.open(path)
        self.page.locator("input[name=username]").fill(name)
        self.page.locator("input[name=password]").fill(PASSWORD)
        with self.page.expect_navigation():
            self.page.locator("main button, input[type=submit]").first.click()


@pytest.fixture(scope="module")
def address() -> str:
    service = shared_service()
    service.shell(
        "from django.contrib.auth.models import User; mina = User.objects.get(username='mina');"
        "from records.accounts import clubs, webhooks; tea = clubs.create(mina, 'Tea', 'tea');"
        "webhooks.send_test(mina, webhooks.add(mina, tea, 'https://example.org/', ['batch.done'])[0])"
    )
    return f"http://127.0.0.1:{service.port}"


@pytest.fixture
def watched(chromium: Browser, address: str) -> Iterator[Watched]:
    with new_page(chromium, locale="en-US") as page:
        yield Watched(page, address)


def test_content_security_policy_blocks_inline_scripts_and_foreign_images(watched: Watched) -> None:
    watched.open("/")
    watched.page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      document.body.insertAdjacentHTML("beforeend", "<p style='color: red'></p><img src='https://example.org/x.png'>");
    }""")
    for directive in ("script-src-elem", "style-src-attr", "img-src"):
        watched.wait_for_complaint(f"violation of {directive}")
    assert watched.page.evaluate("window.ran") is None


@slow
def test_page_keeps_the_content_security_policy(watched: Watched) -> None:
    page = watched.page
    for path in ("/", "/matches/", "/calculator/", "/rules/", "/rules/sichuan/", "/accounts/login/"):
        watched.open(path)
    watched.open("/nowhere/", 404)
    watched.sign_in("mina")
    watched.open("/")
    page.locator("#files").set_input_files(FLAGGED)
    expect(page.locator("#results .verdict.flagged")).to_be_visible()
    page.locator("#results .finding .clause summary").first.click()
    watched.quiet("an upload")
    watched.open("/matches/?q=three-suits")
    page.locator(".rows a").first.click()
    wait_for_page(page, re.compile(r"/matches/[\w-]+/$"))
    expect(page.locator(".verdict.flagged")).to_be_visible()
    watched.quiet("a match")
    page.locator(".finding .place a").first.click()
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    page.keyboard.press("ArrowRight")
    watched.quiet("the replay")
    for path in ("/clubs/tea/audit/", "/account/tokens/"):
        watched.open(path)
    watched.open("/batches/")
    page.locator("main input[type=file]").set_input_files(FLAGGED)
    page.locator("main form button").first.click()
    expect(page.locator("#work progress")).to_be_visible()
    page.wait_for_load_state()
    watched.quiet("a batch")
    watched.open("/clubs/tea/webhooks/")
    page.locator(".rows a").first.click()
    wait_for_page(page, re.compile(r"/webhooks/[\w-]+/$"))
    page.locator(".rows a").first.click()
    expect(page.locator("main pre")).to_be_visible()
    watched.quiet("a message of a webhook")
    watched.open("/s/no-such-link/", 404)
    watched.open("/calculator/?game=sichuan")
    page.locator("#deal").click()
    expect(page.locator("#result [data-state=wins]")).to_be_visible()
    watched.quiet("the calculator")


@slow
def test_api_browser_and_administration_keep_the_content_security_policy(watched: Watched) -> None:
    watched.open("/api/v1/docs")
    page = watched.page
    # Only what stands in view is there: the page draws the other operations when they are scrolled to.
    page.locator("#operations-audit-read_audit_entry .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_placeholder("number").fill("1")
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table tbody .response-col_status").first).to_contain_text("200")
    watched.quiet("/api/v1/docs")
    watched.sign_in("root", "/admin/login/?next=/admin/")
    links = page.locator("#content-main th a[href^='/admin/']")
    for address in [str(link.get_attribute("href")) for link in links.all()]:
        watched.open(address, until="load")
        found = [page.locator("#content a.addlink").first, page.locator("#result_list th a").first]
        for target in [link.get_attribute("href") for link in found if link.count()]:
            watched.open(str(target), until="load")


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        ("/", {}, 200),
        ("/nowhere/", {}, 404),
        ("/api/v1/nowhere", {}, 404),
        ("/", {"HTTP_HOST": "elsewhere.example"}, 400),
        ("/upload/", {}, 405),
        ("/admin/", {}, 302),
    ],
)
@pytest.mark.django_db
def test_response_of_any_status_has_the_security_headers(path: str, more: dict[str, str], status: int) -> None:
    answer: Any = Client().get(path, **more)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.django_db
def test_worker_of_the_engine_alone_may_compile_webassembly() -> None:
    worker = dict(
        part.split(" ", 1) for part in Client().get("/offline/worker.js").headers["Content-Security-Policy"].split("; ")
    )
    assert worker["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert (worker["default-src"], worker["connect-src"]) == ("'none'", "'self'")
    assert "wasm" not in HEADERS["Content-Security-Policy"]


@pytest.mark.django_db
def test_failed_page_has_the_security_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("records.archive.matches.visible_to", lambda user: 1 / 0)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == 500
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
