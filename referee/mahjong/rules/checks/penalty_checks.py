"""Checks of what faults lead to: a match lost by the second grave one, a hand of a wrong count, claims of a dead hand.

Each game raises it by a clause of its own, which the mechanism hands in. Each check returns a violation or None.
"""

from __future__ import annotations

from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import UNSEEN, Keys, listed, without
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.rulebook import FindingTemplate


def match_lost(faults: int, raises: FindingTemplate) -> Violation | None:
    """The violation by the second grave fault of a seat in one match."""
    return Violation(raises) if faults == 2 else None


def wrong_count(raises: FindingTemplate) -> Violation:
    """The violation by a hand that has a tile too many or too few from now on."""
    return Violation(raises)


def dead_win(raises: FindingTemplate) -> Violation:
    """The violation by a win of a dead hand; it is a win that was none."""
    return Violation(raises, false_win=True)


def dead_claim(round_: RoundState, seat: int, kind: str, own: tuple[int, ...], raises: FindingTemplate) -> Violation | None:
    """The violation by a dead hand that claims a tile and is not ready by it, after the best discard."""
    table, offer = round_.table, round_.table.offer
    if offer is None or offer == UNSEEN or table.hidden(seat) or set(own) != {offer} or not table.has_all(seat, own):
        return None
    keys, melds = without(table.keys[seat], own), [*table.melds[seat], Meld(kind, offer, (*own, offer))]
    rests = [keys] if kind == "direct" else [without(keys, (tile,)) for tile in dict.fromkeys(listed(keys))]
    return None if any(_ready(round_, seat, rest, melds) for rest in rests) else Violation(raises)


def dead_kong(round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld, raises: FindingTemplate) -> Violation | None:
    """The violation by a dead hand that lays a kong and is not ready by it."""
    table = round_.table
    if table.hidden(seat) or UNSEEN in own or set(own) != {meld.tile}:
        return None
    melds = [other for other in table.melds[seat] if other.kind != "peng" or other.tile != meld.tile]
    ready = _ready(round_, seat, without(table.keys[seat], own), [*melds, meld])
    return None if ready else Violation(raises)


def _ready(round_: RoundState, seat: int, keys: Keys, melds: list[Meld]) -> bool:
    """Whether these tiles and melds would be ready."""
    return bool(round_.game.ready(round_.rules, keys, melds, round_.standing(seat)))
