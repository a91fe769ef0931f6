"""A service of real processes for every test of pages: started once, shared by all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.frontend import browser
from tests.golden import HOME, games
from tests.proof import proof
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


@pytest.fixture(params=["zh-TW", pytest.param("en-US", marks=proof)])
def page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in Chinese; in ``make proof`` in English too."""
    with browser.new_page(chromium, locale=request.param) as page:
        yield page


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A page as wide as a phone."""
    with browser.new_page(chromium, locale="en-US", viewport={"width": 390, "height": 844}, has_touch=True) as page:
        yield page
