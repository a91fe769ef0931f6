"""Every page meets WCAG 2.2 AA, as far as axe can tell."""

from __future__ import annotations

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

SCHEMES = [("zh-TW", "light"), ("en-US", "dark")]


def is_page(answer: APIResponse) -> bool:
    """Whether a person is shown it whole: neither a form's target, nor data, nor a piece of another page."""
    if answer.status == 405 or "text/html" not in answer.headers.get("content-type", ""):
        return False
    assert answer.status == 200, answer.url
    return "<!doctype html>" in answer.text().lower()


def looked_at(page: Page, where: str) -> list[str]:
    """What axe finds once the page is drawn and what is folded on it lies open."""
    if page.locator("[data-frames], #enter, #calculator, .puzzle").count():
        expect(page.locator("[data-ready]").first).to_be_visible()
    page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    return violations(page, where)


def views() -> list[str]:
    """The urlconf's rows by name, one of each view and way to it: a view that stands in several rows is looked at in its last."""
    ways = {"secret", "visitor_id"}
    last = {(unwrap(row.callback), *(ways & set(row.pattern.converters))): str(row.name) for row in urlpatterns}
    return list(last.values())


EVERY, SOME = slice(None), slice(0, None, 16)
READERS = [(OWNER, "zh-TW", "light"), (OWNER, "en-US", "dark"), ("", "en-US", "light")]
"""Who reads (nobody: a visitor), in which language, in light or dark colours."""


@pytest.mark.parametrize(
    ("reader", "share"),
    [(READERS[0], SOME), *(pytest.param(reader, EVERY, marks=proof) for reader in READERS)],
)
def test_page_has_no_accessibility_violation(
    chromium: Browser, address: str, furniture: dict[str, Any], reader: tuple[str, str, Any], share: slice
) -> None:
    """Every view of the urlconf is asked for, so that no new page is forgotten; visitors see what is not closed to them.

    A sixteenth of the pages is checked for one reader in every run, all of them for every reader by `make proof`.
    """
    name, locale, scheme = reader
    found, seen = [], set()
    with new_page(chromium, locale=locale, color_scheme=scheme, reduced_motion="reduce") as page:
        if name:
            sign_in(page, address, name)
        for row in views()[share]:
            wanted = address + furniture["pages"][row]
            answer = page.request.get(wanted, max_retries=2)  # the server closes a connection that has rested, browsers ask again
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
    assert {
        "home",
        "archive",
        "match",
        "replay_at",
        "embed_at",
        "event",
        "shared_event_match",
        "visitor_match",
        "visitor_file",
    } <= seen
    assert {"club", "webhook", "rejudging", "tokens"} <= seen if name else "webhook" not in seen


@pytest.mark.parametrize(("locale", "scheme"), [SCHEMES[0], *(pytest.param(*one, marks=proof) for one in SCHEMES[1:])])
def test_refusal_page_has_no_accessibility_violation(chromium: Browser, address: str, locale: str, scheme: Any) -> None:
    found = []
    with new_page(chromium, locale=locale, color_scheme=scheme) as page:
        for name, (come, number) in REFUSALS.items():
            come(page, address)
            expect(page.locator("h1")).to_contain_text(number)
            found += violations(page, name)
    assert found == []
