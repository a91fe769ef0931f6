"""The way through the pages in a browser: signing in, counting clicks, and coming by what is refused."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.service.furnished import OWNER, PASSWORD

SHUT_OUT = "nobody"
"""Whose sign-ins fail until nobody by this name may try any more: the service is to be started with LIMITS."""
LIMITS = {"THROTTLE": {"login-name": "2/hour"}}
"""Settings of the service that the tour comes to."""


COUNTING = """
addEventListener("pointerdown", (event) => event.isTrusted && clicked(), true);
addEventListener("change", ({ target }) => target.matches("select, [type=file]") && clicked(), true);
"""


def clicks_on(page: Page) -> list[str]:
    """The clicks on the pages that are loaded from now on, each by the address where it was done.

    A click is a press, or a choice from a list or of a file. Typing is not counted.
    """
    clicks: list[str] = []
    page.expose_function("clicked", lambda: clicks.append(page.url))
    page.add_init_script(COUNTING)
    return clicks


def sign_in(page: Page, address: str, name: str = OWNER) -> None:
    """Sign in, as the owner of the club where nobody else is named."""
    page.goto(f"{address}/accounts/login/")
    _try(page, name, PASSWORD)
    expect(page.locator("bdi", has_text=name).first).to_be_visible()


def _try(page: Page, name: str, password: str) -> None:
    """Send the form, and stay until its answer is there with its scripts: who leaves before it has not asked."""
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password]").fill(password)
    with page.expect_navigation():
        page.locator("main button").first.click()


def not_there(page: Page, address: str) -> None:
    """404."""
    page.goto(f"{address}/nowhere/")


def not_from_here(page: Page, address: str) -> None:
    """403: a form without its token."""
    page.goto(f"{address}/accounts/login/")
    page.evaluate("document.querySelector('main [name=csrfmiddlewaretoken]').value = 'x'.repeat(64)")
    _try(page, SHUT_OUT, "guess")


def too_often(page: Page, address: str) -> None:
    """429: three guesses where two are allowed in an hour."""
    for _ in range(3):
        page.goto(f"{address}/accounts/login/")
        _try(page, SHUT_OUT, "guess")


REFUSALS: dict[str, tuple[Callable[[Page, str], None], str]] = {
    "not-there": (not_there, "404"),
    "not-from-here": (not_from_here, "403"),
    "too-often": (too_often, "429"),
}
"""What comes in the place of a page for everybody, by how one comes to it; and the number that it is headed by."""
