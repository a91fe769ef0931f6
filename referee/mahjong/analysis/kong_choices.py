"""Kongs that a seat may lay (of the tile on offer, of the hand, added to a triplet), and the fee of each.

Kongs of natural tiles only. That an added one may be robbed is not weighed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import count, listed
from referee.mahjong.rules import legality
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.table import melding
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS


class Open(NamedTuple):
    """A kong that may be laid: its verb, tile and own tiles, and the melds after it."""

    verb: str
    tile: int
    own: tuple[int, ...]
    melds: list[Meld]
    source: int | None = None


def claimed(round_: RoundState, seat: int) -> Iterator[Open]:
    """The kong of the tile on offer, if this seat may lay one (MJ-2.4 to MJ-2.6)."""
    table = round_.table
    if table.offer is None or count(table.keys[seat], table.offer) < 3:
        return
    own = (table.offer,) * 3
    meld = Meld("direct", table.offer, (table.offer,) * 4, table.offerer)
    if legality.may_claim(round_, seat, "gang", own):
        yield Open("gang", table.offer, own, [*table.melds[seat], meld], table.offerer)


def own(round_: RoundState, seat: int) -> Iterator[Open]:
    """The kongs that the seat in turn may lay from its hand (MJ-2.3 to MJ-2.5)."""
    table = round_.table
    if table_checks.own_kong_turn(table, seat) or table.also is not None:
        return
    for kind in dict.fromkeys(listed(table.keys[seat])):
        tiles: tuple[int, ...] = (kind,)
        triplet = melding.peng_of(table, seat, kind)
        if kind != round_.ruleset.ghost and count(table.keys[seat], kind) == 4:
            meld, tiles, melds = Meld("concealed", kind, (kind,) * 4), tiles * 4, list(table.melds[seat])
        elif triplet >= 0:
            meld = Meld("added", kind, (kind,) * 4)
            melds = [other for index, other in enumerate(table.melds[seat]) if index != triplet]
        else:
            continue
        asked = legality.concealed_kong_violations if meld.kind == "concealed" else legality.added_kong_violations
        if not asked(round_, seat, tiles):
            yield Open("angang" if len(tiles) == 4 else "bugang", kind, tiles, [*melds, meld])


def fee(game: Settlement, round_: RoundState, seat: int, kong: Open) -> int:
    """The points that the rules pay for a kong at once; the ledger is not changed."""
    lines = round_.ledger.lines
    so_far = len(lines)
    laying = Laying(seat, kong.melds[-1].kind, kong.tile, 0, kong.source, round_.table.kong)
    game.kong(round_, laying)
    paid = sum(line.points for line in lines[so_far:] if line.payee == SEATS[seat])
    del lines[so_far:]
    return paid
