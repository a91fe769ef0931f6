"""What the options of 卡五星 change besides values."""

from __future__ import annotations

import pytest

from referee.games.kawuxing import GAME
from referee.rulebook import Rules
from referee.scoring import hand_specification

FLAGS = {"gangshanghua", "gangshangpao", "tianhu", "liang"}


@pytest.mark.parametrize(("rules", "flags"), [("", {*FLAGS, "haidi"}), ("haidilao=false", FLAGS)])
def test_kwx_2_2_the_last_tile_is_no_circumstance_where_it_counts_nothing(rules: str, flags: set[str]) -> None:
    made = hand_specification(GAME, rules)
    assert made is not None
    assert set(made.flags) - {"dealer"} == flags


def test_kwx_1_4_form_of_a_round_has_room_for_the_usual_two_dice() -> None:
    """The source does not say how many are thrown; they are only recorded."""
    rules = GAME.rulebook.rules("")
    assert isinstance(rules, Rules)
    assert GAME.round_form(rules).dice == 2
