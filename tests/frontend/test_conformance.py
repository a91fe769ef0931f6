"""The engine in the browser, held to the conformance suite."""

from __future__ import annotations

import shlex
import sys

from conformance.entrant import Limits
from conformance.entries import of_suite
from conformance.run import EQUAL, run
from tests.proof import slow

LIMITS = Limits(start_seconds=300, seconds=120)


@slow
def test_engine_in_a_page_is_right_on_the_entries_of_the_notation_and_of_a_game(address: str) -> None:
    """Those of one game: a browser takes a minute for all of them."""
    command = f"{shlex.quote(sys.executable)} -m tests.conformance.in_browser {shlex.quote(address)}"
    made = run(command, of_suite(["ppn", "sbr"]), LIMITS)
    assert [result for result in made.results if result.outcome != EQUAL] == []
