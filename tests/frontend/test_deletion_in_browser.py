"""In a browser: a match is deleted after a question and brought back by a click; nothing of that is hard to read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.frontend.axe import violations
from tests.frontend.browser import wait_for_page
from tests.frontend.tour import sign_in
from tests.golden import HOME
from tests.proof import every_fifth, slow

READER = "mina"
"""An account of the shared service that is in no club."""


@slow
@pytest.mark.parametrize("record", every_fifth(["sichuan/clean-04", "gouji/clean-03"]))
def test_match_is_deleted_and_brought_back_by_clicks(page: Page, address: str, record: str) -> None:
    sign_in(page, address, READER)
    page.goto(address)
    page.locator("#files").set_input_files([HOME / f"{record}.ppn"])
    page.locator("#results .verdict a").first.click()
    wait_for_page(page, re.compile(r"/matches/[\w-]+/$"))
    match = page.url
    page.locator(".actions a.danger").click()
    wait_for_page(page, f"{match}delete/")
    assert violations(page, "asking") == []
    page.locator(".asking form button").click()
    wait_for_page(page, re.compile(r"/matches/\?undo="))
    assert violations(page, "offering to undo") == []
    assert page.request.get(match).status == 404
    page.locator(".undo button").click()
    wait_for_page(page, match)
    expect(page.locator(".verdict.clean").first).to_be_visible()


@slow
def test_what_would_revoke_a_token_asks_before_it_does(page: Page, address: str) -> None:
    sign_in(page, address, READER)
    page.goto(f"{address}/account/tokens/")
    page.locator("main form.stack input[name=name]").fill("scoreboard")
    page.locator("main form.stack button").click()
    expect(page.locator("#fresh")).to_be_visible()
    before = page.locator(".people .ask").count()
    page.locator(".people .ask summary").first.click()
    expect(page.locator(".people .ask[open] p")).to_be_visible()
    assert violations(page, "asking in a list") == []
    page.locator(".people .ask[open] button").click()
    expect(page.locator(".people .ask")).to_have_count(before - 1)
