"""In a browser: the screen of a hall goes on without a network and recovers; calls come by themselves, are taken and closed."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.frontend import browser
from tests.frontend.axe import violations
from tests.frontend.browser import fits, wait_for_page
from tests.frontend.tour import sign_in
from tests.proof import slow
from tests.service.service import Service

HALL = """
import json
from django.contrib.auth.models import User
from records import clubs, events, hall
from records.models import Entrant, EventRound, PlannedSeat
li = User.objects.get(username="li")
event = events.create(li, clubs.create(li, "Hall"), "{name}", game="sichuan", public=True)
stage, tables = event.stages.get(), []
people = [Entrant.objects.create(event=event, name=f"Player {{n + 1}}") for n in range(4 * {tables})]
for round_ in (1, 2):
    for n in range({tables}):
        table = events.plan_table(li, event, stage, round_, str(n + 1))
        tables.append(table)
        for seat, person in zip("ESWN", people[4 * n:]):
            PlannedSeat.objects.create(table=table, seat=seat, entrant=person)
first = EventRound.objects.get(stage=stage, number=1)
hall.run(li, event, first, "start")
print(json.dumps([str(event.pk), [table.pk for table in tables], [events.secret_for(table, "E") for table in tables]]))
"""
ACT = """
from django.contrib.auth.models import User
from records import hall
from records.models import Event, EventRound, Table
li, event = User.objects.get(username="li"), Event.objects.get(pk="{event}")
first, table = EventRound.objects.get(stage__event=event, number=1), Table.objects.get(pk={table})
{act}
"""


class Hall(NamedTuple):
    """An event of two rounds, the first of which has begun."""

    service: Service
    event: str
    tables: list[int]
    links: list[str]

    def act(self, code: str) -> None:
        """Do something at the server, about the first table."""
        self.service.shell(ACT.format(event=self.event, table=self.tables[0], act=code))


def hall_of(service: Service, name: str, tables: int) -> Hall:
    made: Any = json.loads(service.shell(HALL.format(name=name, tables=tables)).splitlines()[-1])
    return Hall(service, *made)


@pytest.fixture
def screen(chromium: Browser) -> Any:
    with browser.new_page(chromium, locale="en-US", viewport={"width": 1280, "height": 720}) as page:
        yield page


def left(page: Page) -> str:
    return page.locator("#clock .left").inner_text()


@slow
def test_screen_goes_on_without_a_network_and_shows_what_came_meanwhile(running: Service, address: str, screen: Page) -> None:
    hall = hall_of(running, "Cut off", 2)
    screen.goto(f"{address}/events/{hall.event}/hall/")
    clock, lost = screen.locator("#clock"), screen.locator("#lost")
    expect(clock).to_have_attribute("data-phase", "running")
    expect(screen.locator(".table").first).to_contain_text("East")
    assert violations(screen, "screen") == []
    screen.context.set_offline(True)
    expect(lost).to_contain_text(re.compile(r"Not connected since\s+\d\d:\d\d"))
    before = left(screen)
    hall.act("hall.give_time(li, event, table, 5)")
    expect(screen.locator("#clock .left")).not_to_have_text(before)
    assert screen.locator(".extra").count() == 0
    expect(screen.locator(".table").first).to_contain_text("Player 1")
    screen.context.set_offline(False)
    expect(lost).to_be_hidden()
    expect(screen.locator(".extra")).to_have_text("5 min extra")


@slow
def test_screen_follows_the_stream_and_asks_seldom_beside_it(running: Service, address: str, screen: Page) -> None:
    hall = hall_of(running, "Followed", 1)
    process, port = running.live()
    asked: list[str] = []
    try:
        screen.route("**/live/", lambda route: route.continue_(url=f"http://127.0.0.1:{port}/events/{hall.event}/live/"))
        screen.on("request", lambda request: asked.append(request.url) if request.url.endswith("/state/") else None)
        screen.clock.install()
        with screen.expect_response("**/live/"):
            screen.goto(f"{address}/events/{hall.event}/hall/")
        screen.wait_for_timeout(6000)  # it asks when the stream begins, and once more if that was while it asked
        asked.clear()
        screen.wait_for_timeout(9000)
        assert len(asked) <= 1
        with screen.expect_response("**/state/"):
            screen.clock.pause_at(datetime.now() + timedelta(minutes=1))
        # It has asked for the last time by the clock, which stands still: what comes now, the stream has told it of.
        hall.act("hall.give_time(li, event, table, 5)")
        expect(screen.locator(".extra")).to_have_text("5 min extra")
    finally:
        running.kill(process)


@slow
def test_clock_of_a_machine_whose_time_is_wrong_shows_the_time_of_the_server(
    running: Service, address: str, screen: Page
) -> None:
    hall = hall_of(running, "Wrong clock", 1)
    screen.add_init_script("const was = Date.now; Date.now = () => was() + 17 * 60 * 1000;")
    screen.goto(f"{address}/events/{hall.event}/hall/")
    expect(screen.locator("#clock .left")).to_have_text(re.compile(r"^(1:00:00|59:\d\d)$"))


@slow
def test_tables_that_do_not_fit_are_shown_page_by_page_and_the_next_round_when_one_is_over(
    running: Service, address: str, screen: Page
) -> None:
    hall = hall_of(running, "Many", 30)
    screen.clock.install()
    screen.goto(f"{address}/events/{hall.event}/hall/")
    number = screen.locator("#page")
    expect(number).to_have_text(re.compile(r"^1 / \d$"))
    pages = int(number.inner_text()[-1])
    seen: list[str] = []
    for page in range(1, pages + 1):
        expect(number).to_have_text(f"{page} / {pages}")
        shown = screen.locator(".table:visible")
        seen += [head.split("\n")[0] for head in shown.locator(".head b").all_inner_texts()]
        lowest = max(box["y"] + box["height"] for box in (one.bounding_box() for one in shown.all()) if box)
        assert lowest <= 720
        screen.clock.run_for(12_500)
    assert seen == [f"Table {n + 1}" for n in range(30)]
    expect(number).to_have_text(f"1 / {pages}")
    hall.act('hall.run(li, event, first, "end")')
    screen.clock.run_for(5_000)
    expect(screen.locator("#clock")).to_have_attribute("data-phase", "ended")
    for _ in range(pages):
        screen.clock.run_for(12_500)
    expect(screen.locator("#part")).to_contain_text("Next: round 2")


@slow
@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_screen_fits_every_width(running: Service, address: str, screen: Page, width: int) -> None:
    hall = hall_of(running, f"Width {width}", 3)
    screen.goto(f"{address}/events/{hall.event}/hall/")
    expect(screen.locator(".table").first).to_be_visible()
    assert fits(screen, width)


@slow
def test_two_calls_come_by_themselves_oldest_first_and_are_taken_and_closed(
    running: Service, address: str, chromium: Browser, phone: Page, page: Page
) -> None:
    hall = hall_of(running, "Calls", 2)
    sign_in(page, address)
    listed = f"{address}/events/{hall.event}/calls/"
    page.goto(listed)
    expect(page.locator(".calls .empty")).to_be_visible()
    for link, reason in ((hall.links[1], "dispute"), (hall.links[0], "rule")):
        phone.goto(f"{address}/at/{link}/calls/")
        phone.locator(".call-form summary").click()
        phone.locator(f"input[value={reason}]").check()
        phone.locator(".call-form button").click()
        expect(phone.locator("#call .banner")).to_contain_text("A referee has been called.")
    assert violations(phone, "at the table") == []
    assert fits(phone)
    calls = page.locator(".calls .call")
    expect(calls).to_have_count(2)
    assert ["2" in head for head in calls.locator(".head b").all_inner_texts()] == [True, False]
    assert page.title().startswith("(2) ")
    assert violations(page, "calls") == []
    calls.nth(1).locator("button[name=take]").click()
    wait_for_page(page, listed)
    expect(phone.locator("#call .banner")).to_contain_text("has taken the call and is coming.")
    calls.nth(1).locator("input[name=outcome]").fill("explained")
    calls.nth(1).locator("button[name=close]").click()
    wait_for_page(page, listed)
    expect(calls).to_have_count(1)
    expect(page.locator(".people")).to_contain_text("explained")
    expect(phone.locator(".call-form summary")).to_be_visible()
    calls.locator("button[name=close]").click()
    expect(page.locator(".calls .empty")).to_be_visible()
    assert not page.title().startswith("(")


def test_form_of_a_call_that_is_opened_stays_open_when_the_part_is_drawn_anew(
    running: Service, address: str, phone: Page
) -> None:
    hall = hall_of(running, "Opened", 1)
    held: list[Route] = []

    def hold_once(route: Route) -> None:
        if held or route.request.headers.get("hx-request") != "true":
            route.continue_()
        else:
            held.append(route)

    phone.route("**/calls/", hold_once)
    phone.goto(f"{address}/at/{hall.links[0]}/calls/")
    phone.locator(".call-form summary").click()
    phone.locator("h1").click()
    phone.evaluate("document.activeElement.blur()")
    assert held
    with phone.expect_event("response", lambda answer: answer.url.endswith("/calls/")):
        held[0].continue_()
    phone.wait_for_timeout(300)
    expect(phone.locator("input[value=dispute]")).to_be_visible()


@slow
def test_what_is_typed_at_a_call_is_not_lost_when_another_comes(running: Service, address: str, phone: Page) -> None:
    hall = hall_of(running, "Typing", 2)
    hall.act("hall.take(li, hall.call_to(li, table, 'slow'))")
    sign_in(phone, address)
    phone.goto(f"{address}/events/{hall.event}/calls/")
    phone.locator("input[name=outcome]").fill("a warning to")
    hall.act(f"hall.call_to(li, Table.objects.get(pk={hall.tables[1]}), 'rule')")
    with phone.expect_response(lambda answer: answer.url.endswith("/calls/") and answer.status == 200):
        pass
    expect(phone.locator("input[name=outcome]")).to_have_value("a warning to")
    phone.locator("input[name=outcome]").fill("")
    phone.locator("h1").click()
    expect(phone.locator(".calls .call")).to_have_count(2)


@slow
def test_organizer_runs_the_clock_with_a_telephone(running: Service, address: str, phone: Page) -> None:
    hall = hall_of(running, "Telephone", 2)
    sign_in(phone, address)
    phone.goto(f"{address}/events/{hall.event}/clock/")
    shown = phone.locator("#clock .round-clock")
    expect(shown).to_have_attribute("data-phase", "running")
    assert violations(phone, "clock") == []
    assert fits(phone)
    phone.locator("button[value=pause]").click()
    expect(shown).to_have_attribute("data-phase", "paused")
    hall.act('hall.run(li, event, first, "continue")')
    expect(shown).to_have_attribute("data-phase", "running")
    phone.locator("button[value=end]").click()
    expect(shown).to_have_attribute("data-phase", "ended")
    phone.locator("button[name=undo]").click()
    expect(shown).to_have_attribute("data-phase", "running")
