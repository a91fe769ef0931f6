"""Every page meets WCAG 2.2 AA, as far as axe can tell."""

from __future__ import annotations

import re
from inspect import unwrap
from itertools import pairwise
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


DRAWN = {"offline", "offline_file"}
"""Pages that scripts draw whole: axe looks at their headings in a browser."""


def is_page(answer: APIResponse) -> bool:
    """Whether a person is shown it whole: neither a form's target, nor data, nor a piece of another page."""
    if answer.status == 405 or "text/html" not in answer.headers.get("content-type", ""):
        return False
    assert answer.status == 200, answer.url
    return "<!doctype html>" in answer.text().lower()


def headings(text: str) -> list[int]:
    """The levels of the headings of a page in their order."""
    shown = re.sub(r"<template.*?</template>", "", text, flags=re.DOTALL)
    return [int(level) for level in re.findall(r"<h([1-6])\b", shown)]


def looked_at(page: Page, where: str) -> list[str]:
    """What axe finds once the page is drawn and what is folded on it lies open."""
    if page.locator("[data-frames], #enter, #calculator, .puzzle").count():
        expect(page.locator("[data-ready]").first).to_be_visible()
    page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    return violations(page, where)


def views() -> list[str]:
    """The urlconf's rows by name, one of each view: a view that stands in several rows is looked at in its last."""
    last = {unwrap(row.callback): str(row.name) for row in urlpatterns}
    return [*last.values(), "sheet_by_seat", "dropped_match"]


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
        page.request.get(address + furniture["at_table"])
        for row in views()[share]:
            wanted = address + (furniture["pages"].get(row) or furniture[row])
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
    every = "home archive match replay_at embed_at event dropped_match dropped".split()
    assert {*every} <= seen
    assert {"club", "webhook", "rejudging", "tokens"} <= seen if name else "webhook" not in seen


@pytest.mark.parametrize("reader", [OWNER, ""])
def test_headings_begin_at_the_top_and_leave_no_level_out(
    chromium: Browser, address: str, furniture: dict[str, Any], reader: str
) -> None:
    """Every address of a page is asked for, by who may see all and by a stranger."""
    wrong, seen = {}, 0
    with new_page(chromium, locale="en-US") as page:
        if reader:
            sign_in(page, address, reader)
        page.request.get(address + furniture["at_table"])
        games = {match: match for match in [*furniture["games"].values(), furniture["bare"], furniture["broken"]]}
        for name, where in {**furniture["pages"], **games}.items():
            answer = page.request.get(address + where, max_retries=2)
            if name in DRAWN or answer.status != 200 or "<!doctype html>" not in (text := answer.text()).lower():
                continue
            seen += 1
            levels = headings(text)
            if levels[:1] != [1] or any(below - above > 1 for above, below in pairwise(levels)):
                wrong[name] = levels
    assert wrong == {}
    assert seen > (60 if reader else 15)


@pytest.mark.parametrize(("locale", "scheme"), [SCHEMES[0], *(pytest.param(*one, marks=proof) for one in SCHEMES[1:])])
def test_refusal_page_has_no_accessibility_violation(chromium: Browser, address: str, locale: str, scheme: Any) -> None:
    found = []
    with new_page(chromium, locale=locale, color_scheme=scheme) as page:
        for name, (come, number) in REFUSALS.items():
            come(page, address)
            expect(page.locator("h1")).to_contain_text(number)
            found += violations(page, name)
    assert found == []
