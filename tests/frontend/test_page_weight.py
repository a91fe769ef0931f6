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


# The page, its picture, its style, htmx, the script of every page; a board adds two styles, a script and its frames.
PAGE = Weight(100_000, 5, 2)
BOARD = Weight(100_000, 9, 2)
# The moments of findings come when the page is there: their script, then the frames.
FLAGGED_PAGE = Weight(100_000, 9, 4)
# The board of another site fetches its frames itself, without cookies.
EMBEDDED = Weight(50_000, 5, 3)


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
