"""A score sheet that one device keeps without a network: entered, proposed, refereed, kept, taken away and verified."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, FrameLocator, expect

import referee
from tests.frontend import axe
from tests.frontend.offline_engine import PATIENCE, OfflineSite, offline_site
from tests.golden import HOME
from tests.proof import slow

NAMES = {"E": "張三", "S": "Li Si"}


def pick(shown: FrameLocator, legend: str, value: str) -> None:
    """Tap the chip of a row."""
    shown.locator(f"#sheet-form [role=group][aria-label='{legend}'] [data-value='{value}']").first.click()


def begin(site: OfflineSite) -> None:
    """Say what is played and by whom, and begin."""
    site.go("Score sheet", "sheet/")
    shown = site.shown
    expect(shown.locator("#sheet[data-ready]")).to_be_attached()
    expect(shown.locator(".banner").first).to_contain_text("need a server")
    shown.locator("#head select[name=game]").select_option("sichuan")
    shown.locator("#head input[name=Event]").fill("Evening at home")
    for seat, name in NAMES.items():
        shown.locator(f"#head input[name='Seat.{seat}']").fill(name)
    shown.locator("#start").click()


def win_on_a_discard(shown: FrameLocator) -> None:
    """Enter that South wins on West's tile, whose points the engine then proposes."""
    pick(shown, "Who wins", "S")
    pick(shown, "How", "discard")
    pick(shown, "Whose tile", "W")
    shown.locator("#sheet-form .sheet-hand > summary").click()
    for tile in "1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 5s 5s".split():
        shown.locator(f"#sheet-form [data-key='tile {tile}']").first.click()


def figures(shown: FrameLocator) -> list[str]:
    return [shown.locator("#sheet-form .sheet-figure input").nth(index).input_value() for index in range(4)]


@slow
def test_sheet_is_kept_taken_away_and_verified_without_a_network(chromium: Browser, address: str, tmp_path: Path) -> None:
    with offline_site(chromium, address, accept_downloads=True) as site:
        begin(site)
        shown = site.shown
        win_on_a_discard(shown)
        expect(shown.locator("#sheet-save")).to_be_enabled()
        proposed = figures(shown)
        assert sum(map(int, proposed)) == 0
        assert int(proposed[1]) > 0
        expect(shown.locator("#sheet-form .sheet-told")).to_contain_text("Who pays whom")
        assert axe.violations(site.page, "entering a round") == []
        site.reload()
        expect(shown.locator("#sheet-form")).to_contain_text("Li Si")
        expect(shown.locator("#sheet-save")).to_be_enabled()
        assert figures(shown) == proposed, "the draft of a round is kept"
        shown.locator("#sheet-save").click()
        expect(shown.locator("#round-1")).to_contain_text("Li Si wins")
        enter_a_false_figure(shown)
        expect(shown.locator("#round-2 .sheet-findings")).to_be_visible()
        assert axe.violations(site.page, "a sheet") == []
        site.reload()
        totals = shown.locator("#sheet-totals dd")
        expect(totals.nth(1)).to_have_text(str(int(proposed[1]) + 5))
        record = taken_away(site, tmp_path)
        shown.get_by_role("button", name="Verify").click()
        site.leads_to("matches/")
        expect(shown.locator("header.verdict.flagged")).to_be_visible()
        assert referee.verify(record).status == "flagged"
        site.go("Score sheet", "sheet/")
        start_again(site)


def enter_a_false_figure(shown: FrameLocator) -> None:
    """Enter a round whose points do not add up."""
    shown.get_by_role("button", name="Enter round 2").click()
    pick(shown, "How the round ended", "scores")
    for index, figure in enumerate(["0", "5", "0", "0"]):
        shown.locator("#sheet-form .sheet-figure input").nth(index).fill(figure)
    expect(shown.locator("#sheet-form .sheet-findings")).to_be_visible()
    shown.locator("#sheet-save").click()


def taken_away(site: OfflineSite, folder: Path) -> referee.Record:
    """Save both files; gives the record, which is the same in both."""
    saved = []
    for name in ("Save as PPN", "Save as JSON"):
        with site.page.expect_download() as download:
            site.shown.get_by_role("button", name=name).click()
        download.value.save_as(folder / download.value.suggested_filename)
        saved.append(folder / download.value.suggested_filename)
    assert [path.name for path in saved] == ["Evening-at-home.ppn", "Evening-at-home.json"]
    record = referee.parse(saved[0].read_text())
    assert referee.write_json(record) == json.loads(saved[1].read_text())
    assert dict(record.seats) == NAMES
    assert [round_.tags["Kind"] for round_ in record.rounds] == ["sheet", "scores"]
    return record


def start_again(site: OfflineSite) -> None:
    """A new sheet is begun, and the one before it is kept until it is deleted."""
    shown = site.shown
    expect(shown.locator("#round-2")).to_be_visible()
    shown.get_by_role("button", name="Start a new sheet").click()
    expect(shown.locator("#round-2")).to_have_count(0)
    expect(shown.locator("#start")).to_be_visible()
    expect(shown.locator("#others li")).to_contain_text("Evening at home")
    shown.get_by_role("button", name="Go on with it").click()
    expect(shown.locator("#round-2")).to_be_visible()
    expect(shown.locator("#others li")).to_have_count(0)


@slow
def test_sheet_is_found_again_after_the_page_is_closed_and_from_its_file(chromium: Browser, address: str, tmp_path: Path) -> None:
    with offline_site(chromium, address, accept_downloads=True) as site:
        begin(site)
        expect(site.shown.locator("#sheet-form h2")).to_have_text("Enter round 1")
        closed, site.page = site.page, site.page.context.new_page()
        closed.close()
        site.page.set_default_timeout(PATIENCE)
        site.page.goto(f"{address}/offline/")
        expect(site.page.locator("#pages[data-ready]")).to_be_attached(timeout=PATIENCE)
        row = site.shown.locator("#begun-sheet")
        expect(row).to_contain_text("Evening at home")
        expect(site.shown.locator("#begun-match")).to_be_hidden()
        assert axe.violations(site.page, "what was begun") == []
        row.get_by_role("link").click()
        site.leads_to("sheet/")
        shown = site.shown
        expect(shown.locator("#sheet-form h2")).to_have_text("Enter round 1")
        win_on_a_discard(shown)
        expect(shown.locator("#sheet-save")).to_be_enabled()
        shown.locator("#sheet-save").click()
        expect(shown.locator("#round-1")).to_contain_text("Li Si wins")
        assert_opened_from_file(site, tmp_path)


def assert_opened_from_file(site: OfflineSite, folder: Path) -> None:
    """What is opened again is what was saved; what is no sheet is refused with a reason, and what was there stays."""
    shown = site.shown
    with site.page.expect_download() as download:
        shown.get_by_role("button", name="Save as PPN").click()
    first = folder / "first.ppn"
    download.value.save_as(first)
    record = referee.parse(first.read_bytes())
    longer = folder / "longer.ppn"
    longer.write_text(referee.write(record._replace(tags={**record.tags, "Event": "Elsewhere", "Recorder": "Wu"})))
    shown.locator("#saved").set_input_files(HOME / "sichuan" / "clean-01.ppn")
    expect(shown.locator("#sheet-status")).to_contain_text("a round of a score sheet")
    expect(shown.locator("#round-1")).to_contain_text("Li Si wins")
    shown.locator("#saved").set_input_files(longer)
    expect(shown.locator("#others li")).to_contain_text("Evening at home")
    expect(shown.locator("#round-1")).to_contain_text("Li Si wins")
    with site.page.expect_download() as download:
        shown.get_by_role("button", name="Save as PPN").click()
    download.value.save_as(folder / "again.ppn")
    assert (folder / "again.ppn").read_text() == longer.read_text()
