"""Headings: a screen reader goes from one to the next, so every page begins with one and leaves no level out."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.frontend.browser import new_page
from tests.frontend.tour import sign_in
from tests.service.furnished import OWNER

HEADING = re.compile(r"<h([1-6])\b")
DRAWN = {"offline", "offline_file"}
"""Pages that scripts draw whole: axe looks at their headings in a browser."""


def headings(text: str) -> list[int]:
    """The levels of the headings of a page in their order."""
    shown = re.sub(r"<template.*?</template>", "", text, flags=re.DOTALL)
    return [int(level) for level in HEADING.findall(shown)]


@pytest.mark.parametrize("reader", [OWNER, ""])
def test_headings_begin_at_the_top_and_leave_no_level_out(
    chromium: Browser, address: str, furniture: dict[str, Any], reader: str
) -> None:
    """W23: every address of a page is asked for, by who may see all and by a stranger."""
    wrong, seen = {}, 0
    with new_page(chromium, locale="en-US") as page:
        if reader:
            sign_in(page, address, reader)
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


def test_verdict_is_a_heading_of_its_page(chromium: Browser, address: str, matches: dict[str, str]) -> None:
    """W23"""
    with new_page(chromium, locale="en-US") as page:
        page.goto(f"{address}/matches/{matches['luzhou/clean-01']}/")
        assert page.get_by_role("heading", level=2, name=re.compile("^Clean")).count() == 1
