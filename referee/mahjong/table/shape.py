"""The shape of a table: how many sit at it and which tiles they play with, as tables agree on it (TBL-3, TBL-4)."""

from __future__ import annotations

from dataclasses import replace

from referee.mahjong.hand.tiles import HONOURS, RANK, SUIT, SUITS
from referee.mahjong.options import Options
from referee.mahjong.table.ruleset import Ruleset


def shaped(usual: Ruleset, options: Options) -> Ruleset:
    """The usual table of a game with the players, tiles and size of hands that this one has. A blood battle ends when one is
    left."""
    copies = tuple([number if _in_play(kind, usual, options) else 0 for kind, number in enumerate(usual.copies)])
    winners = min(usual.winners, options.players - 1)
    return replace(usual, seats=options.players, winners=winners, copies=copies, hand=options.hand)


def _in_play(kind: int, usual: Ruleset, options: Options) -> bool:
    """Whether a table plays with a kind that its game has; a ghost is always there."""
    if SUIT[kind] == HONOURS:
        return kind == usual.ghost or options.honours == "on"
    first, last = options.span()
    return SUITS[SUIT[kind]] in options.suits_in_play() and first <= RANK[kind] <= last
