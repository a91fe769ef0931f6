"""What tables agree on of the kind of table: who sits at it and with which tiles they play (TBL-3, TBL-4), and how."""

from __future__ import annotations

from dataclasses import replace

from referee.mahjong.hand.tiles import HONOURS, RANK, SUIT, SUITS
from referee.mahjong.options import Options
from referee.mahjong.table.ruleset import Ruleset


def shaped(usual: Ruleset, options: Options) -> Ruleset:
    """The usual table of a game as this one has it. A blood battle ends when one is left."""
    copies = tuple([number if _in_play(kind, usual, options) else 0 for kind, number in enumerate(usual.copies)])
    winners = min(usual.winners, options.players - 1)
    return replace(
        usual,
        seats=options.players,
        winners=winners,
        copies=copies,
        hand=options.hand,
        one_winner=options.multi_win == "next",
        peng_at_end=options.last_discard == "peng",
        replaced_at_front=options.replacement == "front",
        ready_value=options.ready_value,
        dead_waits_count=options.dead_wait == "ready",
    )


def _in_play(kind: int, usual: Ruleset, options: Options) -> bool:
    """Whether a table plays with a kind that its game has; a ghost is always there."""
    if SUIT[kind] == HONOURS:
        return kind == usual.ghost or options.honours == "on"
    first, last = options.span()
    return SUITS[SUIT[kind]] in options.suits_in_play() and first <= RANK[kind] <= last
