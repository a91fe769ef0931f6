"""Carries out melds: notes their violations, puts them on the table, and pays kongs (MJ-2.3 to MJ-2.6, MJ-3.1 to MJ-3.4)."""

from __future__ import annotations

from typing import Final

from referee.mahjong.rules import legality, shown_tiles
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.table import melding
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act
from referee.mahjong.table.table import KONG

UNLIKE: Final = "unlike"
"""What is laid like a kong with tiles that make none: it earns nothing, and nobody robs it."""


def claim(state: RoundState, game: Settlement, act: Act) -> None:
    """Carry out a chi, a peng or a direct kong of the tile on offer."""
    table, seat, kind, own = state.table, act.seat, legality.MELDS[act.verb], act.tiles
    if not own and own is not None and table.offer is not None and kind != "chi":
        own = (table.offer,) * (3 if kind == "direct" else 2)
    unlike = False
    for violation in legality.claim_violations(state, seat, act.verb, own):
        if state.note(violation, seat):
            return
        unlike = unlike or violation.raises is table_checks.BAD_CLAIM_TILES
    own = own or ()
    for mechanism in state.hooks.before_claim:
        mechanism.before_claim(state, seat, kind)
    shown_tiles.leave_hand(state, seat, own)
    melding.claim(table, seat, kind, own, state.number)
    if table.phase == KONG and table.kong:
        if unlike:
            table.kong.kind = UNLIKE
        else:
            _stands(state, game, table.kong)


def concealed_kong(state: RoundState, game: Settlement, act: Act) -> None:
    """Lay down four tiles of the hand."""
    seat, tiles, unlike = act.seat, act.tiles or (), False
    for violation in legality.concealed_kong_violations(state, seat, tiles):
        if state.note(violation, seat):
            return
        unlike = unlike or violation.raises is table_checks.BAD_CLAIM_TILES
    shown_tiles.leave_hand(state, seat, tiles)
    melding.concealed(state.table, seat, tiles, state.number)
    laid(state, game, unlike)


def added_kong(state: RoundState, game: Settlement, act: Act) -> None:
    """Add a tile of the hand to a peng."""
    seat, tiles, unlike = act.seat, act.tiles or (), False
    for violation in legality.added_kong_violations(state, seat, tiles, act.stands):
        if state.note(violation, seat):
            return
        unlike = unlike or violation.raises is table_checks.BAD_CLAIM_TILES
    tile = tiles[0] if act.stands is None else act.stands
    shown_tiles.leave_hand(state, seat, tiles)
    melding.added(state.table, seat, tile, tiles[0], state.number)
    laid(state, game, unlike)


def laid(state: RoundState, game: Settlement, unlike: bool = False) -> None:
    """Pay the fee of a kong that was laid, unless it can be robbed first (MJ-3.4), or its tiles are ``unlike``: it is none."""
    kong = state.table.kong
    assert kong is not None
    if unlike:
        kong.kind = UNLIKE
        return
    stands = True
    for mechanism in state.hooks.holds_back:
        if mechanism.holds_back(state, kong):
            stands = False
    if stands:
        _stands(state, game, kong)
    elif state.table.wall.left <= state.hooks.low_wall:
        for mechanism in state.hooks.wall_runs_low:
            mechanism.wall_runs_low(state)


def _stands(state: RoundState, game: Settlement, kong: Laying) -> None:
    """Pay the fee of a kong that nobody robs."""
    state.kong_stands(kong, game.kong(state, kong))
