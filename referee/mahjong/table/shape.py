"""The shape of a table: how many sit at it, as tables agree on it (TBL-3)."""

from __future__ import annotations

from dataclasses import replace

from referee.mahjong.options import Options
from referee.mahjong.table.ruleset import Ruleset


def shaped(usual: Ruleset, options: Options) -> Ruleset:
    """The usual table of a game with the players that this table has: a blood battle ends when one is left (TBL-3)."""
    if options.players == usual.seats:
        return usual
    return replace(usual, seats=options.players, winners=min(usual.winners, options.players - 1))
