"""Checks that hold at every mahjong table. Each returns a violation, or None if the move is legal; the table is not changed.

Each check answers None where the move is legal, or what is wrong with it, and whether it can be carried out all the same
(MJ-5.1). Who acts when comes before which tiles.
"""

from __future__ import annotations

from typing import Final

from referee.mahjong.hand.tiles import RANK, SUIT, UNSEEN, count, text
from referee.mahjong.rulebook import MJ
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table import melding
from referee.mahjong.table.table import CLAIMED, IN, KONG, OFFERED, OWES, Table

NOT_YOUR_TURN: Final = MJ["MJ-2.1"].raises("not-your-turn")
MUST_DRAW_FIRST: Final = MJ["MJ-2.1"].raises("must-draw-first")
NO_REPLACEMENT: Final = MJ["MJ-2.1"].raises("must-draw-first")
"""After a kong, the replacement is not drawn."""
MUST_DISCARD: Final = MJ["MJ-2.1"].raises("must-discard")
NOT_IN_HAND: Final = MJ["MJ-2.2"].raises("tile-not-in-hand")
GANG_AFTER_CLAIM: Final = MJ["MJ-2.3"].raises("gang-after-claim")
NOT_WINNING_AFTER_CLAIM: Final = MJ["MJ-2.3"].raises("not-winning")
BAD_CLAIM_TILES: Final = MJ["MJ-2.4"].raises("bad-claim-tiles")
LAST_TILE_GANG: Final = MJ["MJ-2.5"].raises("last-tile-gang")
LAST_DISCARD_GANG: Final = MJ["MJ-2.6"].raises("last-tile-gang")
LAST_DISCARD_ONLY_WON: Final = MJ["MJ-2.6"].raises("no-claimable-discard")
NO_CLAIMABLE_DISCARD: Final = MJ["MJ-3.1"].raises("no-claimable-discard")
CLAIM_PRIORITY: Final = MJ["MJ-3.2"].raises("claim-priority")
GHOST_PRIORITY: Final = MJ["MJ-3.2"].raises("claim-priority")
"""Of two pengs the one without a ghost goes first, of two with one the seat next after the discarder."""
OUT_OF_ORDER: Final = MJ["MJ-3.3"].raises("not-your-turn")
ONE_OF_TWO: Final = MJ["MJ-3.1"].raises("no-claimable-discard")
"""Of two tiles laid out at once none can be melded."""
ALREADY_WON_ON: Final = MJ["MJ-3.3"].raises("no-claimable-discard")

PRIORITY: Final = {"hu": 3, "gang": 2, "peng": 2, "chi": 1}
"""Which claim goes before which (MJ-3.2)."""


def draw(table: Table, seat: int) -> Violation | None:
    """The violation by drawing one tile (MJ-2.1)."""
    phase = table.phase
    if phase == OFFERED and seat == table.next or phase == KONG and seat == table.turn:
        return None
    impossible = table.wall.left == 0
    if phase == OWES and seat == table.turn:
        return Violation(MUST_DISCARD, impossible)  # MJ-2.1
    return Violation(NOT_YOUR_TURN, impossible, {"player": _acting(table)})  # MJ-2.1


def discard_turn(table: Table, seat: int) -> Violation | None:
    """The violation by discarding out of turn, whatever the tile (MJ-2.1)."""
    if table.phase == OWES and seat == table.turn:
        return None
    return _off_turn(table, seat)


def held(table: Table, seat: int, tiles: tuple[int, ...]) -> Violation | None:
    """The violation by tiles that are not in the hand (MJ-2.2)."""
    if table.has_all(seat, tiles):
        return None
    return Violation(NOT_IN_HAND, True, {"tiles": text(tiles), "tile": text(_missing(table, seat, tiles))})  # MJ-2.2


def claim_turn(table: Table, seat: int) -> Violation | None:
    """The violation by a claim where there is nothing that this seat may claim (MJ-2.6, MJ-3.1, MJ-3.3)."""
    if table.phase != OFFERED or table.offer is None or seat == table.offerer or table.states[seat] != IN:
        return Violation(NO_CLAIMABLE_DISCARD, True)  # MJ-3.1
    if table.takers:
        return Violation(ALREADY_WON_ON, True, {"tile": text([table.offer])})  # MJ-3.3
    return Violation(ONE_OF_TWO, True) if table.also is not None else None  # MJ-3.1


def ghost_on_offer(table: Table) -> bool:
    """Whether the tile on offer is a discarded ghost."""
    return table.phase == OFFERED and table.offer is not None and table.offer == table.rules.ghost


def previous(table: Table, seat: int) -> bool:
    """Whether the tile on offer comes from the previous seat."""
    return table.distance(seat) == 1


def claim_wall(table: Table, gang: bool) -> Violation | None:
    """The violation by melding a discard when the wall is empty (MJ-2.5, MJ-2.6)."""
    if table.wall.left:
        return None
    if gang:
        return Violation(LAST_DISCARD_GANG, True)  # MJ-2.6
    return None if table.rules.peng_at_end else Violation(LAST_DISCARD_ONLY_WON)  # MJ-2.6


def claim_tiles(table: Table, seat: int, verb: str, own: tuple[int, ...]) -> Violation | None:
    """The violation by tiles that are not held, or form no triplet or kong with the discard (MJ-2.2, MJ-2.4)."""
    missing = held(table, seat, own)
    if missing:
        return missing
    needed = 2 if verb == "peng" else 3
    offer = _offer(table)
    natural = [kind for kind in own if kind != table.rules.ghost]
    alike = offer == UNSEEN or natural.count(offer) + natural.count(UNSEEN) == len(natural)
    if len(own) == needed and natural and alike:
        return None
    halts = not (table.rules.dead_hands and len(own) == needed)
    return Violation(BAD_CLAIM_TILES, halts, {"tiles": text(own), "tile": text([offer])})  # MJ-2.4


def run_tiles(table: Table, seat: int, own: tuple[int, ...]) -> Violation | None:
    """The violation by tiles that are not held, or form no run with the discard."""
    missing = held(table, seat, own)
    if missing:
        return missing
    three = sorted((*own, _offer(table)))
    if UNSEEN in three:
        return None
    low = three[0]
    if len(three) == 3 and SUIT[low] < 3 and RANK[low] <= 7 and three == [low, low + 1, low + 2]:
        return None
    return Violation(BAD_CLAIM_TILES, True, {"tiles": text(own), "tile": text([_offer(table)])})  # MJ-2.4


def priority(table: Table, seat: int, verb: str, own: tuple[int, ...]) -> Violation | None:
    """The violation by a claim that another seat's declared intent precedes (MJ-3.2)."""
    for other, wanted, tiles in table.intents:
        if other in (seat, table.offerer) or table.states[other] != IN:
            continue
        if PRIORITY.get(wanted, 0) > PRIORITY[verb]:
            return Violation(CLAIM_PRIORITY, False, {"player": other})  # MJ-3.2
        nearer = table.distance(other) < table.distance(seat)
        if wanted == verb == "peng" and table.rules.ghost in own and (nearer or _without_ghost(table, other, tiles)):
            return Violation(GHOST_PRIORITY, False, {"player": other})  # MJ-3.2
    return None


def wants_to_win(table: Table, seat: int) -> bool:
    """Whether a seat has declared that it wins on the tile on offer."""
    return any(intent.seat == seat and intent.verb == "hu" for intent in table.intents)


def _without_ghost(table: Table, seat: int, tiles: tuple[int, ...]) -> bool:
    """Whether a declared peng needs no ghost: by the tiles that it named, else by the two seen in the hand."""
    return table.rules.ghost not in tiles if tiles else count(table.keys[seat], _offer(table)) >= 2


def own_kong_turn(table: Table, seat: int) -> Violation | None:
    """The violation by laying a concealed or added kong now, whatever the tiles (MJ-2.3, MJ-2.4, MJ-2.5)."""
    if table.phase != OWES or seat != table.turn:
        return _off_turn(table, seat, table.wall.left == 0)
    if table.wall.left == 0:
        return Violation(LAST_TILE_GANG, True)  # MJ-2.5
    return Violation(GANG_AFTER_CLAIM) if table.how == CLAIMED else None  # MJ-2.3


def concealed_tiles(table: Table, seat: int, tiles: tuple[int, ...]) -> Violation | None:
    """The violation by tiles that are not held or not four alike; ghosts need one of their kind beside them (MJ-2.4)."""
    missing = held(table, seat, tiles)
    if missing:
        return missing
    natural = [kind for kind in tiles if kind != table.rules.ghost]
    alike = bool(natural) and len(set(natural) - {UNSEEN}) <= 1
    if len(tiles) == 4 and alike:
        return None
    halts = not (table.rules.dead_hands and len(tiles) == 4)
    return Violation(BAD_CLAIM_TILES, halts, {"tiles": text(tiles)})  # MJ-2.4


def added_tile(table: Table, seat: int, tiles: tuple[int, ...], stands: int | None = None) -> Violation | None:
    """The violation by a tile that is not held, or has no own peng to which it can be added (MJ-2.4)."""
    missing = held(table, seat, tiles)
    if missing:
        return missing
    if len(tiles) == 1:
        may_stand = stands is None or tiles[0] in (table.rules.ghost, UNSEEN, stands)
        laid = melding.peng_of(table, seat, tiles[0] if stands is None else stands) >= 0
        if may_stand and laid:
            return None
        if laid and table.rules.dead_hands:
            return Violation(BAD_CLAIM_TILES, False, {"tiles": text(tiles)})  # MJ-2.4
    return Violation(BAD_CLAIM_TILES, True, {"tiles": text(tiles)})  # MJ-2.4


def win_turn(table: Table, seat: int) -> Violation | None:
    """The violation by a win where there is no tile that this seat may win on (MJ-2.3, MJ-3.1, MJ-3.3)."""
    if table.states[seat] != IN:
        return Violation(NO_CLAIMABLE_DISCARD, True)  # MJ-3.1
    if table.phase == OWES:
        if seat != table.turn:
            return Violation(NO_CLAIMABLE_DISCARD, True)  # MJ-3.1
        return Violation(NOT_WINNING_AFTER_CLAIM, True, false_win=True) if table.how == CLAIMED else None  # MJ-2.3
    if table.offer is None or seat == table.offerer or seat in table.takers:
        return Violation(NO_CLAIMABLE_DISCARD, True)  # MJ-3.1
    if table.takers and table.distance(seat) < max(map(table.distance, table.takers)):
        return Violation(OUT_OF_ORDER, False, {"player": table.takers[-1]})  # MJ-3.3
    return None


def _off_turn(table: Table, seat: int, halts: bool = False) -> Violation:
    to_draw = table.turn if table.phase == KONG else table.next
    if table.phase != OWES and seat == to_draw:
        return Violation(NO_REPLACEMENT if table.phase == KONG else MUST_DRAW_FIRST, halts)  # MJ-2.1
    return Violation(NOT_YOUR_TURN, halts, {"player": _acting(table)})  # MJ-2.1


def _acting(table: Table) -> int:
    return table.next if table.phase == OFFERED else table.turn


def _offer(table: Table) -> int:
    return UNSEEN if table.offer is None else table.offer


def _missing(table: Table, seat: int, tiles: tuple[int, ...]) -> list[int]:
    return [kind for kind in sorted(set(tiles)) if not table.has(seat, kind, tiles.count(kind))]
