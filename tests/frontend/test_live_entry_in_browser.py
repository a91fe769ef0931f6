"""Entering a match by hand at a table as it is played, in a browser on a bad network: every move is written once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import referee
from tests.frontend.browser import fits, new_page
from tests.people import CLEAN
from tests.proof import slow
from tests.service.service import Service, wait_for

ENGLISH = pytest.mark.parametrize("page", ["en-US"], indirect=True)
SENT, WAITS = "Everything is sent.", "It waits for the network; what you enter is kept here."
A_TABLE = """
import json
import re
from django.contrib.auth.models import User
from records import clubs, events
tester = User.objects.get(username="tester")
event = events.create(tester, clubs.create(tester, "Entered"), "Entered", game="sichuan")
table = events.plan_table(tester, event, event.stages.get(), 1, "1")
print(json.dumps([table.pk, events.secret_for(table)]))
"""


class AtTable(NamedTuple):
    """A table of an event at which somebody writes by its link, in a browser."""

    service: Service
    page: Page
    key: int
    address: str

    def enter(self, moves: int, page: Page | None = None) -> None:
        """Have so many moves in the draft."""
        (page or self.page).locator("#text").fill(draft(moves))

    def says(self, text: str, page: Page | None = None) -> None:
        """Wait until the page says how what is entered stands."""
        expect((page or self.page).locator("#live-state")).to_have_text(text)

    def written(self) -> list[Any]:
        """The lines after the header of the round, as they are stored."""
        rows = self.service.ask(
            "SELECT lines FROM records_livelines JOIN records_livetable ON live_table_id = records_livetable.id"
            f" WHERE at_id = {self.key} ORDER BY first"
        )
        return [line for (lines,) in rows for line in json.loads(lines)][1:]

    def has(self, lines: list[Any]) -> None:
        """Wait until these lines are stored."""
        wait_for(lambda: self.written() == lines, f"{len(lines)} lines")


def first_round() -> referee.Round:
    record = referee.parse(CLEAN)
    assert isinstance(record, referee.Record)
    return record.rounds[0]


def draft(moves: int) -> str:
    """The draft after so many moves of the first round."""
    record, first = referee.parse(CLEAN), first_round()
    assert isinstance(record, referee.Record)
    return referee.write(record._replace(rounds=(first._replace(moves=first.moves[:moves], scores=None),), totals=None))


MOVES = [move.token for move in first_round().moves]


@pytest.fixture
def at(running: Service, page: Page, address: str) -> AtTable:
    key, secret = json.loads(running.shell(A_TABLE).splitlines()[-1])
    found = AtTable(running, page, key, f"{address}/at/{secret}/enter/")
    page.goto(found.address)
    return found


def losing(page: Page, path: re.Pattern[str]) -> Callable[[], None]:
    """From now on requests to this path come to the service, but their answers are lost; returns what ends it."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    page.route(path, lose)
    return lambda: page.unroute(path, lose)


@ENGLISH
def test_moves_that_are_entered_without_a_network_wait_and_are_sent_once_it_is_back(at: AtTable) -> None:
    at.enter(5)
    at.says(SENT)
    at.has(MOVES[:5])
    at.page.context.set_offline(True)
    at.enter(8)
    at.says(WAITS)
    at.enter(12)
    at.page.wait_for_timeout(2000)
    at.says(WAITS)
    assert at.written() == MOVES[:5]
    at.page.context.set_offline(False)
    at.says(SENT)
    at.has(MOVES[:12])
    assert all(fits(at.page, width) for width in (390, 1280))


@slow
@ENGLISH
def test_answer_that_was_lost_on_the_way_doubles_no_move(at: AtTable) -> None:
    heard = losing(at.page, re.compile("/live/$"))
    at.enter(0)
    at.says(WAITS)
    heard()
    at.says(SENT)
    heard = losing(at.page, re.compile(r"/live/[0-9a-f-]+/\?"))
    at.enter(8)
    at.says(WAITS)
    at.has(MOVES[:8])
    at.enter(7)  # it is taken back, though nobody here knows yet that it had come
    heard()
    at.says(SENT)
    at.has([*MOVES[:8], {"back": 7}])
    at.enter(10)
    at.says(SENT)
    at.has([*MOVES[:8], {"back": 7}, *MOVES[7:10]])


@ENGLISH
def test_draft_of_an_earlier_visit_goes_on_where_it_was(at: AtTable) -> None:
    at.enter(6)
    at.says(SENT)
    at.page.reload()
    at.enter(4)
    at.says(SENT)
    at.has([*MOVES[:6], {"back": 4}])


@slow
@ENGLISH
def test_moves_of_another_device_are_taken_back_only_where_somebody_says_so(at: AtTable, chromium: Browser) -> None:
    at.enter(5)
    at.says(SENT)
    with new_page(chromium, locale="en-US") as other:
        other.goto(at.address)
        at.enter(9, other)
        at.says(SENT, other)
    at.enter(7)
    at.says("Not taken. This table is written from another device too.")
    assert at.written() == MOVES[:9]
    at.page.get_by_role("button", name="Go on from here").click()
    at.says(SENT)
    at.has([*MOVES[:9], {"back": 7}])
    expect(at.page.locator("#live-take")).to_be_hidden()
