"""The effects on the table of a claim, a kong and a robbed kong, legal or not (MJ-5.1)."""

from __future__ import annotations

from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import UNSEEN
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.table import CLAIMED, KONG, OWES, Table


def peng_of(table: Table, seat: int, tile: int) -> int:
    """The index of the seat's peng of a kind among its melds, or of one that may be; -1 if there is none."""
    may_be = -1
    for index, meld in enumerate(table.melds[seat]):
        if meld.kind == "peng":
            if meld.tile == tile:
                return index
            if UNSEEN in (meld.tile, tile):
                may_be = index
    return may_be


def claim(table: Table, seat: int, kind: str, own: tuple[int, ...], move: int) -> None:
    """Make a meld of the tile on offer and own ones (already taken from the hand); the claimer is in turn."""
    assert table.offer is not None
    tile, source = table.offer, table.offerer
    table.rivers[source].pop()
    tiles = tuple(sorted((*own, tile)))
    _lay_open(table, seat, Meld(kind, tiles[0], tiles, source, move))
    if kind == "direct":
        _lay_kong(table, Laying(seat, "direct", tile, move, source, table.kong), "direct")
    else:
        table.phase, table.how, table.kong, table.offer = OWES, CLAIMED, None, None


def concealed(table: Table, seat: int, tiles: tuple[int, ...], move: int) -> None:
    """Make a concealed kong of four tiles (already taken from the hand)."""
    tiles = tuple(sorted(tiles))
    _lay_open(table, seat, Meld("concealed", tiles[0], tiles, None, move))
    how = "rob" if "concealed" in table.rules.robbed else "concealed"
    _lay_kong(table, Laying(seat, "concealed", tiles[0], move, None, table.kong), how)


def added(table: Table, seat: int, tile: int, own: int, move: int) -> None:
    """The fourth tile is laid onto the seat's peng of ``tile`` (``own``, already taken: it, or a ghost in its stead); what
    it is, or stands for, is on offer to robbers."""
    index = peng_of(table, seat, tile)
    peng = table.melds[seat][index]
    tile = peng.tile if tile == UNSEEN else tile
    table.melds[seat][index] = Meld("added", tile, tuple(sorted((*peng.tiles, own))), peng.source, move)
    _hand_changed(table, seat)
    _lay_kong(table, Laying(seat, "added", tile, move, None, table.kong), "rob")


def take_back(table: Table, kong: Laying) -> None:
    """Undo a robbed kong (MJ-3.4): its tile lies as if discarded, the other three are a peng again or back in the hand.

    Of a kong to which a ghost was added the robber takes a natural tile, so that the ghost stays.
    """
    seat, tile = kong.seat, kong.tile
    table.rivers[seat].append((tile, kong.move))
    index = next(index for index, meld in enumerate(table.melds[seat]) if meld.move == kong.move)
    meld = table.melds[seat][index]
    rest = list(meld.tiles)
    rest.remove(next((one for one in (tile, UNSEEN) if one in rest), rest[-1]))
    if meld.kind == "added":
        table.melds[seat][index] = Meld("peng", tile, tuple(rest), meld.source, meld.move)
    else:
        del table.melds[seat][index]
        for kind in rest:
            table.give(seat, kind)
    table.waiting[seat] = -1
    table.kong = None


def _lay_open(table: Table, seat: int, meld: Meld) -> None:
    table.melds[seat].append(meld)
    if UNSEEN in meld.tiles and (meld.kind == "chi" or meld.tile == UNSEEN):
        table.veiled[seat] = True
    _hand_changed(table, seat)


def _hand_changed(table: Table, seat: int) -> None:
    """Put the seat in turn after its meld, and clear its cached waits."""
    table.turn, table.drawn = seat, None
    table.waiting[seat] = -1


def _lay_kong(table: Table, laying: Laying, how: str) -> None:
    """Put the kong on the table; ``how`` says whether its tile is on offer to robbers. Its replacement is to be drawn."""
    table.phase, table.kong, table.drawn = KONG, laying, None
    table.put_on_offer(laying.seat, laying.tile, how)
