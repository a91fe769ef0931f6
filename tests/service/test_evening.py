"""An organizer's evening in a real browser: forty tables, three of them flagged, ruled on, published, verified offline.

Real web and worker processes, on whatever DATABASE_URL and BROKER_URL name. With EVENING_PICTURES set to a folder the pages are
pictured on the way.
"""

from __future__ import annotations

import os
import re
import time
import zipfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.files import of_event
from tests.frontend.browser import new_page, wait_for_page
from tests.frontend.tour import sign_in
from tests.proof import slow
from tests.service.results_file import verified
from tests.service.shared import shared_service

EVENT = "Spring Cup"
TABLES = 40
FLAGGED = {7: "sichuan/forced-win-declined", 19: "sichuan/score-mismatch", 31: "sichuan/three-suits"}
"""One that will be upheld, one overruled, and one halted, whose score an arbiter gives."""
CLEAN = ["sichuan/clean-01", "kawuxing/clean-01", "gouji/clean-01"]
NAMES = ["".join(name) for name in product("王李張劉陳楊黃趙吳周徐孫馬朱胡郭何高林羅", "安寧平康順昌瑞祥福貴榮華")]
PICTURES = os.environ.get("EVENING_PICTURES")


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page; a script error on it fails the test."""
    with new_page(chromium, locale="en-US", viewport={"width": 1280, "height": 860}) as page:
        yield page


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """The evening's records as they come from forty tables: a zip of forty files."""
    names = iter(NAMES)
    archive = tmp_path / "evening.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for number in range(1, TABLES + 1):
            people = [next(names) for _ in range(6)]
            record = FLAGGED.get(number, CLEAN[number % len(CLEAN)])
            packed.writestr(f"table-{number:02}.ppn", of_event(record, people, EVENT, Table=str(number)))
    return archive


def picture(page: Page, name: str, whole: bool = False) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=whole)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def sign_in_and_make_the_event(page: Page, address: str) -> str:
    """The address of the event's page."""
    sign_in(page, address, "organizer")
    page.goto(f"{address}/clubs/")
    page.locator("input[name=name]").fill("Tea House")
    press(page, "Found it")
    page.get_by_role("navigation", name="Club").get_by_role("link", name="Events").click()
    page.locator("input[name=name]").fill(EVENT)
    press(page, "Make the event")
    wait_for_page(page, re.compile(r"/events/[\w-]+/$"))
    expect(page.locator("h1")).to_have_text(EVENT)
    return page.url


def upload(page: Page, address: str, archive: Path) -> None:
    """Upload the zip into the club and watch it until everything is judged."""
    page.goto(f"{address}/batches/")
    page.locator("select[name=club]").select_option(label="Tea House")
    page.locator("main input[type=file]").set_input_files(archive)
    page.locator("main form button").first.click()
    wait_for_page(page, re.compile(r"/batches/[\w-]+/$"))
    expect(page.locator("#work progress")).to_be_visible()
    picture(page, "progress")
    expect(page.locator("#work [role=status]")).to_have_text("Done")
    counts = dict(zip(page.locator(".counts dt").all_inner_texts(), page.locator(".counts dd").all_inner_texts(), strict=True))
    assert (counts["Files"], counts["Matches"], counts["flagged"], counts["unreadable"]) == ("40 / 40", "40", "3", "0")
    picture(page, "batch")


def look_at_the_board(page: Page) -> None:
    """Open the first finding's move on the board, and come back."""
    page.locator(".finding .place a").first.click()
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    picture(page, "board")
    page.go_back()
    expect(page.locator(".rule-form[open] form").first).to_be_visible()


def rule(page: Page, decision: str, reason: str, scores: dict[str, int] | None = None) -> None:
    """Rule on the finding that the page stands at."""
    form = page.locator(".rule-form[open] form").first
    form.locator(f"input[value={decision}]").check()
    for side, points in (scores or {}).items():
        form.locator(f"input[name='score.{side}']").fill(str(points))
    form.locator("textarea[name=reason]").fill(reason)
    picture(page, f"rule-{decision}")
    form.get_by_role("button", name="Rule", exact=True).click()
    expect(page.locator(".ruling", has_text=reason).first).to_be_visible()


def rule_on_all(page: Page, event: str) -> None:
    decisions = [
        ("upheld", "The win was offered and passed.", None),
        ("overruled", "The sheet is right: West waived a point in favour of North.", None),
        # The verdict gives this round no score: the ruling on its finding does.
        ("upheld", "Played on by agreement; these points were paid.", {"E": 6, "S": -2, "W": -2, "N": -2}),
    ]
    for number, (decision, reason, scores) in zip(FLAGGED, decisions, strict=True):
        first = number == min(FLAGGED)
        page.goto(f"{event}unresolved/")
        issue = page.locator(".issues > li", has_text=re.compile(rf"table {number}\b"))
        if first:
            expect(page.locator(".issues > li")).to_have_count(3)
            picture(page, "unresolved")
        issue.get_by_role("link", name="Look and rule").click()
        if first:
            look_at_the_board(page)
        rule(page, decision, reason, scores)
    page.goto(f"{event}unresolved/")
    expect(page.locator(".empty")).to_have_text("Nothing is unresolved.")


def publish(page: Page, event: str, folder: Path) -> tuple[Path, str]:
    """Publish, and download the signed file; the fingerprint is read where people read it, on the page."""
    page.goto(event)
    picture(page, "event")
    page.get_by_role("navigation", name="Event", exact=True).get_by_role("link", name="Published results").click()
    picture(page, "publishing")
    press(page, "Publish")
    # A worker publishes; the page goes on by itself.
    expect(page.locator(".ranking tbody tr").first).to_be_visible()
    picture(page, "printed")
    page.emulate_media(media="print")
    picture(page, "print", whole=True)
    page.emulate_media(media="screen")
    with page.expect_download() as download:
        page.get_by_role("link", name="Signed results (JSON)").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file, page.locator(".sealed dd").nth(1).inner_text()


@slow
def test_organizer_runs_an_evening_from_draft_to_publication(page: Page, evening: Path, tmp_path: Path) -> None:
    began = time.monotonic()
    address = f"http://127.0.0.1:{shared_service().port}"
    event = sign_in_and_make_the_event(page, address)
    upload(page, address, evening)
    rule_on_all(page, event)
    file, fingerprint = publish(page, event, tmp_path)

    told = verified(file, fingerprint)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "40 matches, 4 rulings; 40 judged again" in told.stdout
    assert "matches the key you gave" in told.stdout

    until = time.monotonic() + 120
    while (told := verified(file, fingerprint, "--log", address)).returncode == 3 and time.monotonic() < until:
        assert "(not-yet-logged)" in told.stdout  # until the next head is signed
    assert told.returncode == 0, told.stdout + told.stderr

    original = file.read_bytes()
    winner = re.search(rb'"entrant":"[^"]*","figures":\{[^}]*\},"points":"(\d+)","rank":1,', original)
    assert winner
    raised = original[: winner.start(1)] + b"9" + original[winner.start(1) :]
    file.write_bytes(raised)
    told = verified(file, fingerprint)
    assert told.returncode == 1, told.stdout
    assert "/document/standings/rows/0/points" in told.stdout
    assert "(signature)" in told.stdout
    print(f"the evening took {time.monotonic() - began:.1f} s")
