"""The walks of people through the pages in real browsers, each with the clicks that it may take at most.

The seventh is the scribe's: ``test_live_in_browser``, moves that are tapped without a network.
"""

from __future__ import annotations

import re
import secrets
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.axe import violations
from tests.frontend.browser import fits, new_page, wait_for_page
from tests.frontend.sheet_page import close, enter_numbers, figures, save, sent, win_on_a_discard
from tests.frontend.sheet_tables import planned
from tests.frontend.tour import clicks_on, sign_in
from tests.golden import HOME
from tests.proof import slow
from tests.service.service import Service

pytestmark = pytest.mark.walk
ENGLISH = pytest.mark.parametrize("page", ["en-US"], indirect=True)


@pytest.fixture
def desk(chromium: Browser) -> Iterator[Page]:
    """A page as wide as a desk's screen."""
    with new_page(chromium, locale="en-US", viewport={"width": 1280, "height": 860}) as page:
        yield page


def tab(page: Page, of: str, name: str) -> None:
    """Open a room of an event, or of a club."""
    page.get_by_role("navigation", name=of).get_by_role("link", name=name).click()


@pytest.mark.parametrize(
    ("name", "told"), [("sichuan/three-suits", "missing"), pytest.param("gouji/does-not-beat", "beat", marks=slow)]
)
def test_visitor_finds_who_broke_which_rule_of_a_dropped_file_in_two_clicks(
    chromium: Browser, phone: Page, address: str, name: str, told: str
) -> None:
    """One click chooses the file, one opens the board at the offending move; somebody else reads the same at its address."""
    clicks = clicks_on(phone)
    phone.goto(address)
    phone.locator("#files").set_input_files(HOME / f"{name}.ppn")
    wait_for_page(phone, re.compile(r"/matches/[\w-]+/#verdict$"))
    expect(phone.locator(".verdict.flagged .first")).to_be_in_viewport()
    who = re.match(r"P\w(?:'s)? \(\w+\)", phone.locator(".verdict .first").inner_text())
    assert who is not None
    finding = phone.locator(".finding.illegal", has_text=told).first
    expect(finding).to_contain_text("rule broken")
    expect(finding.locator(".clause .id").first).to_be_visible()
    assert fits(phone)
    assert violations(phone, "a visitor's match") == []
    shared = phone.locator("#address").input_value()
    finding.locator(".place a").click()
    wait_for_page(phone, re.compile(r"/matches/[\w-]+/replay/\d+/\d+/$"))
    expect(phone.locator("#replay[data-ready]")).to_be_visible()
    expect(phone.locator("#here .finding").first).to_contain_text(told)
    assert len(clicks) == 2, clicks
    phone.locator("#tab-review").click()
    expect(phone.locator("#panel-review[data-ready]")).to_be_visible()
    with new_page(chromium, locale="en-US") as stranger:
        stranger.goto(shared)
        expect(stranger.locator(".verdict.flagged")).to_be_visible()
        expect(stranger.locator(".lasting .danger")).to_have_count(0)
        phone.goto(shared)
        phone.locator(".lasting .danger").click()
        assert violations(phone, "asked whether to delete") == []
        phone.locator(".lasting .ask button").click()
        expect(phone.locator("h1")).to_have_text("Deleted")
        assert violations(phone, "deleted") == []
        stranger.reload()
        expect(stranger.locator("h1")).to_have_text("404")


@slow
@ENGLISH
def test_newcomer_reads_the_clause_that_a_sample_broke_in_three_clicks(page: Page, address: str) -> None:
    clicks = clicks_on(page)
    page.goto(address)
    page.locator(".samples a").first.click()
    clause = page.locator(".finding .clause").first
    clause.locator("summary").click()
    said = clause.locator("summary").inner_text()
    clause.get_by_role("link", name="In the rulebook").click()
    wait_for_page(page, re.compile(rf"/rules/\w+/#{re.escape(said)}$"))
    expect(page.locator(":target")).to_be_in_viewport()
    assert len(clicks) <= 3, clicks


def test_player_notices_a_wrong_score_as_it_is_entered_and_another_objects_in_two_taps(
    phone: Page, running: Service, address: str
) -> None:
    """What the rules give stands beside what was written, without a tap: as it is entered, and where it is confirmed."""
    links = planned(running, "sichuan", "putong")
    taps = clicks_on(phone)
    phone.goto(address + links["S"])
    win_on_a_discard(phone, "2")
    expect(figures(phone).nth(1)).to_have_value(re.compile(r"^[1-9]"))
    proposed = figures(phone).nth(1).input_value()
    taps.clear()
    figures(phone).nth(1).fill("99")
    expect(phone.locator("#sheet-form .banner")).to_contain_text("The rules give")
    assert taps == []
    save(phone)
    sent(phone)
    phone.goto(address + links["W"])
    expect(phone.locator("#round-1 .sheet-points div").nth(1)).to_contain_text(f"99by the rules {proposed}")
    taps.clear()
    phone.locator("#round-1 [data-do=object]").click()
    phone.locator("#round-1 textarea").fill(f"It was {proposed}.")
    phone.locator("#round-1 .sheet-say button").click()
    sent(phone)
    expect(phone.locator("#round-1 .failed")).to_contain_text(f"It was {proposed}.")
    assert len(taps) == 2, taps


@slow
def test_organizer_takes_forty_people_from_an_empty_club_to_published_results_in_forty_clicks(desk: Page, address: str) -> None:
    """Three tables of one round are played; the pages say at each step what comes next."""
    clicks, step = clicks_on(desk), desk.locator(".next-step")
    sign_in(desk, address, "organizer")
    desk.goto(f"{address}/clubs/")
    clicks.clear()
    desk.locator("main input[name=name]").fill(f"Hall {secrets.token_hex(4)}")
    desk.get_by_role("button", name="Found it").click()
    tab(desk, "Club", "Events")
    desk.locator("main input[name=name]").fill("Autumn Open")
    desk.locator("main select[name=game]").select_option("sichuan")
    desk.get_by_role("button", name="Make the event").click()
    step.get_by_role("link", name="Paste a list of people").click()
    desk.locator("form.stack textarea").fill("\n".join([f"Player {number:02}" for number in range(1, 41)] + ["Player 01"]))
    desk.locator("form.stack button").click()
    desk.locator("button[value=enter]").click()
    expect(desk.locator(".banner.done")).to_contain_text("40 people were entered. Nobody was entered by these lines: 41")
    step.get_by_role("link", name="Draw rounds").click()
    desk.locator("input[name=rounds]").fill("1")
    desk.locator("button[value=look]").click()
    desk.locator("button[value=draw]").click()
    tab(desk, "Event", "Settings")
    desk.locator("#sheets input[name=rounds]").fill("1")
    desk.get_by_role("button", name="Save", exact=True).click()
    step.get_by_role("button", name="Start round 1").click()
    for number in range(1, 4):
        desk.get_by_role("link", name=f"Enter table {number}", exact=True).click()
        enter_numbers(desk, [number, number, -number, -number])
        sent(desk)
        close(desk)
    desk.get_by_role("link", name="Tables").click()
    expect(step).to_contain_text("7 tables wait for their score sheets.")
    tab(desk, "Event", "Results")
    desk.locator("textarea[name=force]").fill("The other tables play tomorrow.")
    desk.get_by_role("button", name="Publish anyway").click()
    expect(desk.locator(".ranking tbody tr").first).to_be_visible()
    assert len(clicks) <= 40, clicks


FLAGGED_EVENT = """
from django.contrib.auth.models import User
from records.accounts import clubs
from records.tournament import events
from tests.service.furnished import judged, record
owner = User.objects.get(username="li")
club = clubs.create(owner, "Hall {name}")
event = events.create(owner, club, "Autumn {name}", game="sichuan")
judged(record("sichuan/score-mismatch", Event=event.name, Table="3"), owner, club)
events.appoint(owner, event, "mina")
print(event.pk)
"""


@slow
def test_arbiter_from_outside_goes_from_the_event_to_a_ruling_in_four_clicks(desk: Page, running: Service, address: str) -> None:
    event = running.shell(FLAGGED_EVENT.format(name=secrets.token_hex(4))).splitlines()[-1]
    clicks = clicks_on(desk)
    sign_in(desk, address, "mina")
    desk.goto(f"{address}/events/{event}/")
    clicks.clear()
    tab(desk, "Event", "Decisions")
    waiting = desk.locator(".issues li")
    expect(waiting).to_have_count(1)
    expect(waiting.locator(".why .id")).to_be_visible()
    waiting.get_by_role("link", name="Look and rule").click()
    form = desk.locator(".rule-form").first
    form.get_by_label("Upheld").click()
    form.get_by_label("Reason").fill("Counted again at the table.")
    form.get_by_role("button", name="Rule", exact=True).click()
    expect(desk.locator(".ruling")).to_contain_text("Counted again at the table.")
    assert len(clicks) <= 4, clicks
    desk.goto(f"{address}/events/{event}/decisions/")
    expect(waiting).to_have_count(0)


ARCHIVE = ["gouji/clean-02", "luzhou/clean-03", "hengyang/clean-03", "luzhou/not-winning", "kawuxing/clean-03"]


@pytest.fixture
def zip_of_an_evening(tmp_path: Path) -> Path:
    """Five records, one of them with a finding, and a note that is no record."""
    path = tmp_path / "evening.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for name in ARCHIVE:
            packed.write(HOME / f"{name}.ppn", f"{name.replace('/', '-')}.ppn")
        packed.writestr("note.ppn", "Nobody wrote anything down tonight.\n")
    return path


@slow
def test_archivist_drops_a_zip_and_comes_to_the_one_finding_in_it_in_three_clicks(
    desk: Page, running: Service, address: str, zip_of_an_evening: Path
) -> None:
    found = "from django.contrib.auth.models import User; from records.accounts import clubs"
    made = f"{found}; print(clubs.create(User.objects.get(username='li'), 'Archive {secrets.token_hex(4)}').slug)"
    slug, clicks = running.shell(made).splitlines()[-1], clicks_on(desk)
    sign_in(desk, address)
    desk.goto(f"{address}/clubs/{slug}/")
    clicks.clear()
    desk.locator("#files").set_input_files(zip_of_an_evening)
    wait_for_page(desk, re.compile(r"/batches/[\w-]+/$"))
    expect(desk.locator(".files tbody tr").filter(has_text="note.ppn")).to_contain_text("1")
    flagged = desk.locator(".rows.clubs a", has_text="luzhou-not-winning.ppn")
    expect(flagged.locator(".chip.flagged")).to_be_visible()
    flagged.click()
    expect(desk.locator(".verdict.flagged")).to_be_visible()
    desk.locator(".finding .place a").first.click()
    expect(desk.locator("#replay[data-ready]")).to_be_visible()
    assert len(clicks) <= 3, clicks
