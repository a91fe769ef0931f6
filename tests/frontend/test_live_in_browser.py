"""The page of an event in a browser: what is new appears by itself, by a stream or without one, and nothing jumps."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.frontend.browser import fits
from tests.proof import slow
from tests.service.service import Service

ENGLISH = pytest.mark.parametrize("page", ["en-US"], indirect=True)
ASKED_AGAIN = 20_000
"""Milliseconds within which a page without a stream asks again."""


@pytest.fixture
def event(running: Service) -> str:
    """A public event with one entrant."""
    slug = f"live-{uuid.uuid4().hex[:8]}"
    assert send(running, "clubs", slug=slug, name=slug)[0] == 201
    status, made = send(running, f"clubs/{slug}/events", name="Cup", public=True)
    assert status == 201, made
    enter(running, made["id"], "Ann")
    return str(made["id"])


@pytest.fixture
def live_port(running: Service) -> Iterator[int]:
    process, port = running.live()
    yield port
    running.kill(process)


def send(running: Service, path: str, **fields: Any) -> tuple[int, Any]:
    return running.request("POST", path, json.dumps(fields).encode(), "application/json")


def enter(running: Service, event: str, name: str) -> None:
    assert send(running, f"events/{event}/entrants", name=name)[0] == 201


@slow
@ENGLISH
def test_page_without_a_stream_asks_now_and_then(page: Page, address: str, running: Service, event: str) -> None:
    page.clock.install()
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#following")).to_have_text("What is new appears within a quarter of a minute.")
    page.locator("#columns summary").click()
    enter(running, event, "Bo Newcomer")
    page.clock.fast_forward(ASKED_AGAIN)
    page.clock.fast_forward(ASKED_AGAIN)
    expect(page.get_by_role("row", name="Bo Newcomer")).to_be_visible()
    expect(page.locator("#told")).to_contain_text("Results were updated at")
    expect(page.locator("#columns")).to_have_attribute("open", "")
    assert all(fits(page, width) for width in (390, 768, 1440))


@ENGLISH
def test_change_appears_by_the_stream_and_is_marked(
    page: Page, address: str, running: Service, event: str, live_port: int
) -> None:
    def to_the_live_process(route: Route) -> None:
        route.continue_(url=f"http://127.0.0.1:{live_port}/events/{event}/live/")

    page.route("**/live/", to_the_live_process)
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#following")).to_have_text("Live – updates automatically")
    enter(running, event, "Bo Newcomer")
    row = page.get_by_role("row", name="Bo Newcomer")
    expect(row).to_be_visible()
    expect(row).to_have_class("fresh")
    assert row.evaluate("(row) => getComputedStyle(row).display") == "table-row", "W1: a marked row keeps its columns"
    expect(page.locator("tr.fresh")).to_have_count(1)


@slow
@ENGLISH
def test_change_that_comes_while_another_is_fetched_appears_too(
    page: Page, address: str, running: Service, event: str, live_port: int
) -> None:
    told: list[str] = []

    def late(route: Route) -> None:
        answer = route.fetch()
        if not told:
            told.append("Cy Meanwhile")
            enter(running, event, told[0])
            page.wait_for_timeout(3000)  # the stream tells of it
        route.fulfill(response=answer)

    page.route("**/live/", lambda route: route.continue_(url=f"http://127.0.0.1:{live_port}/events/{event}/live/"))
    page.route("**/parts/", late)
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#following")).to_have_text("Live – updates automatically")
    enter(running, event, "Bo Newcomer")
    expect(page.get_by_role("row", name="Cy Meanwhile")).to_be_visible()


@slow
@ENGLISH
def test_parts_that_could_not_be_fetched_are_fetched_again(
    page: Page, address: str, running: Service, event: str, live_port: int
) -> None:
    refused: list[Route] = []

    def once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route)
            route.fulfill(status=503)

    page.route("**/live/", lambda route: route.continue_(url=f"http://127.0.0.1:{live_port}/events/{event}/live/"))
    page.route("**/parts/", once)
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#following")).to_have_text("Live – updates automatically")
    enter(running, event, "Bo Newcomer")
    expect(page.get_by_role("row", name="Bo Newcomer")).to_be_visible()


@ENGLISH
def test_page_of_an_event_that_is_closed_to_the_reader_says_that_it_stands_still(
    page: Page, address: str, running: Service, event: str
) -> None:
    page.clock.install()
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#following")).to_be_visible()
    fields = json.dumps({"public": False}).encode()
    assert running.request("PATCH", f"events/{event}", fields, "application/json")[0] == 200
    page.clock.fast_forward(ASKED_AGAIN)
    expect(page.locator("#following")).to_have_attribute("data-state", "ended")


@slow
@ENGLISH
def test_who_comes_back_is_told_what_changed_meanwhile(page: Page, address: str, running: Service, event: str) -> None:
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#following")).to_be_visible()
    expect(page.locator("#news")).to_be_hidden()
    page.goto(f"{address}/events/")
    enter(running, event, "Aaron")
    page.goto(f"{address}/events/{event}/")
    expect(page.locator("#news")).to_contain_text("places that changed")
