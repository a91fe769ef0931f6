"""A table as it is played, in a browser: one enters it, another watches, a third comes later and sees it from the start."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

import referee
from referee.notation.json_form import write_json
from tests.frontend.browser import fits
from tests.people import CLEAN
from tests.proof import slow
from tests.service.service import Service

ENGLISH = pytest.mark.parametrize("page", ["en-US"], indirect=True)


def send(running: Service, path: str, **fields: Any) -> Any:
    status, answer = running.request("POST", path, json.dumps(fields).encode(), "application/json")
    assert status in (200, 201), answer
    return answer


@pytest.fixture
def live_port(running: Service) -> Iterator[int]:
    process, port = running.live()
    yield port
    running.kill(process)


AN_EVENT = """
import json
from django.contrib.auth.models import User
from records import clubs, events
from records.models import Entrant, PlannedSeat
tester = User.objects.get(username="tester")
event = events.create(tester, clubs.create(tester, "Tables"), "Tables", game="sichuan", public=True)
tables = [events.plan_table(tester, event, event.stages.get(), 1, name) for name in ("1", "2")]
for table in tables:
    for seat in "ESWN":
        entrant = Entrant.objects.create(event=event, name=f"{seat} of {table.name}")
        PlannedSeat.objects.create(table=table, seat=seat, entrant=entrant)
print(json.dumps([str(event.pk), [table.pk for table in tables], [events.secret_for(table) for table in tables]]))
"""


class Planned(NamedTuple):
    """A public event with two tables, on which somebody sits at every seat, and the secrets of the tables' links."""

    event: str
    tables: list[int]
    secrets: list[str]


@pytest.fixture
def planned(running: Service) -> Planned:
    return Planned(*json.loads(running.shell(AN_EVENT).splitlines()[-1]))


def header_and_moves() -> tuple[dict[str, Any], list[str]]:
    record = referee.parse(CLEAN)
    assert isinstance(record, referee.Record)
    round_: Any = write_json(record)["rounds"][0]  # type: ignore[index,call-overload]
    return {name: value for name, value in round_.items() if name not in ("moves", "scores")}, round_["moves"]


@slow
@ENGLISH
def test_who_watches_is_taken_along_and_who_comes_later_sees_it_from_the_start(
    page: Page, address: str, running: Service, live_port: int
) -> None:
    header, moves = header_and_moves()
    table = send(running, "tables", game="sichuan", public=True, seats={"E": "Ann", "S": "Bo"})["id"]

    def to_the_live_process(route: Route) -> None:
        route.continue_(url=route.request.url.replace(address, f"http://127.0.0.1:{live_port}"))

    def opened(one: Page) -> Page:
        one.route("**/events/*", to_the_live_process)
        one.goto(f"{address}/tables/{table}/")
        return one

    watching = opened(page)
    expect(watching.locator("#said")).to_have_text("Nothing is played yet.")
    send(running, f"tables/{table}/moves", number=1, moves=[{"round": header}, *moves[:10]])
    expect(watching.locator("#watch")).to_have_attribute("data-move", "10")
    send(running, f"tables/{table}/moves", number=12, moves=moves[10:12])
    expect(watching.locator("#watch")).to_have_attribute("data-move", "12")

    late = opened(page.context.new_page())
    expect(late.locator("#watch")).to_have_attribute("data-last", "12")
    late.locator("[data-step=first]").click()
    expect(late.locator("#watch")).to_have_attribute("data-move", "0")
    expect(late.locator("#said")).to_have_text("the deal")
    send(running, f"tables/{table}/moves", number=14, moves=[{"back": 11}])
    expect(watching.locator("#watch")).to_have_attribute("data-move", "11")
    expect(late.locator("#watch")).to_have_attribute("data-move", "0")
    assert all(fits(late, width) for width in (390, 1280))


@ENGLISH
def test_view_of_a_seat_hides_the_tiles_of_the_others(page: Page, address: str, running: Service) -> None:
    header, moves = header_and_moves()
    table = send(running, "tables", game="sichuan", public=True, delay=0)["id"]
    send(running, f"tables/{table}/moves", number=1, moves=[{"round": header}, *moves[:10]])
    for view, hidden in (("S", 3), ("public", 4), ("open", 0)):
        answer = page.request.get(f"{address}/tables/{table}/frames/?view={view}&after=0").json()
        seats = answer["frames"][-1]["frame"]["seats"]
        assert sum(set(seat["hand"]) == {"?"} for seat in seats) == hidden
    page.goto(f"{address}/tables/{table}/?view=S")
    expect(page.locator("#watch")).to_have_attribute("data-move", "10")
    expect(page.locator("#view")).to_have_value("S")


@ENGLISH
def test_page_without_a_stream_asks_now_and_then(page: Page, address: str, running: Service) -> None:
    header, moves = header_and_moves()
    table = send(running, "tables", game="sichuan", public=True)["id"]
    page.goto(f"{address}/tables/{table}/")
    send(running, f"tables/{table}/moves", number=1, moves=[{"round": header}, *moves[:5]])
    expect(page.locator("#watch")).to_have_attribute("data-move", "5")


@slow
@ENGLISH
def test_page_of_the_event_and_the_screen_of_its_hall_show_how_far_a_table_is(
    page: Page, address: str, running: Service, planned: Planned
) -> None:
    record = referee.parse(CLEAN)
    assert isinstance(record, referee.Record)
    header, moves = header_and_moves()
    scores = referee.verify(record).rounds[0].computed
    assert scores is not None
    table = send(running, "tables", game="sichuan", rules=record.rules, event=planned.event, table=planned.tables[0])["id"]
    page.goto(f"{address}/events/{planned.event}/")
    screen = page.context.new_page()
    screen.goto(f"{address}/events/{planned.event}/hall/")
    card, other = page.locator(".at-table").nth(0), page.locator(".at-table").nth(1)
    on_screen = screen.locator(".table").nth(0)
    expect(card.locator(".playing")).to_have_text("being played")
    expect(on_screen.locator(".state")).to_have_text("being played")
    send(running, f"tables/{table}/moves", number=1, moves=[{"round": header}, *moves[:7]])
    expect(card.locator(".playing")).to_have_text("round 1, move 7")
    expect(on_screen.locator(".state")).to_have_text("round 1, move 7")
    send(running, f"tables/{table}/moves", number=9, moves=[*moves[7:], {"over": {}}])
    points = [f"{scores[seat]:+d}".replace("-", "−") if scores[seat] else "0" for seat in "ESWN"]
    expect(card.locator("[data-side]")).to_have_text(points)
    expect(on_screen.locator(".points")).to_have_text(points)
    assert other.locator("[data-side], .playing").count() == 0
    assert all(fits(page, width) for width in (390, 1280))
    card.get_by_role("link", name="Watch").click()
    expect(page.locator("#watch")).to_have_attribute("data-move", str(len(moves)))
