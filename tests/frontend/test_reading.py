"""Reading what the referee found, in a real browser: the verdict on paper, rulebooks, entry by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from records.wording.verdict_sheet import DRAWN
from tests.frontend.browser import fits, new_page, wait_for_page
from tests.frontend.conftest import judged_matches
from tests.golden import HOME
from tests.proof import one_in, slow
from tests.service.service import Service

MISMATCH = "sichuan/score-mismatch"


@pytest.fixture(scope="module")
def flagged(running: Service, address: str) -> str:
    """The page of a match whose settlement is wrong."""
    return f"{address}/matches/{judged_matches(running, [MISMATCH])[MISMATCH]}/"


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page in English; a breach of the content policy on it fails the test."""
    errors: list[str] = []
    with new_page(chromium, locale="en-US") as page:
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        yield page
    assert errors == []


def test_payment_unfolds_to_its_clause_and_a_finding_leads_to_it(page: Page, flagged: str) -> None:
    page.goto(flagged)
    expect(page.locator(".verdict .line")).to_have_text("The settlement is wrong by one point.")
    expect(page.locator(".scores .differs")).to_have_count(2)
    page.locator(".finding .clause summary").first.click()
    page.locator(".finding .clause a").first.click()
    expect(page.locator(".rule:target")).to_be_in_viewport()
    page.goto(flagged)
    first = page.locator(".account details").first
    first.locator("summary").click()
    expect(first.locator(".law")).to_be_visible()
    first.locator(".law a").click()
    expect(page).to_have_url(re.compile(r"/rules/sichuan/#SCM-[\d.]+$"))


def test_printed_verdict_is_unfolded_and_has_lines_for_signatures(page: Page, flagged: str) -> None:
    """Printed: everything unfolded, no navigation, a line for every signature; folded again on the screen."""
    page.goto(flagged)
    unfolded = page.locator(".printed-whole details:not([open])")
    folded = unfolded.count()
    assert folded
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(unfolded).to_have_count(0)
    expect(page.locator(".account .law").first).to_be_visible()
    expect(page.locator(".signatures li:visible")).to_have_count(6)
    expect(page.locator("header.top")).to_be_hidden()
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(unfolded).to_have_count(folded)
    expect(page.locator(".signatures")).to_be_hidden()
    assert fits(page, 390)


def test_rulebook_search_hides_clauses_that_do_not_fit(page: Page, address: str) -> None:
    page.goto(f"{address}/rules/kawuxing/")
    expect(page.locator("#find[data-ready]")).to_be_visible()
    shown = page.locator(".rule:visible")
    every = shown.count()
    page.locator("#find [name=q]").fill("missed-win-lock")
    expect(shown).to_have_count(1)
    expect(page.locator("#KWX-2\\.7")).to_be_visible()
    expect(page.locator("#found")).to_have_text("found: 1")
    page.reload()
    expect(shown).to_have_count(1)
    page.locator("#find [name=q]").fill("")
    expect(shown).to_have_count(every)
    page.locator("#find [name=read]").check()
    expect(page.locator(".rule:visible .why")).to_have_count(shown.count())
    assert 0 < shown.count() < every
    assert fits(page, 390)
    page.goto(f"{address}/rules/kawuxing/?q=nothing+of+the+kind#KWX-2.7")
    expect(page.locator(".rule:target")).to_be_in_viewport()


def test_typed_record_is_judged_saved_and_uploaded(page: Page, address: str) -> None:
    text = (HOME / "kawuxing" / "clean-01.ppn").read_text(encoding="utf-8")
    page.goto(f"{address}/enter/")
    expect(page.locator("#enter[data-ready]")).to_be_visible()
    page.locator("#text").fill(text)
    expect(page.locator("#enter[data-state=over]")).to_be_visible()
    expect(page.locator("#findings .finding")).to_have_count(0)
    with page.expect_download() as saved:
        page.locator("#download").click()
    assert saved.value.path().read_text(encoding="utf-8") == text
    page.locator("#upload").click()
    wait_for_page(page, re.compile(r"/matches/[\w-]+/#verdict$"))
    expect(page.locator(".verdict.clean")).to_be_visible()


# -- moments of findings --


MOMENTS = {
    "sichuan/three-suits": ("The table before move 4", "What the rules allow here: North draws 2 of characters"),
    "hengyang/hand-locked": ("The table before move 125", "What the rules allow here: South discards 1 of dots"),
    "gouji/does-not-beat": ("The table before move 122", "What the rules allow here: C plays ace ×3; C passes"),
    "luzhou/value-mismatch": ("The table after move 105", ""),
}
"""By record: the caption of the board, and what the rules allowed in the place of the move."""


@pytest.fixture(scope="module")
def shown(running: Service) -> dict[str, str]:
    return judged_matches(running, [*MOMENTS])


@pytest.mark.parametrize("name", one_in(len(MOMENTS), MOMENTS, slow))
def test_finding_shows_the_table_with_its_pieces_marked_and_what_the_rules_allowed(
    chromium: Browser, address: str, shown: dict[str, str], name: str
) -> None:
    with new_page(chromium, locale="en-US") as page:
        page.goto(f"{address}/matches/{shown[name]}/")
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


def test_printed_verdict_and_a_page_without_scripts_have_no_boards(
    chromium: Browser, address: str, shown: dict[str, str]
) -> None:
    with new_page(chromium, locale="en-US") as page:
        page.goto(f"{address}/matches/{shown['sichuan/three-suits']}/")
        expect(page.locator(".moment img")).to_be_visible()
        page.emulate_media(media="print")
        expect(page.locator(".moment")).to_be_hidden()
        expect(page.locator(".finding .message")).to_be_visible()
    with new_page(chromium, locale="en-US", java_script_enabled=False) as page:
        page.goto(f"{address}/matches/{shown['sichuan/three-suits']}/")
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
        page.on("request", lambda request: asked.append(request.url) if "/frames?" in request.url else None)
        page.goto(f"{address}/matches/{answer['matches'][0]['id']}/")
        assert page.locator(".moment").count() > 90
        assert page.locator(".moment[open]").count() <= DRAWN
        for at in (60, 80):
            page.locator(".moment summary").nth(at).click()
            expect(page.locator(".moment").nth(at).locator("img")).to_be_visible()
        assert page.locator(".moment img").count() <= DRAWN + 2
    assert len(asked) == 1
