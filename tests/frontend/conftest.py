"""Who reads pages and what they are about; a service of real processes, started once and shared by all tests in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from records.accounts import clubs
from records.accounts.models import Club
from records.tournament import events
from records.tournament.models import Event
from tests.frontend import browser
from tests.frontend.clients import english_client
from tests.golden import HOME, games
from tests.records.evening import EVENT
from tests.service import shared
from tests.service.service import Service
from tests.service.shared import shared_service

GAMES = games()
FLAGGED = "sichuan/three-suits"
"""A flagged record: its seventh round has a finding at the fourth move."""


def judged_matches(service: Service, names: list[str]) -> dict[str, str]:
    """Golden records as public matches of a service, each with its verdict: their ids by name. What is there already stays."""
    ids = {}
    for name in names:
        status, answer = service.request("POST", "matches?public=1", (HOME / f"{name}.ppn").read_bytes())
        assert status in (200, 202)
        ids[name] = answer["matches"][0]["id"]
        service.verdict(answer["matches"][0])
    return ids


@pytest.fixture(scope="session")
def running() -> Service:
    """Web, worker and sweeper, with the account ``li``; shared by every process of the run."""
    return shared_service()


@pytest.fixture(scope="session")
def address(running: Service) -> str:
    """Where the service answers."""
    return f"http://127.0.0.1:{running.port}"


@pytest.fixture(scope="session")
def matches(running: Service) -> dict[str, str]:
    """A clean match of every game and a flagged one, public and judged: their ids."""
    return judged_matches(running, [*(f"{game}/clean-01" for game in GAMES), FLAGGED])


@pytest.fixture(scope="session")
def furniture() -> dict[str, Any]:
    """A club with everything in it: the address of every page, with something to show there."""
    return shared.furniture()


@pytest.fixture
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in Chinese, or in the language that a test asks for."""
    with browser.new_page(chromium, locale=getattr(request, "param", "zh-TW")) as page:
        yield page


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A page as wide as a phone."""
    with browser.new_page(chromium, locale="en-US", viewport={"width": 390, "height": 844}, has_touch=True) as page:
        yield page


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "Lions", "lions")


@pytest.fixture
def event(owner: Any, club: Club) -> Event:
    """A public event that takes what is uploaded into the club under its name."""
    return events.create(owner, club, EVENT, game="sichuan", public=True)


@pytest.fixture
def reader(owner: Any) -> Client:
    """The owner, reading English."""
    return english_client(owner)


@pytest.fixture
def visitor() -> Client:
    """Somebody without an account, reading English."""
    return Client(HTTP_ACCEPT_LANGUAGE="en")
