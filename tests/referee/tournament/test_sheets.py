"""Published results of matches that are score sheets: the standings of the full records, verified offline."""

from __future__ import annotations

import json
from typing import Any

import pytest

import referee
from referee.tournament.verification.verify import verify_results
from tests.referee.tournament.evening import PRIVATE, compose, parts, seal

CLEAN = (0, 2)
"""The clean matches of the evening: one of mahjong, one of gouji."""


def of_sheets() -> dict[str, Any]:
    """The evening with its clean matches given by their sheets."""
    found = parts()
    for at in CLEAN:
        sheet = referee.sheet_of(referee.parse(found["matches"][at]["text"]))
        verdict = json.loads(json.dumps(referee.verify(sheet).as_dict()))
        found["matches"][at] |= {"text": referee.write(sheet), "verdict": verdict}
    return found


def test_results_of_sheets_have_the_standings_of_the_full_records() -> None:
    document = compose(of_sheets())
    assert document["standings"] == compose(parts())["standings"]
    report = verify_results(seal(document, PRIVATE))
    assert (report.problems, report.consistent, report.judged) == ([], True, 3)


@pytest.mark.parametrize("at", CLEAN)
def test_results_of_a_sheet_of_which_a_figure_was_changed_do_not_hold(at: int) -> None:
    changed = of_sheets()
    text = changed["matches"][at]["text"]
    changed["matches"][at]["text"] = text.replace("+", "-", 1)
    assert not verify_results(seal(compose(changed), PRIVATE)).holds
