"""Every page meets WCAG 2.2 AA, as far as axe can tell."""

from __future__ import annotations

import re
from inspect import unwrap
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Browser, Page, expect

from frontend.urls import urlpatterns
from tests.frontend.axe import violations_by_day_and_night
from tests.frontend.browser import new_page
from tests.frontend.tour import REFUSALS, sign_in
from tests.proof import proof
from tests.service.furnished import OWNER

DRAWN = {"offline", "offline_file"}
"""Pages that scripts draw whole: axe alone looks at their headings."""


def is_page(answer: APIResponse) -> bool:
    """Whether a person is shown it whole: neither a form's target, nor data, nor a piece of another page."""
    if answer.status == 405 or "text/html" not in answer.headers.get("content-type", ""):
        return False
    assert answer.status == 200, answer.url
    return "<!doctype html>" in answer.text().lower()


def wrong_headings(text: str, where: str) -> list[str]:
    """The levels of the headings of a page in their order, if they do not begin at the top or leave a level out."""
    shown = re.sub(r"<template.*?</template>", "", text, flags=re.DOTALL)
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", shown)]
    is_right = levels[:1] == [1] and all(below - above <= 1 for above, below in pairwise(levels))
    return [] if is_right else [f"{where}: headings {levels}"]


def looked_at(page: Page, where: str) -> list[str]:
    """What axe finds once the page is drawn and what is folded on it lies open."""
    if page.locator("[data-frames], #enter, #calculator, .puzzle").count():
        expect(page.locator("[data-ready]").first).to_be_visible()
    page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
    return violations_by_day_and_night(page, where)


def views() -> list[str]:
    """The urlconf's rows by name, one of each view: a view that stands in several rows is looked at in its last."""
    last = {unwrap(row.callback): str(row.name) for row in urlpatterns}
    return [*last.values(), "sheet_by_seat", "dropped_match"]


EVERY, SOME = slice(None), slice(0, None, 16)
READERS = [(OWNER, "zh-TW"), ("", "en-US")]
"""Who reads (nobody: a visitor), in which language."""


@pytest.mark.parametrize(
    ("reader", "share"),
    [(READERS[0], SOME), *(pytest.param(reader, EVERY, marks=proof) for reader in READERS)],
)
def test_page_has_no_accessibility_violation(
    chromium: Browser, address: str, furniture: dict[str, Any], reader: tuple[str, str], share: slice
) -> None:
    """Every view of the urlconf is asked for, so that no new page is forgotten; visitors see what is not closed to them.

    A sixteenth of the pages is checked for one reader in every run, all of them for every reader by `make proof`.
    """
    name, locale = reader
    found, seen = [], set()
    with new_page(chromium, locale=locale, color_scheme="light", reduced_motion="reduce") as page:
        if name:
            sign_in(page, address, name)
        page.request.get(address + furniture["at_table"])
        for row in views()[share]:
            wanted = address + (furniture["pages"].get(row) or furniture[row])
            answer = page.request.get(wanted, max_retries=2)  # the server closes a connection that has rested, browsers ask again
            if not name and (answer.status == 404 or answer.url != wanted) or not is_page(answer):
                continue
            seen.add(row)
            if row not in DRAWN:
                found += wrong_headings(answer.text(), row)
            page.goto(wanted)
            found += looked_at(page, row)
        if name:
            for match in [*furniture["games"].values(), furniture["bare"], furniture["broken"]][share]:
                answered = page.goto(address + match)
                assert answered is not None
                found += [*wrong_headings(answered.text(), match), *looked_at(page, match)]
    assert found == []
    assert seen, "nothing was taken for a page"
    if share is EVERY:
        assert_all_seen(seen, name)


def assert_all_seen(seen: set[str], name: str) -> None:
    """Nothing that is a page was taken for something else."""
    every = "home archive match replay embed event dropped_match dropped".split()
    assert {*every} <= seen
    assert {"club", "webhook", "rejudging", "tokens"} <= seen if name else "webhook" not in seen


def test_refusal_page_has_no_accessibility_violation(chromium: Browser, address: str) -> None:
    found = []
    with new_page(chromium, locale="zh-TW", color_scheme="light") as page:
        for name, (come, number) in REFUSALS.items():
            come(page, address)
            expect(page.locator("h1")).to_contain_text(number)
            found += violations_by_day_and_night(page, name)
    assert found == []
