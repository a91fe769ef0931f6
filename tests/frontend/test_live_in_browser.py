"""What is played, in a browser: an event's page, the screen and the calls of its hall, tables that are watched and written, each
with a stream or without one, and on a bad network."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import referee
from referee.notation.json_form import write_json
from tests.frontend.axe import violations
from tests.frontend.browser import PATIENCE, fits, new_page, wait_for_page
from tests.frontend.tour import clicks_on, sign_in
from tests.people import CLEAN
from tests.proof import slow
from tests.service.service import Service, wait_for

ENGLISH = pytest.mark.parametrize("page", ["en-US"], indirect=True)
ASKED_AGAIN = 20_000
"""Milliseconds within which a page without a stream asks again."""
SENT = "Everything is sent."


def waits(moves: int) -> str:
    """What the page says of so many moves that are not sent."""
    return f"Moves that wait for the network: {moves}. They are kept here."


MAKE = """
import json, uuid
from django.contrib.auth.models import User
from records.accounts import clubs; from records.tournament import events, hall
from records.tournament.models import Entrant, EventRound, PlannedSeat
owner = User.objects.get(username="{owner}")
event = events.create(owner, clubs.create(owner, "Live " + uuid.uuid4().hex[:8]), "Cup", game="sichuan", public=True)
stage, tables = event.stages.get(), []
people = [Entrant.objects.create(event=event, name=f"Player {{n + 1}}") for n in range(4 * {tables})]
for number in range(1, {rounds} + 1):
    for n in range({tables}):
        table = events.plan_table(owner, event, stage, number, str(n + 1))
        tables.append(table)
        for seat, person in zip("ESWN", people[4 * n:]):
            PlannedSeat.objects.create(table=table, seat=seat, entrant=person)
if {rounds} > 1:
    hall.run(owner, event, EventRound.objects.get(stage=stage, number=1), "start")
links = [[events.secret_for(table, seat) for table in tables] for seat in ("", "E")]
print(json.dumps([str(event.pk), [table.pk for table in tables], *links]))
"""
ACT = """
from django.contrib.auth.models import User
from records.tournament import hall
from records.tournament.models import Entrant, Event, EventRound, Table
li, event = User.objects.get(username="li"), Event.objects.get(pk="{event}")
first, table = EventRound.objects.get(stage__event=event, number=1), Table.objects.get(pk={table})
{act}
"""


class Live(NamedTuple):
    """An event whose first round has begun where it has two: its tables, their own links and those of their eastern seats."""

    service: Service
    event: str
    tables: list[int]
    links: list[str]
    seats: list[str]

    def act(self, code: str) -> None:
        """Do something at the server, about the first table."""
        self.service.shell(ACT.format(event=self.event, table=self.tables[0], act=code))


def live(service: Service, tables: int = 1, rounds: int = 1, owner: str = "tester") -> Live:
    made = service.shell(MAKE.format(owner=owner, tables=tables, rounds=rounds)).splitlines()[-1]
    return Live(service, *json.loads(made))


def send(running: Service, path: str, method: str = "POST", **fields: Any) -> Any:
    status, answer = running.request(method, path, json.dumps(fields).encode(), "application/json")
    assert status in (200, 201), answer
    return answer


def enter(running: Service, event: str, name: str) -> None:
    send(running, f"events/{event}/entrants", name=name)


@pytest.fixture
def by_stream(running: Service, address: str) -> Iterator[Callable[[Page, Any], None]]:
    """What leads the streams of a page to a process that serves them."""
    process, port = running.live()

    def lead(page: Page, pattern: Any) -> None:
        page.route(pattern, lambda route: route.continue_(url=route.request.url.replace(address, f"http://127.0.0.1:{port}")))

    yield lead
    running.kill(process)


@pytest.fixture
def screen(chromium: Browser) -> Iterator[Page]:
    with new_page(chromium, locale="en-US", viewport={"width": 1280, "height": 720}) as page:
        yield page


# -- the page of an event ------------------------------------------------------------------------------------------------------


@ENGLISH
def test_change_appears_by_the_stream_and_is_marked_and_told_who_comes_back(
    page: Page, address: str, running: Service, by_stream: Callable[[Page, Any], None]
) -> None:
    event = live(running).event
    by_stream(page, "**/live/")
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#following")).to_have_text("Live – updates automatically")
    enter(running, event, "Bo Newcomer")
    row = page.get_by_role("row", name="Bo Newcomer")
    expect(row).to_have_class("fresh")
    assert row.evaluate("(row) => getComputedStyle(row).display") == "table-row", "a marked row keeps its columns"
    page.goto(f"{address}/events/")
    enter(running, event, "Aaron")
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#news")).to_contain_text("places that changed")


@ENGLISH
def test_page_without_a_stream_asks_now_and_then_and_stands_still_once_it_is_closed_to_the_reader(
    page: Page, address: str, running: Service
) -> None:
    event = live(running).event
    page.clock.install()
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#following")).to_have_text("What is new appears within a quarter of a minute.")
    page.locator("#columns summary").click()
    enter(running, event, "Bo Newcomer")
    page.clock.fast_forward(ASKED_AGAIN)
    page.clock.fast_forward(ASKED_AGAIN)
    expect(page.get_by_role("row", name="Bo Newcomer")).to_be_visible()
    expect(page.locator("#columns")).to_have_attribute("open", "")
    assert all(fits(page, width) for width in (390, 768, 1440))
    send(running, f"events/{event}", "PATCH", public=False)
    page.clock.fast_forward(ASKED_AGAIN)
    expect(page.locator("#following")).to_have_attribute("data-state", "ended")


# -- the hall ------------------------------------------------------------------------------------------------------------------


@slow
def test_screen_goes_on_without_a_network_and_shows_what_came_meanwhile(running: Service, address: str, screen: Page) -> None:
    hall = live(running, 2, 2, "li")
    screen.add_init_script("const was = Date.now; Date.now = () => was() + 17 * 60 * 1000;")
    screen.goto(f"{address}/events/{hall.event}/hall/")
    left, lost = screen.locator("#clock .left"), screen.locator("#lost")
    expect(screen.locator("#clock")).to_have_attribute("data-phase", "running")
    expect(screen.locator(".table").first).to_contain_text("East")
    expect(left).to_have_text(re.compile(r"^(1:00:00|59:\d\d)$"))  # the time of the server
    assert violations(screen, "screen") == []
    assert all(fits(screen, width) for width in (390, 1280))
    screen.context.set_offline(True)
    expect(lost).to_contain_text(re.compile(r"Not connected since\s+\d\d:\d\d"))
    before = left.inner_text()
    hall.act("hall.give_time(li, event, table, 5)")
    expect(left).not_to_have_text(before)
    assert screen.locator(".extra").count() == 0
    screen.context.set_offline(False)
    expect(lost).to_be_hidden()
    expect(screen.locator(".extra")).to_have_text("5 min extra")


@slow
def test_tables_that_do_not_fit_are_shown_page_by_page_and_the_next_round_when_one_is_over(
    running: Service, address: str, screen: Page
) -> None:
    hall = live(running, 30, 2, "li")
    screen.clock.install()
    screen.goto(f"{address}/events/{hall.event}/hall/")
    number = screen.locator("#page")
    expect(number).to_have_text(re.compile(r"^1 / \d$"))
    pages, seen = int(number.inner_text()[-1]), []
    for page in range(1, pages + 1):
        expect(number).to_have_text(f"{page} / {pages}")
        shown = screen.locator(".table:visible")
        seen += [head.split("\n")[0] for head in shown.locator(".head b").all_inner_texts()]
        assert max(box["y"] + box["height"] for box in (one.bounding_box() for one in shown.all()) if box) <= 720
        screen.clock.run_for(12_500)
    assert seen == [f"Table {n + 1}" for n in range(30)]
    hall.act('hall.run(li, event, first, "end")')
    screen.clock.run_for(5_000)
    expect(screen.locator("#clock")).to_have_attribute("data-phase", "ended")
    for _ in range(pages):
        screen.clock.run_for(12_500)
    expect(screen.locator("#part")).to_contain_text("Next: round 2")


@slow
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_screen_is_filled_in_large_type_and_no_name_is_cut(
    running: Service, address: str, screen: Page, size: tuple[int, int]
) -> None:
    hall = live(running, 10, 2, "li")
    hall.act('Entrant.objects.filter(event=event, name="Player 7").update(name="Maximilian Alexander von Hohenstein")')
    screen.set_viewport_size({"width": size[0], "height": size[1]})
    screen.goto(f"{address}/events/{hall.event}/hall/")
    expect(screen.locator("#then")).to_have_text("Then: Round 2")
    expect(screen.locator(".qr")).to_have_count(1)
    tables = screen.locator(".table:visible")
    expect(tables).to_have_count(10)
    boxes = [box for one in tables.all() if (box := one.bounding_box())]
    assert size[1] * 0.95 < max(box["y"] + box["height"] for box in boxes) <= size[1]
    assert tables.first.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= size[0] / 75
    cut = "(names) => names.filter((one) => one.scrollHeight > one.clientHeight * 1.4).map((one) => one.textContent)"
    assert screen.locator(".name").evaluate_all(cut) == []


@slow
def test_two_calls_come_by_themselves_oldest_first_and_are_taken_and_closed(
    running: Service, address: str, phone: Page, page: Page
) -> None:
    hall = live(running, 2, 2, "li")
    sign_in(page, address)
    listed = f"{address}/events/{hall.event}/decisions/"
    page.goto(listed)
    expect(page.locator(".calls")).to_contain_text("沒有待處理的呼叫。")
    for link, reason in ((hall.seats[1], "dispute"), (hall.seats[0], "rule")):
        phone.goto(f"{address}/s/{link}/")
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
    calls.nth(1).locator("button[value=take]").click()
    wait_for_page(page, listed)
    expect(phone.locator("#call .banner")).to_contain_text("has taken the call and is coming.")
    calls.nth(1).locator("input[name=outcome]").fill("explained")
    calls.nth(1).locator("button[value=close]").click()
    wait_for_page(page, listed)
    expect(calls).to_have_count(1)
    expect(page.locator(".people")).to_contain_text("explained")
    expect(phone.locator(".call-form summary")).to_be_visible()


def test_form_of_a_call_that_is_opened_stays_open_when_the_part_is_drawn_anew(
    running: Service, address: str, phone: Page
) -> None:
    held: list[Route] = []

    def hold_once(route: Route) -> None:
        if held or route.request.method != "GET" or route.request.headers.get("hx-request") != "true":
            route.continue_()
        else:
            held.append(route)

    phone.route(re.compile(r"/tables/\d+/"), hold_once)
    phone.goto(f"{address}/s/{live(running).seats[0]}/")
    phone.locator(".call-form summary").click()
    phone.locator("h1").click()
    phone.evaluate("document.activeElement.blur()")
    for _ in range(PATIENCE // 100):
        if not held:
            phone.wait_for_timeout(100)
    assert held
    with phone.expect_event("response", lambda answer: "/tables/" in answer.url):
        held[0].continue_()
    phone.wait_for_timeout(300)
    expect(phone.locator("input[value=dispute]")).to_be_visible()


# -- tables that are watched ---------------------------------------------------------------------------------------------------


def header_and_moves() -> tuple[dict[str, Any], list[str]]:
    round_: Any = write_json(referee.parse(CLEAN))["rounds"][0]  # type: ignore[arg-type,index,call-overload]
    return {name: value for name, value in round_.items() if name not in ("moves", "scores")}, round_["moves"]


@slow
@ENGLISH
def test_who_watches_is_taken_along_and_who_comes_later_sees_it_from_the_start(
    page: Page, address: str, running: Service, by_stream: Callable[[Page, Any], None]
) -> None:
    header, moves = header_and_moves()
    table = send(running, "tables", game="sichuan", public=True, seats={"E": "Ann", "S": "Bo"})["id"]

    def opened(one: Page) -> Page:
        by_stream(one, re.compile(r"/tables/[\w-]+/events\?"))
        one.goto(f"{address}/tables/{table}/")
        return one

    watching = opened(page)
    expect(watching.locator("#said")).to_have_text("Nothing is played yet.")
    send(running, f"tables/{table}/moves", number=1, moves=[{"round": header}, *moves[:10]])
    expect(watching.locator("#watch")).to_have_attribute("data-move", "10")
    late = opened(page.context.new_page())
    expect(late.locator("#watch")).to_have_attribute("data-last", "10")
    late.locator("[data-step=first]").click()
    expect(late.locator("#said")).to_have_text("the deal")
    send(running, f"tables/{table}/moves", number=12, moves=[moves[10], {"back": 9}])
    expect(watching.locator("#watch")).to_have_attribute("data-move", "9")
    expect(late.locator("#watch")).to_have_attribute("data-move", "0")
    assert all(fits(late, width) for width in (390, 1280))


@slow
@ENGLISH
def test_page_of_the_event_and_the_screen_of_its_hall_show_how_far_a_table_is(page: Page, address: str, running: Service) -> None:
    planned, (header, moves) = live(running, 2), header_and_moves()
    record = referee.parse(CLEAN)
    scores = referee.verify(record).rounds[0].computed
    assert scores is not None
    table = send(running, "tables", game="sichuan", rules=record.rules, event=planned.event, table=planned.tables[0])["id"]
    page.goto(f"{address}/events/{planned.event}/tables/")
    screen = page.context.new_page()
    screen.goto(f"{address}/events/{planned.event}/hall/")
    card, on_screen = page.locator(".at-table").nth(0), screen.locator(".table").nth(0)
    send(running, f"tables/{table}/moves", number=1, moves=[{"round": header}, *moves[:7]])
    expect(card.locator(".playing")).to_have_text("round 1, move 7")
    expect(on_screen.locator(".state")).to_have_text("round 1, move 7")
    send(running, f"tables/{table}/moves", number=9, moves=[*moves[7:], {"over": {}}])
    points = [f"{scores[seat]:+d}".replace("-", "−") if scores[seat] else "0" for seat in "ESWN"]
    expect(card.locator("[data-side]")).to_have_text(points)
    expect(on_screen.locator(".points")).to_have_text(points)
    card.get_by_role("link", name="Watch").click()
    expect(page.locator("#watch")).to_have_attribute("data-move", str(len(moves)))


# -- tables that are written ---------------------------------------------------------------------------------------------------


class AtTable(NamedTuple):
    """A table of an event at which somebody writes by its link, in a browser."""

    service: Service
    page: Page
    key: int
    link: str
    address: str

    def enter(self, moves: int, says: str, page: Page | None = None) -> None:
        """Have so many moves in the draft; wait until the page says how what is entered stands."""
        (page or self.page).locator("#text").fill(draft(moves))
        self.says(says, page)

    def says(self, text: str, page: Page | None = None) -> None:
        expect((page or self.page).locator("#live-state")).to_have_text(text)

    def written(self) -> list[Any]:
        """The lines after the header of the round, as they are stored."""
        rows = self.service.ask(
            "SELECT lines FROM tournament_livelines JOIN tournament_livetable ON live_table_id = tournament_livetable.id"
            f" WHERE at_id = {self.key} ORDER BY first"
        )
        return [line for (lines,) in rows for line in json.loads(lines)][1:]

    def has(self, lines: list[Any]) -> None:
        """Wait until these lines are stored."""
        wait_for(lambda: self.written() == lines, f"{len(lines)} lines")


def draft(moves: int) -> str:
    """The draft after so many moves of the first round."""
    record = referee.parse(CLEAN)
    assert isinstance(record, referee.Record)
    first = record.rounds[0]
    return referee.write(record._replace(rounds=(first._replace(moves=first.moves[:moves], scores=None),), totals=None))


MOVES = [move.token for move in referee.parse(CLEAN).rounds[0].moves]


@pytest.fixture
def at(running: Service, page: Page, address: str) -> AtTable:
    made = live(running)
    link, where = f"{address}/s/{made.links[0]}/", f"{address}/events/{made.event}/tables/{made.tables[0]}/enter/?seat="
    found = AtTable(running, page, made.tables[0], link, where)
    page.goto(found.link)
    page.goto(found.address)
    return found


@ENGLISH
def test_moves_that_are_entered_without_a_network_wait_and_go_on_after_a_reload(at: AtTable) -> None:
    at.enter(5, SENT)
    at.has(MOVES[:5])
    at.page.context.set_offline(True)
    at.enter(12, waits(7))
    assert at.written() == MOVES[:5]
    at.page.context.set_offline(False)
    at.says(SENT)
    at.has(MOVES[:12])
    at.page.reload()
    at.enter(4, SENT)
    at.has([*MOVES[:12], {"back": 4}])
    assert all(fits(at.page, width) for width in (390, 1280))


@slow
@ENGLISH
def test_answer_that_was_lost_on_the_way_doubles_no_move(at: AtTable) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    at.page.route(re.compile(r"/draft\?"), lose)
    at.enter(8, waits(8))
    at.page.unroute_all()
    at.says(SENT)
    at.has(MOVES[:8])
    at.enter(10, SENT)
    at.has(MOVES[:10])


UNSEEN = "".join(
    [
        '[PPN "1"]\n[Game "sichuan"]\n[Rules "xuezhan"]\n\n[Round "1"]\n[Dealer "E"]\n',
        *(f'[Hand.{seat} "?"]\n' for seat in "ESWN"),
    ]
)
"""A round whose hands nobody saw."""
TURNS = ["E-9p", "S+? S-1s", "W+? W-2s", "N+? N-3s", "E+? E-4s", "S+? S-5s"]


def turns(number: int) -> str:
    """The draft after so many turns of that round."""
    return f"{UNSEEN}{' '.join(TURNS[:number])}\n"


def tap(page: Page, token: str) -> None:
    page.locator(f"#offers [data-token='{token}']").click()


@slow
@pytest.mark.walk
@ENGLISH
def test_moves_that_are_tapped_without_a_network_are_listed_at_once_sent_once_and_seen_by_watchers(
    at: AtTable, chromium: Browser, address: str
) -> None:
    """A turn is one tap, though it is two moves."""
    page, other_turns, taps = at.page, 4, clicks_on(at.page)
    page.goto(at.address)
    page.locator("#text").fill(turns(2))
    at.says(SENT)
    ((table,),) = at.service.ask(f"SELECT id FROM tournament_livetable WHERE at_id = {at.key}")
    with new_page(chromium, locale="en-US") as watcher, new_page(chromium, locale="en-US") as other:
        watcher.goto(f"{address}/tables/{uuid.UUID(str(table))}/")
        expect(watcher.locator("#watch")).to_have_attribute("data-move", "3")
        page.context.set_offline(True)
        for number, token in enumerate(TURNS[2:], 1):
            tap(page, token)
            expect(page.locator("#moves .unchecked")).to_have_count(2 * number)
        expect(page.locator("#moves .unchecked").last).to_contain_text("South discards 5 of bamboo not checked yet")
        at.says(waits(8))
        assert len(taps) == 4, taps
        assert violations(page, "unchecked") == []
        assert all(fits(page, width) for width in (360, 1280))
        other.goto(at.link)
        other.goto(at.address)
        other.locator("#text").fill(turns(other_turns))
        at.says(SENT, other)
        page.context.set_offline(False)
        at.says(SENT)
        at.has(" ".join(TURNS).split())
        expect(page.locator("#moves .unchecked")).to_have_count(0)
        expect(page.locator("#moves li")).to_have_count(11)
        expect(watcher.locator("#watch")).to_have_attribute("data-move", "11")


@slow
@ENGLISH
def test_match_whose_upload_got_no_answer_is_uploaded_once(page: Page, running: Service, address: str) -> None:
    made, lost = live(running, owner="li"), list[int]()

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    sign_in(page, address)
    page.goto(f"{address}/events/{made.event}/tables/{made.tables[0]}/enter/")
    page.locator("#text").fill(CLEAN.decode())
    page.route(re.compile(r"/tables/\d+/match$"), lose_the_first_answer)
    page.locator("#upload").click()
    expect(page.locator("#status")).to_contain_text("cannot be reached")
    page.locator("#upload").click()
    wait_for_page(page, re.compile("/matches/"))
    assert lost == [202]


@slow
@ENGLISH
def test_page_that_was_made_ready_checks_moves_without_a_network(at: AtTable) -> None:
    page = at.page
    page.locator("#text").fill(turns(2))
    page.get_by_role("button", name="Make this page ready for a bad network").click()
    expect(page.locator("#near")).to_have_attribute("data-state", "ready")
    page.context.set_offline(True)
    tap(page, TURNS[2])
    expect(page.locator("#status")).to_contain_text("Checked on this device.")
    expect(page.locator("#moves .unchecked")).to_have_count(0)
    page.locator("#text").fill(f"{turns(3)} N-3s\n")
    expect(page.locator("#findings .finding")).to_have_count(1)


@slow
@ENGLISH
def test_round_is_dealt_and_gone_on_with_without_a_network(at: AtTable) -> None:
    page = at.page
    page.locator("#text").fill(turns(2))
    at.says(SENT)
    page.context.set_offline(True)
    tap(page, TURNS[2])
    page.get_by_role("button", name="Next round").click()
    page.locator("#dealing select").first.select_option("S")
    page.get_by_role("button", name="Nobody saw the hands").click()
    tap(page, "S-1m")
    tap(page, "N.hu")
    expect(page.locator("#moves .unchecked")).to_have_count(2)
    page.context.set_offline(False)
    expect(page.locator("#findings .finding")).not_to_have_count(0)


@slow
@ENGLISH
def test_moves_of_another_device_are_taken_back_only_where_somebody_says_so(at: AtTable, chromium: Browser) -> None:
    at.enter(5, SENT)
    with new_page(chromium, locale="en-US") as other:
        other.goto(at.link)
        other.goto(at.address)
        at.enter(9, SENT, other)
    at.enter(4, "Not taken. This table is written from another device too.")
    assert at.written() == MOVES[:9]
    at.page.get_by_role("button", name="Go on from here").click()
    at.says(SENT)
    at.has([*MOVES[:9], {"back": 4}])
    expect(at.page.locator("#live-take")).to_be_hidden()


@slow
@ENGLISH
def test_parts_that_could_not_be_fetched_are_fetched_again(
    page: Page, address: str, running: Service, by_stream: Callable[[Page, Any], None]
) -> None:
    event, refused = live(running).event, list[Route]()

    def once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route)
            route.fulfill(status=503)

    by_stream(page, "**/live/")
    page.route(re.compile(r"\?part=parts"), once)
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#following")).to_have_text("Live – updates automatically")
    enter(running, event, "Bo Newcomer")
    expect(page.get_by_role("row", name="Bo Newcomer")).to_be_visible()


@slow
def test_what_is_typed_at_a_call_is_not_lost_when_another_comes(running: Service, address: str, phone: Page) -> None:
    hall = live(running, 2, 2, "li")
    hall.act("hall.take(li, hall.call_to(li, table, 'slow'))")
    sign_in(phone, address)
    phone.goto(f"{address}/events/{hall.event}/decisions/")
    phone.locator("input[name=outcome]").fill("a warning to")
    hall.act(f"hall.call_to(li, Table.objects.get(pk={hall.tables[1]}), 'rule')")
    with phone.expect_response(lambda answer: answer.url.endswith("/decisions/") and answer.status == 200):
        pass
    expect(phone.locator("input[name=outcome]")).to_have_value("a warning to")
    phone.locator("input[name=outcome]").fill("")
    phone.locator("h1").click()
    expect(phone.locator(".calls .call")).to_have_count(2)
