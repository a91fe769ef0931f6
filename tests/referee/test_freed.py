"""A match that was refereed leaves nothing for the garbage collector: whatever it was made of goes with the last who held it."""

from __future__ import annotations

import gc

import pytest

import referee
from tests.golden import HOME


@pytest.mark.parametrize("game", [game.id for game in referee.games()])
def test_refereeing_a_match_leaves_no_cycles(game: str) -> None:
    record = referee.parse((HOME / game / "clean-01.ppn").read_text(encoding="utf-8"))
    referee.verify(record)  # what is kept for later matches is made once
    gc.freeze()  # nor is it gone through again
    referee.verify(record)
    assert gc.collect() == 0
