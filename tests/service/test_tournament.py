"""A tournament in real browsers, by clicks alone: sixteen people, four tables, two rounds, score sheets from telephones.

Nobody meets twice, every seat confirms by its own link, the network is cut once, somebody leaves and a substitute comes; then the
results are published and verified offline. Real web and worker processes, on whatever DATABASE_URL and BROKER_URL name.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.browser import new_page, wait_for_page
from tests.frontend.sheet_page import close, enter_numbers, figures, open_hand, save, sent, tap, win_on_a_discard
from tests.frontend.tour import sign_in
from tests.proof import slow
from tests.service.shared import shared_service

PEOPLE = [f"Player {number:02}" for number in range(1, 17)]
ROUNDS, TABLES, SEATS = 2, 4, "ESWN"
HAND = "1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 5s 5s"
"""South's, won on West's 5s."""


@pytest.fixture
def pages(chromium: Browser) -> Iterator[tuple[Page, Page]]:
    """The organizer's browser, and a telephone; a script error on any page fails the test."""
    wide, narrow = {"width": 1280, "height": 860}, {"width": 390, "height": 844}
    with (
        new_page(chromium, locale="en-US", viewport=wide) as desk,
        new_page(chromium, locale="en-US", viewport=narrow, has_touch=True) as phone,
    ):
        yield desk, phone


def make_the_event(desk: Page, address: str) -> str:
    """The address of the page of a public event, whose sheets have one round each."""
    sign_in(desk, address, "organizer")
    desk.goto(f"{address}/clubs/")
    desk.locator("main input[name=name]").fill(f"Hall {secrets.token_hex(4)}")
    desk.get_by_role("button", name="Found it").click()
    desk.get_by_role("navigation", name="Club").get_by_role("link", name="Events").click()
    desk.locator("main input[name=name]").fill("Autumn Open")
    desk.locator("main select[name=game]").select_option("sichuan")
    desk.get_by_role("button", name="Make the event").click()
    wait_for_page(desk, re.compile(r"/events/[\w-]+/$"))
    event = desk.url
    desk.goto(f"{event}people/?edit=people")
    desk.locator("form.stack textarea").fill("\n".join(PEOPLE))
    desk.locator("form.stack button").click()
    desk.locator("button[value=enter]").click()
    wait_for_page(desk, re.compile(r"/people/\?entered=\d+"))
    desk.goto(f"{event}settings/")
    desk.locator("select[name=rules]").select_option("sichuan putong")
    desk.locator("#sheets input[name=rounds]").fill("1")
    desk.get_by_role("button", name="Save", exact=True).click()
    return event


def draw(desk: Page, event: str) -> None:
    """Draw the rounds, and see on the plan that nobody meets anybody twice."""
    desk.goto(f"{event}people/?edit=draw")
    desk.locator("input[name=rounds]").fill(str(ROUNDS))
    desk.locator("button[value=look]").click()
    expect(desk.locator(".draw-counts dd b").first).to_have_text("0")
    desk.locator("button[value=draw]").click()
    expect(desk.locator(".planned-round")).to_have_count(ROUNDS)
    tables = desk.locator(".planned-round .at-table").all()
    assert len(tables) == ROUNDS * TABLES
    met = [pair for one in tables for pair in combinations(sorted(one.locator("bdi").all_inner_texts()), 2)]
    assert len(met) == len(set(met)) == ROUNDS * TABLES * 6


def sheets_of(desk: Page, event: str, round_: int) -> list[dict[str, str]]:
    """The links of the tables of the round that is played, by seat, as the organizer's pages show them; ``account``: the
    organizer's own."""
    desk.goto(f"{event}tables/")
    expect(desk.locator("#part-now h2")).to_contain_text(f"Round {round_}")
    sheets = desk.locator("#part-now").get_by_role("link", name="Enter the sheet").all()
    addresses = [str(shared_address()) + str(one.get_attribute("href")) for one in sheets]
    assert len(addresses) == TABLES
    found = []
    for address in addresses:
        desk.goto(address)
        desk.locator(".sheet-links summary").click()
        links = [str(one.get_attribute("href")) for one in desk.locator(".sheet-links li > a").all()]
        assert len(links) == 1 + len(SEATS)
        found.append(dict(zip(["", *SEATS, "account"], [*links, address], strict=True)))
    return found


def shared_address() -> str:
    return f"http://127.0.0.1:{shared_service().port}"


def enter_a_hand(phone: Page) -> None:
    """South wins on West's discard; the page proposes what is paid, the scorer takes it."""
    win_on_a_discard(phone)
    open_hand(phone)
    tap(phone, HAND)
    expect(figures(phone).nth(1)).to_have_value(re.compile(r"^[1-9]"))
    save(phone)


def confirm(phone: Page, links: dict[str, str]) -> None:
    """Every seat confirms by its own link."""
    for seat in SEATS:
        phone.goto(links[seat])
        phone.locator("#round-1 [data-do=confirm]").click()
        sent(phone)


def play(desk: Page, phone: Page, event: str, round_: int) -> None:
    """Enter the sheets of a round, at one of them without a network. In the first every seat confirms, later a scorer closes."""
    for number, links in enumerate(sheets_of(desk, event, round_)):
        phone.goto(links["S"])
        cut = (round_, number) == (1, 1)
        if cut:
            phone.context.set_offline(True)
        if round_ == 1:
            enter_a_hand_or_numbers(phone, cut, number)
        else:
            enter_numbers(phone, [3 + number, -1 - number, -1, -1])
        if cut:
            expect(phone.locator("#sheet-status")).to_have_attribute("data-waiting", "1")
            phone.context.set_offline(False)
        sent(phone)
        expect(phone.locator("#sheet-rounds > li")).to_have_count(1)
        if round_ == 1:
            confirm(phone, links)
        else:
            desk.goto(links["account"])
            close(desk)
    desk.goto(event)
    expect(desk.locator(".following")).to_have_attribute("data-state", re.compile("followed|asking"))


def enter_a_hand_or_numbers(phone: Page, cut: bool, number: int) -> None:
    if cut:  # what follows from a hand is asked of the server
        enter_numbers(phone, [6, -2, -2, -2])
    elif number == 0:
        enter_a_hand(phone)
    else:
        enter_numbers(phone, [number, number, -number, -number])


def leave_and_replace(desk: Page, event: str) -> None:
    """Player 07 leaves from the last round on; Player 17 takes the seats."""
    desk.goto(f"{event}people/")
    leaving = desk.locator("#people > details:has(select[name=entrant])")
    leaving.locator("summary").click()
    leaving.locator("select[name=entrant]").select_option(label="Player 07")
    leaving.locator("input[name=round]").fill(str(ROUNDS))
    leaving.get_by_role("button").click()
    gone = desk.locator("#people li:has(button[value=substitute])")
    gone.locator("summary").click()
    gone.locator("input[name=name]").fill("Player 17")
    gone.locator("button[value=substitute]").click()
    expect(desk.locator(f"#r1-{ROUNDS}")).to_contain_text("Player 17")


def publish(desk: Page, event: str, folder: Path) -> tuple[Path, str]:
    """Publish, and download the signed file; with the fingerprint of its key as the page shows it."""
    desk.goto(f"{event}results/")
    desk.get_by_role("button", name="Publish", exact=True).click()
    expect(desk.locator(".ranking tbody tr").first).to_be_visible()
    with desk.expect_download() as download:
        desk.get_by_role("link", name="Signed results (JSON)").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file, desk.locator(".sealed dd").nth(1).inner_text()


@slow
def test_tournament_is_run_by_clicks_from_the_list_of_people_to_results_verified_offline(
    pages: tuple[Page, Page], tmp_path: Path
) -> None:
    desk, phone = pages
    event = make_the_event(desk, shared_address())
    draw(desk, event)
    for round_ in range(1, ROUNDS + 1):
        if round_ == ROUNDS:
            leave_and_replace(desk, event)
        play(desk, phone, event, round_)
    desk.goto(event)
    expect(desk.locator("#part-state .banner")).to_have_count(0)
    file, fingerprint = publish(desk, event, tmp_path)
    document = json.loads(file.read_text("utf-8"))["document"]
    assert len(document["matches"]) == ROUNDS * TABLES
    command = [str(Path(sys.executable).parent / "referee"), "verify-results", str(file), "--key", fingerprint, "--lang", "en"]
    bare = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}  # no service, no settings, no database
    told = subprocess.run(command, cwd=tmp_path, env=bare, capture_output=True, text=True, timeout=600)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "matches the key you gave" in told.stdout
