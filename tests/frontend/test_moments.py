"""The moment of a finding on its match's page: a board with the pieces marked, and what the rules allowed."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from frontend.components.verdict.sheet import DRAWN
from tests.frontend.axe import violations
from tests.frontend.browser import fits, new_page
from tests.frontend.conftest import judged_matches
from tests.golden import HOME
from tests.proof import one_in, slow
from tests.service.service import Service

MOMENTS = {
    "sichuan/three-suits": ("The table before move 4", "What the rules allow here: North draws 2 of characters"),
    "hengyang/hand-locked": ("The table before move 125", "What the rules allow here: South discards 1 of dots"),
    "gouji/does-not-beat": ("The table before move 122", "What the rules allow here: C plays ace ×3; C passes"),
    "luzhou/value-mismatch": ("The table after move 105", ""),
}
"""By record: the caption of the board, and what the rules allowed in the place of the move."""


@pytest.fixture(scope="module")
def flagged(running: Service) -> dict[str, str]:
    return judged_matches(running, [*MOMENTS, "sichuan/bad-deal"])


@pytest.mark.parametrize("name", one_in(len(MOMENTS), MOMENTS, slow))
def test_finding_shows_the_table_with_its_pieces_marked_and_what_the_rules_allowed(
    chromium: Browser, address: str, flagged: dict[str, str], name: str
) -> None:
    with new_page(chromium, locale="en-US") as page:
        page.goto(f"{address}/matches/{flagged[name]}/")
        moment, (caption, allowed) = page.locator(".moment").first, MOMENTS[name]
        expect(moment.locator("figcaption")).to_have_text(caption)
        drawn = unquote(str(moment.locator("img").get_attribute("src")))
        assert drawn.count('fill="#c62a1c" stroke="#fff"') == 1, "one piece is marked"
        expect(moment.locator("img")).to_have_attribute("alt", re.compile(f"^{caption}. "))
        if allowed:
            expect(moment.locator(".allowed")).to_have_text(allowed)
        else:
            expect(moment.locator(".allowed")).to_have_count(0)
        moment.get_by_text("The moment", exact=True).click()
        expect(moment.locator("img")).to_be_hidden()


@slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_moment_fits_a_telephone_and_is_accessible(chromium: Browser, address: str, flagged: dict[str, str], scheme: Any) -> None:
    with new_page(chromium, locale="zh-TW", viewport={"width": 390, "height": 844}, color_scheme=scheme) as page:
        for name in ("sichuan/three-suits", "gouji/does-not-beat"):
            page.goto(f"{address}/matches/{flagged[name]}/")
            page.locator(".moment summary").first.scroll_into_view_if_needed()
            expect(page.locator(".moment img").first).to_be_visible()
            assert fits(page)
            assert violations(page, name) == []


def test_round_without_a_table_has_no_moments(page: Page, address: str, flagged: dict[str, str]) -> None:
    page.goto(f"{address}/matches/{flagged['sichuan/bad-deal']}/")
    with page.expect_response(re.compile("/frames/")) as answer:
        page.locator(".moment summary").click()
    assert answer.value.status == 404
    expect(page.locator(".finding")).to_have_count(1)
    expect(page.locator(".moment")).to_be_hidden()


def test_printed_verdict_and_a_page_without_scripts_have_no_boards(
    chromium: Browser, address: str, flagged: dict[str, str]
) -> None:
    with new_page(chromium, locale="en-US") as page:
        page.goto(f"{address}/matches/{flagged['sichuan/three-suits']}/")
        expect(page.locator(".moment img")).to_be_visible()
        page.emulate_media(media="print")
        expect(page.locator(".moment")).to_be_hidden()
        expect(page.locator(".finding .message")).to_be_visible()
    with new_page(chromium, locale="en-US", java_script_enabled=False) as page:
        page.goto(f"{address}/matches/{flagged['sichuan/three-suits']}/")
        expect(page.locator(".moment")).to_be_hidden()
        expect(page.get_by_role("link", name="Show on the board")).to_be_visible()


@slow
def test_page_of_hundreds_of_findings_asks_for_a_round_once_and_draws_only_what_is_unfolded(
    chromium: Browser, address: str, running: Service
) -> None:
    text = (HOME / "sichuan" / "three-suits.ppn").read_text(encoding="utf-8")
    status, answer = running.request("POST", "matches?public=1", text.replace("N.hu", "S.fly " * 200 + "N.hu").encode())
    assert status in (200, 202)
    running.verdict(answer["matches"][0])
    asked = []
    with new_page(chromium, locale="en-US") as page:
        page.on("request", lambda request: asked.append(request.url) if "/frames/" in request.url else None)
        page.goto(f"{address}/matches/{answer['matches'][0]['id']}/")
        assert page.locator(".moment").count() > 90
        assert page.locator(".moment[open]").count() <= DRAWN
        for at in (60, 80):
            page.locator(".moment summary").nth(at).click()
            expect(page.locator(".moment").nth(at).locator("img")).to_be_visible()
        assert page.locator(".moment img").count() <= DRAWN + 2
    assert len(asked) == 1
