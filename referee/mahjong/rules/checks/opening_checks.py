"""Checks of what players do before the first discard (exchange tiles, declare a suit), and of keeping to the declared suit.

Each game raises it by a clause of its own, which the mechanism hands in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.verdict import JSON
from referee.mahjong.hand.tiles import HONOURS, NAMES, SUIT, UNSEEN, text
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.table import Table
from referee.rulebook import FindingTemplate

NO_FACTS: Mapping[str, JSON] = {}

USUAL = 3
"""How many tiles each player usually lays out for the exchange."""


def unmade(seats: Sequence[int], raises: FindingTemplate, facts: Mapping[str, JSON] = NO_FACTS) -> list[tuple[int, Violation]]:
    """The violations by seats that let the play begin without having done what comes before it."""
    return [(seat, Violation(raises, False, facts)) for seat in seats]


def again(raises: FindingTemplate) -> Violation:
    """The violation by doing a second time what is done once."""
    return Violation(raises, False, {"reason": "twice"})


# -- a declared suit -----------------------------------------------------------------------------------------------------------


def other_suit(table: Table, seat: int, kind: int, suit: int, raises: FindingTemplate) -> Violation | None:
    """The violation by discarding another suit while the hand is seen to hold a tile of the declared one."""
    if kind == UNSEEN or SUIT[kind] == suit or not table.keys[seat][suit]:
        return None
    return Violation(raises, False, {"tile": NAMES[kind]})


def melded_suit(kind: int, suit: int, raises: FindingTemplate) -> Violation | None:
    """The violation by melding a tile of the declared suit."""
    return Violation(raises, False, {"tile": NAMES[kind], "reason": "meld"}) if kind != UNSEEN and SUIT[kind] == suit else None


# -- the exchange --------------------------------------------------------------------------------------------------------------


def laying_out(
    table: Table, seat: int, tiles: tuple[int, ...], late: bool, number: int, alike: bool, raises: FindingTemplate
) -> Violation | None:
    """The violation by laying out tiles that are not held (MJ-2.2), when the exchange is over, or others than so many, of one
    suit where they must be ``alike``."""
    missing = None if late else table_checks.held(table, seat, tiles)
    if late or missing:
        return missing or Violation(raises, False, {"tiles": text(tiles), "reason": "late"})
    suits = {SUIT[kind] for kind in tiles if kind != UNSEEN}
    if len(tiles) == number and HONOURS not in suits and (len(suits) <= 1 or not alike):
        return None
    return Violation(raises, False, {"tiles": text(tiles), **other_exchange(number, alike)})


def other_exchange(number: int, alike: bool = True) -> dict[str, JSON]:
    """The facts of an exchange that is not the usual one of three tiles of one suit (TBL-16)."""
    return {} if (number, alike) == (USUAL, True) else {"expected": number, "reason": "suit" if alike else "any"}
