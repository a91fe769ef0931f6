"""What a first visit to a page loads: how many bytes of script and style, in how many requests, one after another or at once."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import Browser

from tests.frontend.conftest import FLAGGED
from tests.frontend.first_visit import STYLED, first_visit


class Weight(NamedTuple):
    """The bytes of script and style that a page may be sent, the requests that it may make, and how many wait for each other."""

    styled: int
    requests: int
    depth: int


# The page, its picture, htmx, eight styles, the scripts of every page; a board adds four styles, 34 scripts and its frames. Each
# is a file of its own: over HTTP/2 all are asked for at once.
PAGE = Weight(50_000, 14, 2)
BOARD = Weight(110_000, 54, 2)
# The moments of findings come when the page is there: their script is at hand by then, and asks for the frames.
FLAGGED_PAGE = Weight(80_000, 31, 3)
# The board of another site fetches its frames itself, without cookies.
EMBEDDED = Weight(50_000, 20, 3)


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/matches/", PAGE),
        ("/matches/{match}/", PAGE),
        ("/matches/{flagged}/", FLAGGED_PAGE),
        ("/matches/{match}/replay/1/", BOARD),
        ("/embed/{match}/1/", EMBEDDED),
    ],
)
def test_first_visit_loads_few_bytes_at_once(
    chromium: Browser, address: str, matches: dict[str, str], path: str, most: Weight
) -> None:
    seen = first_visit(chromium, address + path.format(match=matches["luzhou/clean-01"], flagged=matches[FLAGGED]))
    assert 0 < seen.sent[STYLED] < most.styled
    assert seen.requests <= most.requests
    assert seen.depth <= most.depth, "a page names all that it needs, so that nothing waits for anything else"
