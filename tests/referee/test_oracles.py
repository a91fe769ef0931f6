"""The engine beside the second readings of the rulebooks: it finds nothing in matches that were played by the rules."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import pytest

import referee
from tests.oracle import games, part
from tests.oracle.against import by_any_options, found_in, hidden, partly_seen
from tests.proof import seeds
from tests.samples import clean

TILES = games("positions")
"""Games whose hands may be hidden or seen in part."""


@lru_cache(512)
def played(game: str, seed: int) -> str:
    """The match of a seed, as text."""
    text: str = part(game, "match").play_match(seed)
    return text


SAMPLES = [(game, path) for game in games("samples") if game != "hengyang" for path in clean(game)]
"""Clean samples of the games whose oracle judges whole records."""


@pytest.mark.parametrize(("game", "path"), SAMPLES, ids=lambda part: getattr(part, "stem", part))
def test_sample_is_settled_alike_by_the_oracle_without_an_engine(game: str, path: Path) -> None:
    assert part(game, "samples").disagreements(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("some", seeds(3, 60, 19))
@pytest.mark.parametrize("game", games())
def test_legal_match_has_no_findings(game: str, some: range) -> None:
    for seed in some:
        assert found_in(played(game, seed)) == [], f"seed {seed}"


@pytest.mark.parametrize("some", seeds(4, 80, 19))
@pytest.mark.parametrize("game", games("match"))
def test_legal_match_by_any_options_has_no_findings(game: str, some: range) -> None:
    for seed in some:
        assert found_in(by_any_options(game, seed).text()) == [], f"seed {seed}"


@pytest.mark.parametrize("some", seeds(3, 23, 20))
@pytest.mark.parametrize("seats", ["E", "SW", "SN", "ESWN"])
@pytest.mark.parametrize("wall", [True, False])
@pytest.mark.parametrize("game", TILES)
def test_unseen_hands_cause_no_findings(game: str, wall: bool, seats: str, some: range) -> None:
    """The recorder saw neither these hands nor, where ``wall`` is false, the wall."""
    for seed in some:
        verdict = referee.verify(referee.parse(hidden(played(game, seed), seats, wall)))
        assert verdict.all_findings() == [], f"seed {seed}"
        assert not any(round_.checked["hands"] or round_.checked["wall"] > wall for round_ in verdict.rounds)


@pytest.mark.parametrize("some", seeds(6, 30, 12))
@pytest.mark.parametrize("game", TILES)
def test_unseen_tiles_cause_no_findings(game: str, some: range) -> None:
    for seed in some:
        assert found_in(partly_seen(played(game, seed), random.Random(seed))) == [], f"seed {seed}"


@pytest.mark.parametrize("some", seeds(3, 45, 14))
@pytest.mark.parametrize("game", TILES)
def test_unseen_tiles_by_any_options_cause_no_findings(game: str, some: range) -> None:
    for seed in some:
        assert found_in(partly_seen(by_any_options(game, seed).text(), random.Random(seed))) == [], f"seed {seed}"
