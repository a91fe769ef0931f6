"""The plainest hands that win: nothing that a hand has beside them makes a win under the same circumstances worth less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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


def least_value(game: GameRules, rules: Rules, by: str, flags: frozenset[str]) -> int:
    """The least that a win by ``draw``, ``discard`` or ``rob`` under these circumstances is worth."""
    counted = flags.intersection(game.flags_of(rules))
    found = [game.win_value(rules, candidate) for candidate in _plain(game.ruleset(rules), by, counted)]
    return min([value.value for value in found if isinstance(value, WinValue) and value.violates is None], default=1)


def _plain(ruleset: Ruleset, by: str, flags: frozenset[str]) -> Iterator[CandidateHand]:
    """A concealed hand, and one of which a run or a peng was claimed, which a game may count less; none at a table that has no
    such hands."""
    suits = [suit * RANKS for suit in range(HONOURS) if all(ruleset.copies[suit * RANKS : (suit + 1) * RANKS])]
    if len(suits) < 2 or ruleset.hand != HAND:
        return
    first, second = suits[:2]
    ghost, run = ruleset.ghost, tuple(second + rank for rank in RUN)
    hand = [first + rank for rank in RUNS if ghost is None or rank != BY_GHOST] + [second + rank for rank in PAIR]
    hand += [] if ghost is None else [ghost]
    tile = None if "tianhu" in flags else first + RUNS[-1]
    yield CandidateHand(tuple(keys_of([*hand, *run])), (), tile, by, flags)
    claimed = Meld("chi", run[0], run) if ruleset.chi else Meld("peng", second, (second,) * len(run))
    yield CandidateHand(tuple(keys_of(hand)), (claimed,), tile, by, flags)
