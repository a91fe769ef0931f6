"""The pages of a match of sixteen rounds on a slow telephone, from the service as it is deployed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from scripts.page_speed import GAMES, Load, best, load, start
from tests.proof import proof
from tests.service.service import Service

PAINT = 1000
INTERACTIVE = {"archive": 1000, "match": 1000, "replay": 1700}
"""Milliseconds. Promised are 1,200 and 2,000; what is held is nearer to what was measured, so that half a second more is seen."""
LOADS = 12


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    service = Service(tmp_path_factory.mktemp("speed"))
    yield service
    service.close()


@pytest.fixture(scope="module")
def pages(service: Service) -> dict[str, str]:
    return start(service)


@proof
@pytest.mark.parametrize("page", ["archive", *(f"{game}: {kind}" for game in GAMES for kind in ("match", "replay"))])
def test_page_of_a_long_match_is_soon_there_on_a_slow_telephone(
    chromium: Browser, service: Service, pages: dict[str, str], page: str
) -> None:
    # What else the machine does can only delay a page. One load in time shows what the page itself costs; a page that costs too
    # much is never in time.
    kind = page.rpartition(" ")[2]
    loads: list[Load] = []
    while len(loads) < LOADS:
        loads.append(load(chromium, f"http://127.0.0.1:{service.port}{pages[page]}"))
        if in_time(best(loads), kind):
            break
    assert in_time(best(loads), kind), best(loads)


def in_time(seen: Load, kind: str) -> bool:
    return seen.paint < PAINT and seen.interactive < INTERACTIVE[kind]
