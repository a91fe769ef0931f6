"""Forged matches: the engine finds each forgery first, at its round and move, and nothing in the rounds before it."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.each import each
from tests.oracle import games, part
from tests.oracle.against import found_first
from tests.proof import in_round, proof, seeded

ENOUGH = 1
"""Forged matches of a kind that are judged beside the many, whose seeds need not offer an occasion."""
MANY = in_round(4)
"""Seeds that are tried in ``make proof``, whether their matches offer an occasion or not."""

KINDS = [(game, kind) for game in games("forgery") for kind in part(game, "forgery").FORGERIES]


@each(KINDS, "{} {}".format, many=3)
def test_forgery_is_the_first_finding(game: str, kind: str) -> None:
    oracle = part(game, "forgery")
    forged = (made for seed in oracle.RARE.get(kind, range(12)) if (made := oracle.forge(seed, kind)))
    some = list(islice(forged, ENOUGH))
    assert len(some) == ENOUGH, "RARE names seeds with an occasion"
    for text, finding in some:
        assert found_first(text, finding) == [finding], text


@proof
@seeded
@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_forgery_in_many_matches_is_the_first_finding(game: str, kind: str) -> None:
    for seed in MANY:
        if made := part(game, "forgery").forge(seed, kind):
            text, finding = made
            assert found_first(text, finding) == [finding], text
