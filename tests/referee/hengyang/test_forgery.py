"""Forged matches of 衡陽麻將: the engine finds each forgery first, at its round and move, and nothing in the rounds before it."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

import referee
from tests.oracle.hengyang_forgery import FORGERIES, forge

needs_engine = pytest.mark.skipif(find_spec("referee.games.hengyang").origin is None, reason="no engine yet")
RARE = {"robbing not-winning": (41, 50, 113, 119), "last-tile-gang": (1, 128, 132, 193)}
"""Seeds with an occasion for what is rare."""


@needs_engine
@pytest.mark.parametrize("kind", FORGERIES)
def test_what_is_forged_is_found_first(kind: str) -> None:
    forged = [made for seed in RARE.get(kind, range(24)) if (made := forge(seed, kind)) is not None]
    assert len(forged) > 3
    for text, (round_, move, code) in forged:
        found = [(finding.round, finding.move, finding.code) for finding in referee.verify(referee.parse(text)).all_findings()]
        told = [finding for finding in found if finding[0] == round_]
        assert told[:1] == [(round_, move, code)], text
        assert not [finding for finding in found if 0 < finding[0] < round_], text
