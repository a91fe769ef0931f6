"""The plainest hands that win: nothing that a hand has beside them makes a win under the same circumstances worth less."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from referee.mahjong.fan_options import revalued
from referee.mahjong.hand.candidate import CandidateHand, Meld
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import HONOURS, keys_of
from referee.mahjong.rules.game_rules import GameRules
from referee.mahjong.table.ruleset import Ruleset
from referee.rulebook import Rules

HAND: Final = 13
RANKS: Final = 9
RUNS: Final = tuple(range(RANKS))
"""1 to 9 of one suit, the last the winning tile …"""
RUN: Final = (0, 1, 2)
PAIR: Final = (1, 1)
"""… 1 to 3 and a pair of 2s of another."""
BY_GHOST: Final = 4
"""The tile in the middle of a run that a ghost stands for, where there are ghosts."""
OTHER_RUNS: Final = (0, 1, 2, 2, 3, 4, 6, 7, 8)
OTHER_PAIR: Final = (5, 5)
"""Runs that are not 1 to 9, and a pair that is none of 2, 5 or 8, for which a table may have fans of its own."""
TRIPLETS: Final = ((0, 0, 0, 3, 3, 3, 8, 8, 8), (2, 2, 2, 5, 5))
PAIRS: Final = ((0, 0, 2, 2, 5, 5, 8, 8), (1, 1, 3, 3, 6, 6))
"""Triplets, and seven pairs, of two suits; the winning tile is a 9 of the first."""


def least_value(game: GameRules, rules: Rules, by: str, flags: frozenset[str]) -> int:
    """The least that a win by ``draw``, ``discard`` or ``rob`` under these circumstances is worth."""
    counted = flags.intersection(game.flags_of(rules))
    hands = [*_plain(game.ruleset(rules), by, counted)]
    if revalued(rules):
        hands += _others(game.ruleset(rules), by, counted)
    found = [game.win_value(rules, candidate) for candidate in hands]
    return min([value.value for value in found if isinstance(value, WinValue)], default=1)


def _plain(ruleset: Ruleset, by: str, flags: frozenset[str]) -> Iterator[CandidateHand]:
    """A concealed hand, and one of which a run or a peng was claimed, which a game may count less; none at a table that has no
    such hands."""
    suits = _suits(ruleset)
    if suits:
        yield from _of_runs(ruleset, suits, (RUNS, PAIR, () if ruleset.ghost is None else (BY_GHOST,)), by, flags)


def _others(ruleset: Ruleset, by: str, flags: frozenset[str]) -> Iterator[CandidateHand]:
    """Hands that may be worth less by the fans of a table: other runs and another pair, with another number of ghosts, triplets,
    and seven pairs."""
    suits = _suits(ruleset)
    if not suits:
        return
    for runs, pair in product((RUNS, OTHER_RUNS), (PAIR, OTHER_PAIR)):
        for by_ghosts in ((),) if ruleset.ghost is None else ((), (BY_GHOST,), (0, BY_GHOST)):
            yield from _of_runs(ruleset, suits, (runs, pair, by_ghosts), by, flags)
    tile = suits[0] + RUNS[-1]
    for ranks in (TRIPLETS, PAIRS):
        hand = [suit + rank for suit, of_suit in zip(suits, ranks, strict=True) for rank in of_suit]
        yield CandidateHand(tuple(keys_of(hand)), (), tile, by, flags - {"tianhu"})


def _suits(ruleset: Ruleset) -> list[int]:
    """The first tiles of two whole suits; none where hands are smaller or the table has no two."""
    suits = [suit * RANKS for suit in range(HONOURS) if all(ruleset.copies[suit * RANKS : (suit + 1) * RANKS])]
    return suits[:2] if len(suits) > 1 and ruleset.hand == HAND else []


def _of_runs(
    ruleset: Ruleset,
    suits: list[int],
    shape: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]],
    by: str,
    flags: frozenset[str],
) -> Iterator[CandidateHand]:
    """A hand of these runs of the first suit, of which ghosts stand for some, a run and a pair of the second; concealed, and with
    a meld that was claimed."""
    first, second = suits
    runs, pair, by_ghosts = shape
    kept = list(runs)
    for rank in by_ghosts:
        if rank in kept:
            kept.remove(rank)
    ghosts = [ruleset.ghost] * (len(runs) - len(kept)) if ruleset.ghost is not None else []
    run = tuple(second + rank for rank in RUN)
    hand = [*[first + rank for rank in kept], *[second + rank for rank in pair], *ghosts]
    tile = None if "tianhu" in flags else first + RUNS[-1]
    yield CandidateHand(tuple(keys_of([*hand, *run])), (), tile, by, flags)
    claimed = Meld("chi", run[0], run) if ruleset.chi else Meld("peng", second, (second,) * len(run))
    yield CandidateHand(tuple(keys_of(hand)), (claimed,), tile, by, flags)
