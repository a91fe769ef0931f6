"""A ready hand that was declared (laid open, reported) is locked: what it may still do.

Locked: no claim but a win; only the tile just drawn may be discarded; a kong only where the waits stay as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.mahjong.hand.fans import Meld
from referee.mahjong.hand.tiles import SUIT, UNIT, UNSEEN, Keys
from referee.mahjong.table.table import IN, OFFERED, Table
from referee.rulebook import Raise

if TYPE_CHECKING:
    from referee.mahjong.state import RoundState


def just_discarded(table: Table, seat: int) -> bool:
    """Whether the latest move of the play was this seat's discard, and nobody has taken it."""
    return table.phase == OFFERED and table.offerer == seat and table.offer is not None and table.offered == "discard"


def as_dealt(table: Table, seat: int) -> bool:
    """Whether the hand is still as it was dealt: nothing drawn, discarded or melded."""
    return not (table.draws[seat] or table.discards[seat] or table.melds[seat])


def declare(round_: RoundState, seat: int, in_time: bool, late: Raise, not_ready: Raise) -> None:
    """A player declares the ready hand. Late, after a win too, or not ready: it counts for nothing and locks nothing."""
    if not in_time or round_.table.states[seat] != IN:
        round_.find(late, seat, reason="late")
    elif not round_.table.hidden(seat) and not round_.ready(seat):
        round_.find(not_ready, seat, reason="not-ready")
    elif round_.locked[seat] is None:
        round_.locked[seat] = round_.game.hand_locked
        round_.shown.append(seat)


def discard(round_: RoundState, seat: int, kind: int) -> Raise | None:
    """What a locked hand breaks by this discard; out of turn it breaks that and nothing else."""
    table = round_.table
    drawn = (table.drawn, table.also)
    free = not table.has_drawn(seat) or kind in drawn or kind == UNSEEN or UNSEEN in drawn
    return None if free else round_.locked[seat]


def kong(round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld, drawn: int | None) -> Raise | None:
    """What a locked hand breaks by a kong of these own tiles: its waits may not change. ``drawn`` is None on a claim."""
    table = round_.table
    if table.hidden(seat) or UNSEEN in own or drawn == UNSEEN:
        return None
    melds = table.melds[seat]
    game, rules = round_.game, round_.rules
    before = game.ready(rules, _without(table.keys[seat], () if drawn is None else (drawn,)), melds)
    others = [other for other in melds if other.kind != "peng" or other.tile != meld.tile]
    after = game.ready(rules, _without(table.keys[seat], own), [*others, meld])
    return None if before == after else round_.locked[seat]


def _without(keys: Keys, tiles: tuple[int, ...]) -> Keys:
    rest = list(keys)
    for kind in tiles:
        rest[SUIT[kind]] -= UNIT[kind]
    return rest
