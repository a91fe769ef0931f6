"""Reading what the referee found, in a real browser: the verdict on paper, rulebooks, entry by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.browser import fits, new_page, wait_for_page
from tests.frontend.conftest import judged_matches
from tests.golden import HOME
from tests.proof import every_fifth, slow
from tests.service.service import Service

MATCHES = {
    "sichuan": "sichuan/clean-01",
    "luzhou": "luzhou/clean-01",
    "kawuxing": "kawuxing/clean-02",
    "hengyang": "hengyang/clean-01",
    "gouji": "gouji/clean-01",
    "flagged": "sichuan/score-mismatch",
}


class Site:
    """A service with a judged match of every game, open to everybody."""

    def __init__(self, address: str, matches: dict[str, str]) -> None:
        self.address, self.matches = address, matches

    def match(self, name: str, more: str = "") -> str:
        return f"{self.address}/matches/{self.matches[name]}/{more}"


@pytest.fixture(scope="module")
def site(running: Service, address: str) -> Site:
    """Those matches on the service that all tests share."""
    ids = judged_matches(running, list(MATCHES.values()))
    return Site(address, {name: ids[record] for name, record in MATCHES.items()})


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page in English; a breach of the content policy on it fails the test."""
    errors: list[str] = []
    with new_page(chromium, locale="en-US") as page:
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        yield page
    assert errors == []


class TestVerdict:
    def test_payment_unfolds_to_its_clause(self, page: Page, site: Site) -> None:
        page.goto(site.match("flagged"))
        expect(page.locator(".verdict .line")).to_have_text("The settlement is wrong by one point.")
        expect(page.locator(".scores .differs")).to_have_count(2)
        first = page.locator(".account details").first
        first.locator("summary").click()
        expect(first.locator(".law")).to_be_visible()
        first.locator(".law a").click()
        expect(page).to_have_url(re.compile(r"/rules/sichuan/#SCM-[\d.]+$"))

    def test_printed_verdict_has_lines_for_signatures(self, page: Page, site: Site) -> None:
        """Printed: everything unfolded, no navigation, a line for every signature; folded again on the screen."""
        page.goto(site.match("flagged"))
        folded = page.locator(".printed-whole details:not([open])").count()
        assert folded
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        expect(page.locator(".printed-whole details:not([open])")).to_have_count(0)
        expect(page.locator(".account .law").first).to_be_visible()
        expect(page.locator(".signatures li")).to_have_count(6)
        expect(page.locator(".signatures li").first).to_be_visible()
        expect(page.locator("header.top")).to_be_hidden()
        assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.emulate_media(media="screen")
        expect(page.locator(".printed-whole details:not([open])")).to_have_count(folded)
        expect(page.locator(".signatures")).to_be_hidden()
        assert fits(page, 390)


class TestRulebook:
    def test_rulebook_search_hides_clauses_that_do_not_fit(self, page: Page, site: Site) -> None:
        page.goto(f"{site.address}/rules/kawuxing/")
        expect(page.locator("#find[data-ready]")).to_be_visible()
        every = page.locator(".rule:visible").count()
        page.locator("#find [name=q]").fill("missed-win-lock")
        expect(page.locator(".rule:visible")).to_have_count(1)
        expect(page.locator("#KWX-2\\.7")).to_be_visible()
        expect(page.locator("#found")).to_have_text("found: 1")
        expect(page).to_have_url(re.compile(r"\?q=missed-win-lock"))
        page.reload()
        expect(page.locator(".rule:visible")).to_have_count(1)
        page.locator("#find [name=q]").fill("")
        expect(page.locator(".rule:visible")).to_have_count(every)
        page.locator("#find [name=read]").check()
        expect(page.locator(".rule:visible .why")).to_have_count(page.locator(".rule:visible").count())
        assert 0 < page.locator(".rule:visible").count() < every
        assert fits(page, 390)

    def test_clause_is_one_click_from_its_finding(self, page: Page, site: Site) -> None:
        """From the verdict into the rulebook, where the clause that is pointed at is marked, whatever was searched for."""
        page.goto(site.match("flagged"))
        page.locator(".finding .clause summary").first.click()
        page.locator(".finding .clause a").first.click()
        expect(page.locator(".rule:target")).to_be_in_viewport()
        page.goto(f"{site.address}/rules/kawuxing/?q=nothing+of+the+kind#KWX-2.7")
        expect(page.locator(".rule:target")).to_be_in_viewport()

    def test_rulebook_compares_presets(self, page: Page, site: Site) -> None:
        page.goto(f"{site.address}/rules/kawuxing/")
        expect(page.locator(".presets thead th")).to_have_count(7)
        expect(page.locator(".presets .own").first).to_be_visible()


class TestEntry:
    def deal(self, page: Page, hand: str) -> None:
        for rank, suit in re.findall(r"(\d)(?=\d*([mps]))", hand):
            page.locator(f"#dealing [data-tile='{rank}{suit}']").click()

    def say(self, page: Page, token: str) -> None:
        page.locator(f"#offers [data-token='{token}']").click()
        expect(page.locator("#text")).to_have_value(re.compile(rf"{re.escape(token)}\s*$"))
        expect(page.locator("#enter[data-ready]")).to_be_visible()

    @slow
    def test_clicked_round_is_judged_and_uploaded(self, page: Page, site: Site) -> None:
        """Hands are dealt by clicking, one is marked unseen, moves are clicked; a breach is typed, told, taken back; the draft
        stays after a reload."""
        page.goto(f"{site.address}/enter/")
        expect(page.locator("#enter[data-ready]")).to_be_visible()
        page.locator("[name=game]").select_option("sichuan")
        page.locator("#head [name=Event]").fill("An evening")
        page.locator("#start").click()
        page.locator("#dealing .heading select").first.select_option("E")
        for hand in ("123456789m11789p", "112233m4455668p", "12379p12346789s"):
            self.deal(page, hand)
        page.locator("#dealing .tools .link").click()
        self.say(page, "E-9p")
        self.say(page, "S+? S-1s")
        expect(page.locator("#board svg, #board g").first).to_be_visible()
        expect(page.locator("#findings .finding")).to_have_count(0)
        page.locator("#text").press("End")
        page.locator("#text").fill(page.locator("#text").input_value() + "W.peng\n")
        expect(page.locator("#findings .finding .id")).to_have_text("MJ-2.2")
        page.locator("#findings .place button").click()
        expect(page.locator("#text")).to_be_focused()
        page.wait_for_function("text.value.slice(text.selectionStart, text.selectionEnd) === 'W.peng'")
        page.locator("#undo").click()
        expect(page.locator("#findings .finding")).to_have_count(0)
        page.reload()
        expect(page.locator("#text")).to_have_value(re.compile(r"An evening[\s\S]*E-9p S\+\? S-1s\s*$"))
        expect(page.locator("#offers [data-token='W+? W-1m']")).to_be_visible()
        assert fits(page, 390)

    @pytest.mark.parametrize("game", every_fifth(["kawuxing", "gouji"]))
    def test_typed_record_is_judged_and_uploaded(self, page: Page, site: Site, game: str) -> None:
        text = (HOME / game / "clean-01.ppn").read_text(encoding="utf-8")
        page.goto(f"{site.address}/enter/")
        expect(page.locator("#enter[data-ready]")).to_be_visible()
        page.locator("#text").fill(text)
        expect(page.locator("#enter[data-state=over]")).to_be_visible()
        expect(page.locator("#findings .finding")).to_have_count(0)
        with page.expect_download() as saved:
            page.locator("#download").click()
        assert saved.value.path().read_text(encoding="utf-8") == text
        page.locator("#upload").click()
        wait_for_page(page, re.compile(r"/visitors/[\w-]+/#verdict$"))
        expect(page.locator(".verdict.clean")).to_be_visible()
