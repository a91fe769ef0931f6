"""Forged matches: the engine finds each forgery first, at its round and move, and nothing in the rounds before it."""

from __future__ import annotations

import pytest

import referee
from tests.oracle.gouji.forgery import FORGERIES, forge

RARE = {"three-attached": 60, "false-burn": 20, "show-too-small": 20, "card-not-in-hand to show": 20, "burn-priority": 12}


@pytest.mark.parametrize("kind", FORGERIES)
def test_what_is_forged_is_found_first(kind: str) -> None:
    forged = [made for seed in range(RARE.get(kind, 10)) if (made := forge(seed, kind)) is not None]
    assert len(forged) > 3
    for text, (round_, move, code) in forged:
        found = [(finding.round, finding.move, finding.code) for finding in referee.verify(referee.parse(text)).all_findings()]
        told = [finding for finding in found if finding[0] == round_]
        assert told[:1] == [(round_, move, code)], text
        assert not [finding for finding in found if 0 < finding[0] < round_], text
