"""A win that could be made now: on which tiles, with which hand, under which circumstances."""

from __future__ import annotations

from referee.mahjong.hand.candidate import NO_FLAGS, CandidateHand
from referee.mahjong.hand.circumstances import FED
from referee.mahjong.hand.tiles import SUIT, UNIT, UNSEEN
from referee.mahjong.table.table import DEALT, REPLACED, Table


def candidate(table: Table, seat: int, tile: int | None, by: str, flags: frozenset[str] = NO_FLAGS) -> CandidateHand:
    """The hand with the winning tile: on an own draw it holds the tile already (of two drawn, the other is left out), otherwise
    the tile is added."""
    keys = list(table.keys[seat])
    if by != "draw" and tile is not None and tile != UNSEEN:
        keys[SUIT[tile]] += UNIT[tile]
    elif by == "draw" and table.also is not None:
        other = table.also if tile == table.drawn else table.drawn
        if other is not None and other != UNSEEN:
            keys[SUIT[other]] -= UNIT[other]
    way = valued_as(table, by) if table.rules.fed_once else by
    return CandidateHand(tuple(keys), tuple(table.melds[seat]), tile, way, flags)


def winning_tiles(table: Table, by: str) -> tuple[int | None, ...]:
    """The tiles on which a win by ``draw``, ``discard`` or ``rob`` can be made now: two if two came at once."""
    tile = table.drawn if by == "draw" else table.offer
    return (tile,) if table.also is None or table.also == tile else (tile, table.also)


def valued_as(table: Table, by: str) -> str:
    """The way of winning by which a win now is valued: on the replacement of a direct kong that is paid once as on a discard
    (TBL-6)."""
    return FED if table.rules.fed_once and by == "draw" and fed_by(table) is not None else by


def fed_by(table: Table) -> int | None:
    """The seat whose discard made the kong on the replacement of which an own draw would win; None if there is none."""
    kong = table.kong
    return kong.source if table.how == REPLACED and kong is not None else None


def robbable(table: Table) -> bool:
    """Whether the tile on offer is that of a kong that can be robbed, or has just been robbed."""
    laid = table.takers or table.kong is not None and table.kong.kind in table.rules.robbed
    return table.offered == "rob" and bool(laid)


def of_win(table: Table, seat: int, by: str) -> list[str]:
    """The circumstances that every mahjong game knows, for a win by ``draw``, ``discard`` or ``rob``."""
    found: list[str] = []
    if by == "draw":
        if table.how == REPLACED:
            found.append("gangshanghua")
        if table.how == DEALT and not table.melds[seat]:
            found.append("tianhu")
        if table.wall.left == 0:
            found.append("haidi")
    elif by == "discard":
        if table.kong:
            found.append("gangshangpao")
        if table.wall.left == 0:
            found.append("haidipao")
    return found


def open_copies(table: Table, kind: int, seat: int | None = None) -> int:
    """The tiles of a kind that lie open: discards, the one on offer among them, and melds that all can see; with a ``seat`` its
    concealed kongs too."""
    discarded = sum([laid[0] == kind for river in table.rivers for laid in river])
    melds = [meld for owner, own in enumerate(table.melds) for meld in own if meld.kind != "concealed" or owner == seat]
    return discarded + sum([meld.tiles.count(kind) for meld in melds])
